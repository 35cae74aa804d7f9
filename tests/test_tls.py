"""`companion serve --https`: its certificate, and how http on the same port leads there."""

from __future__ import annotations

import os
import ssl
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from cryptography import x509

from companion import authority, tls
from companion.settings import CannotStart
from tests.certificates import Certificates, made
from tests.servers import Running, free_port, ours, wait_until
from tests.sources import ROOT

NAMES = ["127.0.0.1", "192.168.1.20", "localhost", "pad.local"]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def served(home: Path) -> Iterator[Running]:
    environment = {**os.environ, "COMPANION_DATA": str(home), "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    port = free_port()
    command = [sys.executable, "-m", "companion", "serve", "--https", "--host", "127.0.0.1", "--port", str(port)]
    with ours(command, port, home, environment) as it:
        yield it


def phone(served: Running, home: Path, scheme: str = "https") -> httpx.Client:
    """A phone that trusts the authority."""
    trusts = ssl.create_default_context(cafile=str(home / "https" / "authority.pem"))
    return httpx.Client(base_url=f"{scheme}://127.0.0.1:{served.port}", verify=trusts, timeout=30)


def certificate(folder: Path) -> x509.Certificate:
    """What is shown."""
    return x509.load_pem_x509_certificate((folder / "https" / "certificate.pem").read_bytes())


def shows(what: authority.Shown, trusted: Path, name: str) -> None:
    """Whether a browser that trusts the authority would take it. Raises SSLError."""
    here, there = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH), ssl.create_default_context(cafile=str(trusted))
    authority.load(here, what)
    (to, back) = ssl.MemoryBIO(), ssl.MemoryBIO()
    sides = [there.wrap_bio(back, to, server_hostname=name), here.wrap_bio(to, back, server_side=True)]
    for side in (*sides, *sides, *sides):
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue


def test_it_announces_https_and_serves_it(served: Running, home: Path) -> None:
    wait_until(lambda: f"https://127.0.0.1:{served.port}/" in (home / "said.log").read_text())
    with phone(served, home) as it:
        assert it.get("/").status_code == 200
        assert "all of this works here" in it.get("/https").text


def test_http_on_the_same_port_leads_to_where_it_is_said_how(served: Running, home: Path) -> None:
    with phone(served, home, "http") as it:
        assert it.get("/").headers["Location"] == "/https"
        led = it.get("/m/abc/r/1?x=é", follow_redirects=True)
        assert led.status_code == 200
        assert f'href="https://127.0.0.1:{served.port}/m/abc/r/1?x=' in led.text
        assert it.get("/static/css/base.css").status_code == 200
        assert it.get("/language/fr", headers={"Referer": str(led.url)}).status_code == 303


