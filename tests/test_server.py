"""The server says where it is, takes the port it is given, and stops when it is told to."""

import io
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from urllib.request import urlopen

import pytest
from flask import Flask

from companion import server, settings
from tests.serving import STREAM_AND_SERVE, Server, serving

TWO_PAGES = (
    """
import gc
gc.disable()  # As `companion serve` does while all is imported.
from gevent import monkey
monkey.patch_all()
import gevent
from flask import Flask
from companion import server
from companion.app_state import EXTENSION, AppState
from companion.hub import LocalHub
app = Flask("companion")
app.extensions[EXTENSION] = AppState(LocalHub())
app.config.update(STOP_SECONDS=2.0, DRAIN_SECONDS=0.0)

@app.get("/")
def hello():
    return "hello"

@app.get("/collects")
def collects():
    return str(gc.isenabled())
"""
    + STREAM_AND_SERVE
)


@pytest.fixture
def running() -> Iterator[Server]:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    with serving([sys.executable, "-c", TWO_PAGES], settings.CHECKOUT, environment) as child:
        yield child


@pytest.fixture
def on_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "lan_addresses", lambda: ["192.168.1.20"])


def announced(host: str, encoding: str = "utf-8") -> str:
    paper = io.BytesIO()
    out = io.TextIOWrapper(paper, encoding=encoding)
    server.announce(host, 8000, out)
    return paper.getvalue().decode(encoding)


@pytest.mark.usefixtures("on_a_network")
@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_the_announcement_names_both_addresses_and_draws_a_code(host: str) -> None:
    text = announced(host)
    assert "on this computer:  http://localhost:8000/\n" in text
    assert "in the same network:       http://192.168.1.20:8000/\n" in text
    assert text.count("█") > 100
    assert text.endswith("Press Ctrl-C to stop.\n")


@pytest.mark.usefixtures("on_a_network")
def test_a_terminal_without_blocks_gets_the_address_alone() -> None:
    text = announced("0.0.0.0", "ascii")
    assert "http://192.168.1.20:8000/" in text
    assert text.isascii()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_a_server_for_this_computer_alone_draws_no_code(host: str) -> None:
    text = announced(host)
    assert text.count("http://") == 1
    assert "█" not in text


def test_a_chosen_address_is_the_one_announced() -> None:
    assert announced("10.1.2.3").count("http://10.1.2.3:8000/") == 2
    assert "http://[fd00::7]:8000/" in announced("fd00::7")


def test_without_a_network_there_is_only_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "lan_addresses", list)
    assert announced("0.0.0.0").count("http://") == 1


def test_the_address_on_the_network_is_not_this_computer_talking_to_itself() -> None:
    assert not [address for address in server.lan_addresses() if address.startswith("127.")]


def test_a_busy_port_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(SystemExit, match=f"^Port {port} is in use.*companion serve --port {port + 1}$"):
            server.serve(Flask("companion"), "127.0.0.1", port)


@pytest.mark.parametrize(
    ("host", "port", "sentence"),
    [
        ("127.0.0.1", 70000, "70000 is not a port"),
        ("203.0.113.9", 8000, "203.0.113.9 is not an address of this computer"),
    ],
)
def test_an_address_that_cannot_be_had_is_explained(host: str, port: int, sentence: str) -> None:
    with pytest.raises(SystemExit, match=sentence):
        server.serve(Flask("companion"), host, port)


def test_port_zero_is_announced_with_its_real_number(running: Server) -> None:
    with urlopen(running.url) as answer:
        assert answer.read() == b"hello"


def test_a_server_that_serves_collects_what_is_not_needed_any_more(running: Server) -> None:
    with urlopen(f"{running.url}collects") as page:
        assert page.read() == b"True"


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_without_a_word_when_told_to(running: Server, how: signal.Signals) -> None:
    with urlopen(running.url) as answer:
        answer.read()
    assert running.stop(how) == (0, "")


def test_a_stream_that_does_not_heed_it_holds_up_the_end_for_so_long_as_is_allowed(running: Server) -> None:
    with urlopen(f"{running.url}events") as stream:
        assert stream.readline() == b": still here\n"
        assert running.stop() == (0, "")


@pytest.mark.skipif(sys.platform != "linux", reason="the options pass on in this way on Linux")
def test_a_connection_answers_at_once_and_notices_a_vanished_phone() -> None:
    listener = server.listen("127.0.0.1", 0)
    with listener, socket.create_connection(listener.getsockname()), listener.accept()[0] as connection:
        assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 30_000


@pytest.mark.parametrize("call", [1, 2], ids=["before it accepts", "before it waits"])
def test_told_while_it_begins_it_ends_without_a_word(call: int) -> None:
    told = f"""
calls = []
def lan_addresses():
    calls.append(None)
    if len(calls) == {call}:
        os.kill(os.getpid(), signal.SIGTERM)
        while app_state(app).stopping is False or gevent.sleep(0.1):
            gevent.sleep(0.01)
    return []
server.lan_addresses = lan_addresses
server.serve(app, "0.0.0.0", 0)
"""
    begun = TWO_PAGES.replace('server.serve(app, "127.0.0.1", 0)\n', told)
    begun = begun.replace("import gevent\n", "import os, signal, gevent\nfrom companion.app_state import app_state\n")
    ended = subprocess.run([sys.executable, "-c", begun], cwd=settings.CHECKOUT, capture_output=True, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, b"")
