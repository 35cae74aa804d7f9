"""Who connects and says nothing, or says it slowly, takes nothing from those who play."""

from __future__ import annotations

import os
import re
import resource
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion import connections, crowd, settings
from tests.serving import STREAM_AND_SERVE, Server, serving

PATIENCE_SECONDS = 30.0
BODY = 50_000
APP = (
    """
from gevent import monkey
monkey.patch_all()
import gevent
from flask import Flask, request
from companion import server, settings
from companion.app_state import EXTENSION, AppState
from companion.hub import open_hub
app = Flask("companion")
app.extensions[EXTENSION] = AppState(open_hub(None))
app.config.update({**settings.IN_SECONDS, **CONFIG})

@app.get("/")
def hello():
    return "hello"

@app.post("/")
def count():
    return str(len(request.get_data()))

@app.get("/large")
def large():
    return (b"x" * 65536 for _ in range(1000)), {"Content-Type": "text/plain"}
"""
    + STREAM_AND_SERVE
)
QUICK = {"HEAD_SECONDS": 0.5, "BODY_SECONDS": 0.5, "IDLE_SECONDS": 0.5, "ANSWER_SECONDS": 0.5}
SLOW = dict.fromkeys(QUICK, 600.0)


@contextmanager
def running(**config: object) -> Iterator[Server]:
    """A server that is set to something."""
    script = APP.replace("CONFIG", repr(config))
    with serving([sys.executable, "-c", script], settings.CHECKOUT, dict(os.environ)) as child:
        yield child


class Client:
    """A connection to a server, with what somebody sends by hand."""

    def __init__(self, server: Server) -> None:
        found = re.search(r":(\d+)/", server.url)
        assert found is not None
        self.socket = socket.create_connection(("127.0.0.1", int(found[1])), PATIENCE_SECONDS)

    def send(self, text: str) -> Client:
        """Send something."""
        self.socket.sendall(text.encode())
        return self

    def answer(self) -> str:
        """What comes until the other side closes the connection."""
        told = b""
        with suppress(ConnectionResetError):
            while piece := self.socket.recv(65536):
                told += piece
        return told.decode()

    def until(self, end: str) -> Client:
        """Read until something was said."""
        told = ""
        while not told.endswith(end):
            piece = self.socket.recv(65536).decode()
            assert piece, told
            told += piece
        return self


@pytest.fixture
def opened() -> Iterator[Callable[[Server], Client]]:
    """Connections that are closed when the test is over."""
    with ExitStack() as stack:

        def connect(server: Server) -> Client:
            client = Client(server)
            stack.enter_context(client.socket)
            return client

        yield connect


Open = Callable[[Server], Client]
GET = "GET / HTTP/1.1\r\nHost: companion.test\r\n\r\n"
BEAT = ": still here\n\r\n"
POST = "POST / HTTP/1.1\r\nHost: companion.test\r\nContent-Length: {}\r\n\r\n"


def hello(server: Server) -> bytes:
    """What somebody who plays gets."""
    with urlopen(server.url, timeout=PATIENCE_SECONDS) as answer:
        body: bytes = answer.read()
    return body


def files_of(server: Server) -> int:
    """How many files the process of a server has open."""
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def settled(done: Callable[[], bool]) -> None:
    """Return when it is so."""
    until = time.monotonic() + PATIENCE_SECONDS
    while not done():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_half_a_head_is_answered_and_closed_when_its_time_is_over(opened: Open) -> None:
    with running(**QUICK) as server:
        half = opened(server).send("GET / HTTP/1.1\r\nHost: companion")
        assert half.answer().startswith("HTTP/1.1 408 ")
        assert server.stop() == (0, "")


@pytest.mark.parametrize("said", ["", "GE", GET], ids=["nothing", "half a line", "a whole request"])
def test_who_says_nothing_more_is_closed_without_a_word(opened: Open, said: str) -> None:
    with running(**QUICK) as server:
        silent = opened(server).send(said)
        assert silent.answer().count("HTTP/1.1") == (said == GET)
        assert server.stop() == (0, "")


def test_a_head_that_comes_letter_by_letter_gets_no_more_time_for_it(opened: Open) -> None:
    with running(**QUICK) as server:
        drip = opened(server)
        with pytest.raises(OSError):
            for _ in range(int(PATIENCE_SECONDS / 0.05)):
                drip.send("X: y\r\n" if _ else "GET / HTTP/1.1\r\n")
                time.sleep(0.05)
        assert server.stop() == (0, "")


def test_half_a_body_is_cut_when_its_time_is_over_and_the_page_is_told(opened: Open) -> None:
    with running(**QUICK) as server:
        half = opened(server).send(POST.format(BODY) + "x" * 10)
        assert half.answer().startswith("HTTP/1.1 408 ")
        assert hello(server) == b"hello"
        assert server.stop() == (0, "")


