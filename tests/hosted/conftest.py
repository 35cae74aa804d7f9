"""Companion behind a proxy, as deploy/ ships it: nothing is changed in its files but what they say is one's own."""

from __future__ import annotations

import os
import ssl
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.certificates import Certificates, made
from tests.nginx import configured
from tests.servers import Running, behind, free_port, ours
from tests.sources import ROOT

DEPLOY = ROOT / "deploy"
SETTINGS = {"PROXIED": "1", "TRUSTED_HOSTS": "127.0.0.1"}


@dataclass
class House:
    """A proxy and the server behind it; `inner` is the server, which can be stopped, of several the first."""

    url: str
    plain: str
    proxy: Running
    inner: Running
    trusts: ssl.SSLContext
    servers: Sequence[Running]

    def client(self, address: str = "127.0.0.1", **more: object) -> httpx.Client:
        """A phone that speaks HTTP/2, from one of this machine's own addresses."""
        way = httpx.HTTPTransport(http2=True, verify=self.trusts, local_address=address)
        return httpx.Client(base_url=self.url, transport=way, timeout=30, **more)  # type: ignore[arg-type]

    def said(self) -> str:
        """All that proxy and server have written down."""
        return "".join(path.read_text() for one in (self.proxy, self.inner) for path in one.folder.glob("*.log"))


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    """What the proxies show."""
    return made(tmp_path_factory.mktemp("certificates"), "127.0.0.1", "localhost")


def command(how: str, port: int) -> list[str]:
    """What starts the server: the `companion` command, alone or with two workers (without pages of tests), or gunicorn
    with the settings that are shipped.
    """
    if how == "workers":
        return [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", str(port), "--workers=2"]
    if how == "serve":
        return [sys.executable, "-m", "tests.hosted.told", "serve", "--host", "127.0.0.1", "--port", str(port)]
    settings = ["-c", str(DEPLOY / "gunicorn.conf.py")]
    return [sys.executable, "-m", "gunicorn", *settings, "tests.hosted.told:create_app()"]


def prepared(folder: Path, port: int) -> dict[str, str]:
    """The environment of a server with a database of its own, which is there already."""
    data = folder / "data"
    data.mkdir()
    environment = {**os.environ, "COMPANION_DATA": str(data), "COMPANION_BIND": f"127.0.0.1:{port}"}
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", **SETTINGS}
    environment.pop("DATABASE_URL", None)
    subprocess.run([sys.executable, "-m", "companion", "rebuild"], env=environment, check=True, capture_output=True)
    return environment


@pytest.fixture(scope="session", params=["serve", "gunicorn"])
def inner(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The server that the proxy hands everything on to."""
    folder, port = tmp_path_factory.mktemp(request.param), free_port()
    environment = prepared(folder, port)
    with ours(command(request.param, port), port, folder, environment) as it:
        yield it


def nginx(folder: Path, port: int, inner: Sequence[int], at: Certificates, plain: int) -> list[str]:
    """nginx, with https."""
    own = {
        "/etc/letsencrypt/live/cards.example/fullchain.pem": str(at.certificate),
        "/etc/letsencrypt/live/cards.example/privkey.pem": str(at.key),
        "/usr/share/companion/away.html": str(DEPLOY / "away.html"),
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ": f"listen 127.0.0.1:{port} ",
        "cards.example": "127.0.0.1",
    }
    return configured(folder, inner, own)


def caddy(folder: Path, port: int, inner: Sequence[int], at: Certificates, plain: int) -> list[str]:
    """Caddy, which reads what is one's own from its environment."""
    own = {
        "COMPANION_SITE": "127.0.0.1",
        "COMPANION_TLS": f"tls {at.certificate} {at.key}",
        "COMPANION_UPSTREAM": " ".join(f"127.0.0.1:{each}" for each in inner),
        "COMPANION_PAGES": str(DEPLOY),
        "COMPANION_HTTP": str(plain),
        "COMPANION_HTTPS": str(port),
    }
    shipped = DEPLOY / "Caddyfile"
    assert all(name in shipped.read_text() for name in own)
    environment = folder / "environment"
    environment.write_text("".join(f"{name}={mine}\n" for name, mine in own.items()))
    return ["run", "--adapter", "caddyfile", "--config", str(shipped), "--envfile", str(environment)]


PROXIES = {"nginx": nginx, "caddy": caddy}


@contextmanager
def housed(kind: str, at: Certificates, inner: Running, *others: Running) -> Iterator[House]:
    """A proxy of that kind before one server or several."""
    plain, ports = free_port(), [each.port for each in (inner, *others)]
    with behind(kind, lambda folder, port: PROXIES[kind](folder, port, ports, at, plain)) as proxy:
        trusts = ssl.create_default_context(cafile=str(at.authority))
        yield House(
            f"https://127.0.0.1:{proxy.port}", f"http://127.0.0.1:{plain}", proxy, inner, trusts, (inner, *others)
        )


@pytest.fixture(scope="session", params=PROXIES)
def house(request: pytest.FixtureRequest, inner: Running, certificates: Certificates) -> Iterator[House]:
    """A proxy before the server."""
    with housed(request.param, certificates, inner) as it:
        yield it
