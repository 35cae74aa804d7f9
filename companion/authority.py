"""The certificate that `companion serve --https` shows: the family's own, or one by an authority at home.

That is mkcert's, if the program is installed, else one of ours, which can vouch for addresses at home and for nothing
else: whoever steals its key cannot pretend to be a bank. Both lie in the data folder, under https/.
"""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.games.why import N_
from companion.settings import CannotStart
from companion.terminal import spoken

if TYPE_CHECKING:
    from cryptography import x509

AT_HOME = ("localhost", "local", "lan", "home", "internal", "home.arpa", "fritz.box")
NETWORKS: tuple[str, ...] = (
    "127.0.0.0/8",
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "100.64.0.0/10",
)
NETWORKS += ("::1/128", "fc00::/7", "fe80::/10")
"""For what our authority can vouch: the endings of names, and the networks, that are nobody's on the internet."""
AUTHORITY_DAYS, DAYS, RENEWED_DAYS = 3650, 365, 30
"""How long an authority and a certificate are good (Apple takes none that is good for more than 825 days), and how many
days before its end the latter is made anew.
"""
NO_PROGRAM = N_(
    'For https, install mkcert, or: pip install "companion[https]". Or bring a certificate: '
    "companion serve --https --certificate FILE --key FILE"
)
UNFIT = N_("%(file)s is no certificate with its key that can be shown (%(detail)s).")
MKCERT = N_("mkcert made no certificate: %(detail)s")


@dataclass(frozen=True, slots=True)
class Shown:
    """What phones are shown. `files`: the certificate, and its key if that lies apart; `authority`: where the
    certificate lies that a phone has to trust first.
    """

    files: tuple[Path, ...]
    authority: Path | None = None


def shown(folder: Path, names: Sequence[str], brought: Sequence[Path] = ()) -> Shown:
    """What to show under these names and addresses; made now if there is none that is good for all of them, and for a
    while. Raises CannotStart with a sentence, OSError if it cannot be written.
    """
    if brought:
        return Shown(tuple(brought))
    home = folder / "https"
    home.mkdir(mode=0o700, exist_ok=True)
    with _alone(home):
        return _shown(home, names)


