"""A server that is told to stop finishes what was begun, and behind a proxy nobody notices that it was away."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from companion import settings
from tests.conftest import as_many
from tests.servers import Running, behind, free_port, wait_until
from tests.serving import Server, serving
from tests.under_load import under_load

SLOW = """
from gevent import monkey
monkey.patch_all()
import gevent
from flask import Flask, request
from companion import server
from companion.app_state import EXTENSION, AppState
from companion.hub import LocalHub
app = Flask("companion")
app.extensions[EXTENSION] = AppState(LocalHub())
app.config.update(STOP_SECONDS=20.0, DRAIN_SECONDS=0.0)

@app.route("/", methods=["GET", "POST"])
def slowly():
    gevent.sleep(float(request.args.get("for", "0")))
    return "done " + request.get_data(as_text=True)

server.serve(app, "127.0.0.1", 0)
"""


@pytest.fixture
def slow() -> Iterator[Server]:
    """A server whose pages take as long as they are asked to."""
    with serving([sys.executable, "-c", SLOW], settings.CHECKOUT, {**os.environ, "PYTHONIOENCODING": "utf-8"}) as it:
        yield it


@pytest.fixture
def asked(slow: Server) -> Iterator[HTTPConnection]:
    """A connection to it."""
    with closing(HTTPConnection(urlsplit(slow.url).netloc, timeout=30)) as made:
        yield made


def where(server: Server) -> tuple[str, int]:
    return "127.0.0.1", urlsplit(server.url).port or 0


def listens(server: Server) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(where(server)) == 0


def test_a_request_in_progress_is_answered_and_its_connection_closed(slow: Server, asked: HTTPConnection) -> None:
    asked.request("GET", "/?for=1")
    slow.process.send_signal(signal.SIGTERM)
    answer = asked.getresponse()
    assert (answer.read(), answer.headers["Connection"]) == (b"done ", "close")
    assert slow.process.wait(30) == 0


def test_a_request_that_is_still_coming_in_is_answered(slow: Server) -> None:
    with socket.create_connection(where(slow)) as asked:
        asked.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nhe")
        slow.process.send_signal(signal.SIGTERM)
        wait_until(lambda: not listens(slow))
        asked.sendall(b"re")
        said = b"".join(iter(lambda: asked.recv(4096), b""))
    assert said.endswith(b"done here")
    assert slow.process.wait(30) == 0


def test_a_connection_that_only_waits_holds_nothing_up(slow: Server, asked: HTTPConnection) -> None:
    asked.request("GET", "/")
    asked.getresponse().read()
    with socket.create_connection(where(slow)):
        slow.process.send_signal(signal.SIGTERM)
        assert slow.process.wait(10) == 0, "long before the twenty seconds are over"


def test_asked_twice_it_ends_at_once(slow: Server, asked: HTTPConnection) -> None:
    asked.request("GET", "/?for=60")
    wait_until(lambda: listens(slow))
    slow.process.send_signal(signal.SIGTERM)
    wait_until(lambda: not listens(slow))
    slow.process.send_signal(signal.SIGTERM)
    assert slow.process.wait(10) == 0


NGINX = """daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
events {{ }}
http {{
  access_log off; client_body_temp_path {folder}; proxy_temp_path {folder};
  fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};
  upstream companion {{ {servers} keepalive 8; }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://companion;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-Host $http_host;
      # Every form has a client id, so that a write that is asked for twice is done once.
      proxy_next_upstream error timeout http_502 non_idempotent;
      proxy_next_upstream_tries 2;
      add_header X-Served-By $upstream_addr;
    }}
  }}
}}
"""


def nginx(ports: Sequence[int]) -> Callable[[Path, int], Sequence[str]]:
    """nginx before several servers."""
    servers = " ".join(f"server 127.0.0.1:{port} fail_timeout=1s;" for port in ports)

    def configured(folder: Path, port: int) -> Sequence[str]:
        path = folder / "nginx.conf"
        path.write_text(NGINX.format(folder=folder, servers=servers, port=port))
        return ["-c", str(path), "-p", str(folder), "-e", str(folder / "error.log")]

    return configured


class Pair:
    """Two servers on one database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ports = [free_port(), free_port()]
        (folder / "config.py").write_text("PROXIED = 1\nSTOP_SECONDS = 20\n")
        self.running: dict[int, Running] = {}
        self.environment = {**os.environ, "COMPANION_DATA": str(folder), "PYTHONPATH": str(settings.CHECKOUT)}
        self.environment.pop("DATABASE_URL", None)
        # The database is there before two servers want to make it.
        subprocess.run([sys.executable, "-m", "companion", "rebuild"], env=self.environment, check=True, cwd=folder)

    def start(self, port: int) -> None:
        """Start one of them, and wait until it is ready."""
        with pytest.MonkeyPatch.context() as patch:
            for name, text in self.environment.items():
                patch.setenv(name, text)
            self.running[port] = Running(served(port), port, self.folder, answering=ready)
            self.running[port].start()

    def stop(self, port: int) -> int:
        """Ask one of them to stop; its exit code."""
        process = self.running.pop(port).process
        assert process
        process.terminate()
        return process.wait(30)


def ready(port: int) -> bool:
    """Whether a server says that it is ready."""
    asked = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        asked.request("GET", "/readyz")
        return asked.getresponse().status == 200
    except OSError:
        return False
    finally:
        asked.close()


def served_by(proxy: int, port: int) -> bool:
    """Whether the proxy sends somebody to that server."""
    with urlopen(f"http://127.0.0.1:{proxy}/healthz", timeout=30) as answer:
        return str(answer.headers["X-Served-By"]).endswith(f":{port}")


def served(port: int) -> Sequence[str]:
    return [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", str(port)]


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """What is started in a test, and ended after it."""
    with ExitStack() as made:
        yield made


def test_two_servers_are_restarted_in_turn_and_no_phone_behind_the_proxy_notices(
    tmp_path: Path, stack: ExitStack
) -> None:
    pair = Pair(tmp_path)
    for port in pair.ports:
        pair.start(port)
        stack.callback(lambda port=port: pair.running[port].stop() if port in pair.running else None)
    proxy = stack.enter_context(behind("nginx", nginx(pair.ports)))
    with under_load(f"http://127.0.0.1:{proxy.port}", tmp_path):
        for _ in range(as_many(1, 5)):
            for port in pair.ports:
                assert pair.stop(port) == 0
                pair.start(port)
                # Whoever stops both at once is away for a moment.
                wait_until(partial(served_by, proxy.port, port))