def test_a_form_that_was_open_over_http_is_neither_taken_nor_lost(served: Running, home: Path) -> None:
    """The outbox of a page tries again after a 503, and keeps what it has."""
    with phone(served, home, "http") as it:
        answer = it.post("/m/abc/r/1/s/0/edit", data={"cards": "9"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (503, "text/plain")


def test_where_http_leads_is_on_this_computer(served: Running, home: Path) -> None:
    with phone(served, home, "http") as it:
        for to in ("//evil.example", "/\\evil.example", "https://evil.example", "evil.example"):
            assert f'href="https://127.0.0.1:{served.port}/"' in it.get("/https", params={"to": to}).text


def test_the_authority_is_handed_out_as_phones_take_it(served: Running, home: Path) -> None:
    with phone(served, home, "http") as it:
        answer = it.get("/https/companion.crt")
    assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
    root = x509.load_pem_x509_certificate((home / "https" / "authority.pem").read_bytes())
    assert x509.load_der_x509_certificate(answer.content) == root


def test_a_phone_that_says_nothing_or_nonsense_holds_nobody_up(served: Running, home: Path) -> None:
    import socket

    address = ("127.0.0.1", served.port)
    with socket.create_connection(address), socket.create_connection(address) as odd:
        odd.sendall(b"\x16\x03\x01\xff\xffnonsense")
        with phone(served, home) as it:
            assert it.get("/").status_code == 200
    assert "Traceback" not in (home / "said.log").read_text()


def test_a_stream_over_https_is_open_and_ends(served: Running, home: Path) -> None:
    with phone(served, home) as it:
        assert it.get("/m/abc/events").status_code == 404


def test_its_key_is_for_its_owner_only(served: Running, home: Path) -> None:
    for name in ("authority.key", "certificate.pem"):
        assert stat.S_IMODE((home / "https" / name).stat().st_mode) == 0o600


def test_it_is_good_for_every_name_and_made_once(tmp_path: Path) -> None:
    first = authority.shown(tmp_path, NAMES)
    number = certificate(tmp_path).serial_number
    assert authority.shown(tmp_path, NAMES[1:]) == first
    assert certificate(tmp_path).serial_number == number
    assert first.authority
    for name in NAMES:
        shows(first, first.authority, name)
    with pytest.raises(ssl.SSLError):
        shows(first, first.authority, "192.168.1.21")


def test_it_is_made_anew_for_a_new_address_and_near_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authority.shown(tmp_path, NAMES)
    root, first = (tmp_path / "https" / "authority.pem").read_bytes(), certificate(tmp_path).serial_number
    shown = authority.shown(tmp_path, [*NAMES, "192.168.1.77"])
    assert certificate(tmp_path).serial_number != first
    assert shown.authority
    shows(shown, shown.authority, "192.168.1.77")
    second = certificate(tmp_path).serial_number
    monkeypatch.setattr(authority, "RENEWED_DAYS", authority.DAYS)
    authority.shown(tmp_path, NAMES)
    assert certificate(tmp_path).serial_number != second
    # Phones trust the authority: that stays.
    assert (tmp_path / "https" / "authority.pem").read_bytes() == root


def test_the_authority_can_vouch_for_nobody_on_the_internet(tmp_path: Path) -> None:
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    shown = authority.shown(tmp_path, NAMES)
    assert shown.authority
    root = x509.load_pem_x509_certificate(shown.authority.read_bytes())
    key = load_pem_private_key((tmp_path / "https" / "authority.key").read_bytes(), None)
    leaf = load_pem_private_key((tmp_path / "https" / "certificate.pem").read_bytes(), None)
    forged = tmp_path / "forged.pem"
    signed = authority._leaf(leaf, ["bank.example"], key, root).public_bytes(authority_encoding())
    forged.write_bytes(signed + authority._spelled(leaf))
    with pytest.raises(ssl.SSLError, match="permitted subtree"):
        shows(authority.Shown((forged,)), shown.authority, "bank.example")


def authority_encoding() -> object:
    from cryptography.hazmat.primitives.serialization import Encoding

    return Encoding.PEM


def test_an_address_that_is_not_private_is_vouched_for_if_it_is_this_computers(tmp_path: Path) -> None:
    shown = authority.shown(tmp_path, [*NAMES, "203.0.113.9"])
    assert shown.authority
    shows(shown, shown.authority, "203.0.113.9")


@pytest.fixture
def brought(tmp_path: Path) -> Certificates:
    return made(tmp_path / "brought", "pad.example")


def test_one_that_is_brought_is_shown_and_read_again_when_it_is_renewed(tmp_path: Path, brought: Certificates) -> None:
    https = tls.Https(tmp_path, lambda: NAMES, [brought.certificate, brought.key])
    shows(https.shown, brought.authority, "pad.example")
    assert https.shown.authority is None
    assert not (tmp_path / "https").exists()
    seen = https._seen
    made(tmp_path / "brought", "pad.example")
    https.renew()
    assert https._seen != seen


def test_what_is_no_certificate_is_said_in_a_sentence(tmp_path: Path, brought: Certificates) -> None:
    brought.key.write_text("no key")
    with pytest.raises(CannotStart, match=r"certificate.pem is no certificate with its key"):
        tls.Https(tmp_path, lambda: NAMES, [brought.certificate, brought.key])
    with pytest.raises(CannotStart, match=r"is no certificate with its key"):
        tls.Https(tmp_path, lambda: NAMES, [tmp_path / "nothing.pem", brought.key])


def test_one_without_its_key_is_asked_for_both(tmp_path: Path) -> None:
    from argparse import Namespace

    with pytest.raises(CannotStart, match="go together"):
        tls.asked(Namespace(certificate=tmp_path, key=None, https=True, host=""), tmp_path, lambda _: NAMES)


MKCERT = """#!{python}
import sys, shutil, pathlib
from tests.certificates import made
if "-CAROOT" in sys.argv:
    print("{folder}")
    sys.exit()
at = made(pathlib.Path("{folder}"), *sys.argv[5:])
shutil.copy(at.authority, "{folder}/rootCA.pem")
shutil.copy(at.certificate, sys.argv[2])
shutil.copy(at.key, sys.argv[4])
"""


def test_mkcert_makes_it_where_that_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin" / "mkcert"
    program.parent.mkdir()
    program.write_text(MKCERT.format(python=sys.executable, folder=tmp_path / "root"))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    shown = authority.shown(tmp_path, NAMES)
    assert shown.authority
    for name in NAMES:
        shows(shown, shown.authority, name)
    assert not list((tmp_path / "https").glob("mkcert*"))
    program.write_text("#!/bin/sh\necho 'no CA here' >&2\nexit 1\n")
    with pytest.raises(CannotStart, match="mkcert made no certificate: no CA here"):
        authority.shown(tmp_path, [*NAMES, "10.0.0.1"])