def test_a_long_body_that_keeps_coming_gets_more_time(opened: Open) -> None:
    with running(**QUICK) as server:
        long = opened(server).send(POST.format(BODY))
        for _ in range(10):
            long.send("x" * (BODY // 10))
            time.sleep(0.1)
        assert long.answer().endswith(str(BODY))


def test_a_body_that_nobody_reads_is_thrown_away_up_to_an_end(opened: Open) -> None:
    with running(**SLOW) as server:
        vast = opened(server).send(
            "POST /events HTTP/1.1\r\nHost: companion.test\r\nContent-Length: 9999999999\r\n\r\n"
        )
        with pytest.raises(OSError):
            for _ in range(2 * connections.MOST_BODY // 65536 + 200):
                vast.send("x" * 65536)
        assert server.stop() == (0, "")


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (f"GET /{'x' * 9000} HTTP/1.1\r\n\r\n", 414),
        ("GET / HTTP/1.1\r\n" + "".join(f"X-{at}: y\r\n" for at in range(200)) + "\r\n", 400),
        (f"GET / HTTP/1.1\r\nCookie: {'x' * 60_000}\r\nHost: companion.test\r\n\r\n", 431),
        ("GET / HTTP/7\r\n\r\n", 400),
        ("GET /J/SECRET nonsense\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nContent-Length: many\r\n\r\n", 400),
    ],
    ids=["line", "headers", "head", "version", "nonsense", "length"],
)
def test_a_head_that_cannot_be_is_refused_and_nothing_of_it_is_logged(opened: Open, head: str, status: int) -> None:
    with running(**SLOW) as server:
        assert opened(server).send(head).answer().startswith(f"HTTP/1.1 {status} ")
        assert hello(server) == b"hello"
        assert server.stop() == (0, "")


def test_several_requests_sent_at_once_are_all_answered(opened: Open) -> None:
    with running(**QUICK) as server:
        assert opened(server).send(POST.format(3) + "abc" + GET * 3).answer().count("hello") == 3


def test_a_stream_is_not_cut_however_long_it_lasts_and_however_many_want_its_place(opened: Open) -> None:
    with running(**QUICK, CONNECTIONS=4) as server:
        stream = opened(server).send(GET.replace(" / ", " /events ")).until(BEAT)
        for _ in range(10):
            opened(server).send("GET / HT")
        assert hello(server) == b"hello"
        began = time.monotonic()
        while time.monotonic() < began + 3 * QUICK["IDLE_SECONDS"]:
            stream.until(BEAT)


def test_who_does_not_take_an_answer_is_cut(opened: Open) -> None:
    with running(**QUICK) as server:
        before = files_of(server)
        opened(server).send(GET.replace(" / ", " /large "))
        settled(lambda: files_of(server) > before)
        settled(lambda: files_of(server) == before)
        assert server.stop() == (0, "")


def test_hundreds_of_half_sent_requests_hold_up_nobody_and_leave_no_file_open(opened: Open) -> None:
    """They come from the address that the family has, behind one router, and their time is long."""
    with running(**SLOW, CONNECTIONS=100) as server:
        before = files_of(server)
        kept = opened(server).send(GET).until("hello")
        halves = []
        for at in range(400):
            halves.append(opened(server).send(("GET / HTTP/1.1\r\nHost: x", POST.format(9) + "half", "")[at % 3]))
            if at % 20 == 0:
                assert hello(server) == b"hello"
        kept.send(GET).until("hello")  # Who has played before is the last to make room.
        settled(lambda: files_of(server) <= before + 101)
        for half in halves:
            half.socket.close()
        kept.socket.close()
        settled(lambda: files_of(server) == before)
        assert server.stop() == (0, "")


def test_half_sent_requests_are_cut_and_their_files_are_free_again(opened: Open) -> None:
    with running(**QUICK) as server:
        before = files_of(server)
        for _ in range(300):
            opened(server).send("GET / HTTP/1.1\r\nHost: x")
            # They stay open on this side.
        settled(lambda: files_of(server) == before)
        assert hello(server) == b"hello"


def test_where_all_are_at_work_a_newcomer_is_told_to_come_again(opened: Open) -> None:
    with running(**SLOW, CONNECTIONS=3) as server:
        streams = [opened(server).send(GET.replace(" / ", " /events ")) for _ in range(3)]
        for stream in streams:
            stream.until(BEAT)
        told = opened(server).answer()
        assert told.startswith("HTTP/1.1 503 ")
        assert "Retry-After: 10" in told
        streams[0].socket.close()
        settled(lambda: "hello" in opened(server).send(GET.replace("Host", "Connection: close\r\nHost")).answer())


def test_the_process_may_have_as_many_files_as_it_can_get(opened: Open) -> None:
    del opened
    with running() as server:
        soft, hard = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        assert soft == min(hard, crowd.MANY)