@contextmanager
def _alone(home: Path) -> Iterator[None]:
    """Of several workers one looks and makes at a time: a key of one and an authority of the other fit nothing."""
    try:
        import fcntl
    except ModuleNotFoundError:  # Windows, which has no workers.
        yield
        return
    with (home / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _shown(home: Path, names: Sequence[str]) -> Shown:
    made = home / "certificate.pem"
    authority = home / "authority.pem"
    mkcert = shutil.which("mkcert")
    try:
        from cryptography import x509
    except ModuleNotFoundError:
        if not mkcert:
            raise CannotStart(spoken(NO_PROGRAM)) from None
    else:
        if made.exists() and authority.exists() and _good(x509.load_pem_x509_certificate(made.read_bytes()), names):
            return Shown((made,), authority)
    if mkcert:
        _by_mkcert(mkcert, home, names)
    else:
        _by_ours(home, names)
    return Shown((made,), authority)


def _good(certificate: x509.Certificate, names: Sequence[str]) -> bool:
    """Whether it has all names, and stays good for a while."""
    from cryptography import x509

    said = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    has = {*said.get_values_for_type(x509.DNSName), *map(str, said.get_values_for_type(x509.IPAddress))}
    return has >= set(names) and certificate.not_valid_after_utc - datetime.now(UTC) > timedelta(days=RENEWED_DAYS)


def _write(path: Path, text: bytes) -> None:
    """Give a file its text in one step, readable by its owner only."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(text)
    draft.replace(path)


def _by_mkcert(program: str, home: Path, names: Sequence[str]) -> None:
    drafts = [home / f"mkcert.{secrets.token_hex(8)}" for _ in range(2)]
    command = [program, "-cert-file", str(drafts[0]), "-key-file", str(drafts[1]), *names]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
        asked = subprocess.run([program, "-CAROOT"], check=True, capture_output=True, text=True, timeout=60)
        _write(home / "authority.pem", (Path(asked.stdout.strip()) / "rootCA.pem").read_bytes())
        _write(home / "certificate.pem", b"\n".join(each.read_bytes() for each in drafts))
    except (subprocess.SubprocessError, OSError) as problem:
        said = (getattr(problem, "stderr", None) or str(problem)).strip()
        raise CannotStart(spoken(MKCERT, detail=said.rpartition("\n")[2])) from None
    finally:
        for each in drafts:
            each.unlink(missing_ok=True)


def _by_ours(home: Path, names: Sequence[str]) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    pem = serialization.Encoding.PEM
    key_file, authority_file = home / "authority.key", home / "authority.pem"
    there = key_file.exists() and authority_file.exists()
    if not there or not _permits(x509.load_pem_x509_certificate(authority_file.read_bytes()), names):
        key = ec.generate_private_key(ec.SECP256R1())
        _write(key_file, _spelled(key))
        _write(authority_file, _authority(key, names).public_bytes(pem))
    root = serialization.load_pem_private_key(key_file.read_bytes(), None)
    authority = x509.load_pem_x509_certificate(authority_file.read_bytes())
    leaf = ec.generate_private_key(ec.SECP256R1())
    _write(home / "certificate.pem", _leaf(leaf, names, root, authority).public_bytes(pem) + _spelled(leaf))


def _spelled(key: Any) -> bytes:
    from cryptography.hazmat.primitives import serialization as into

    text: bytes = key.private_bytes(into.Encoding.PEM, into.PrivateFormat.PKCS8, into.NoEncryption())
    return text


def _begun(subject: str, issuer: x509.Name | None, key: Any, days: int) -> x509.CertificateBuilder:
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, subject)])
    # A day back: the clock of a phone, or of a Raspberry Pi, may be wrong.
    since = datetime.now(UTC) - timedelta(days=1)
    named = x509.CertificateBuilder().subject_name(name).issuer_name(issuer or name)
    named = named.public_key(key.public_key()).serial_number(x509.random_serial_number())
    return named.not_valid_before(since).not_valid_after(since + timedelta(days=days))


def _usage(signs: bool) -> x509.KeyUsage:
    from cryptography import x509

    return x509.KeyUsage(not signs, False, False, False, False, signs, signs, False, False)


def _authority(key: Any, names: Sequence[str]) -> x509.Certificate:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes

    built = _begun(f"Companion ({socket.gethostname()})"[:64], None, key, AUTHORITY_DAYS)
    built = built.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    built = built.add_extension(_usage(signs=True), critical=True)
    built = built.add_extension(x509.NameConstraints(_permitted(names), None), critical=True)
    built = built.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    return built.sign(key, hashes.SHA256())


def _leaf(key: Any, names: Sequence[str], root: Any, authority: x509.Certificate) -> x509.Certificate:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.x509.oid import ExtendedKeyUsageOID

    said = x509.SubjectAlternativeName(
        [x509.IPAddress(at) if (at := address(it)) else x509.DNSName(it) for it in names]
    )
    built = _begun("Companion", authority.subject, key, DAYS)
    built = built.add_extension(said, critical=False).add_extension(_usage(signs=False), critical=True)
    built = built.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    built = built.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(root.public_key())
    return built.add_extension(issuer, critical=False).sign(root, hashes.SHA256())


def address(name: str) -> Any:
    """The address that a text spells, or None for a name."""
    try:
        return ip_address(name)
    except ValueError:
        return None


def _permitted(names: Sequence[str]) -> list[x509.GeneralName]:
    """For what our authority can vouch: what is nobody's on the internet, and these."""
    from cryptography import x509

    said: list[x509.GeneralName] = [x509.DNSName(name) for name in (*AT_HOME, *names) if not address(name)]
    networks = [ip_network(network) for network in NETWORKS]
    own = [ip_network(at) for name in names if (at := address(name)) and not any(at in each for each in networks)]
    return [*dict.fromkeys(said), *map(x509.IPAddress, (*networks, *own))]


def _permits(authority: x509.Certificate, names: Sequence[str]) -> bool:
    """Whether an authority of ours can vouch for these names. A network that is nobody's has any address."""
    from cryptography import x509

    said = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    return {*said} >= {*_permitted(names)} and authority.not_valid_after_utc - datetime.now(UTC) > timedelta(days=DAYS)


def load(context: ssl.SSLContext, what: Shown) -> None:
    """Show it from now on. Raises CannotStart for what is no certificate with its key."""
    try:
        context.load_cert_chain(what.files[0], what.files[-1])
    except (OSError, ssl.SSLError) as problem:
        raise CannotStart(spoken(UNFIT, file=what.files[0], detail=problem)) from None
