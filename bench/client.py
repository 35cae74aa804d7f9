"""A light HTTP client: one socket kept open, requests as bytes, so that the server is what is measured."""

import select
import socket
from collections.abc import Mapping
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlsplit


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


def request(url: str, path: str, headers: Mapping[str, str] | None = None, form: bytes | None = None) -> bytes:
    """Returns the bytes of a GET, or of a POST when there is a form (already url-encoded)."""
    lines = [f"{'GET' if form is None else 'POST'} {path} HTTP/1.1", f"Host: {urlsplit(url).netloc}"]
    if form is not None:
        lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(form)}"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return "\r\n".join([*lines, "", ""]).encode() + (form or b"")


class Connection:
    """A keep-alive connection to a server on this computer."""

    def __init__(self, url: str) -> None:
        where = urlsplit(url)
        assert where.hostname and where.port, url
        self.socket = socket.create_connection((where.hostname, where.port), timeout=20)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def answer(self) -> Answer:
        """Reads one answer to its last byte. Raises ConnectionError if the server closes before that."""
        while (end := self.rest.find(b"\r\n\r\n")) < 0:
            self._more()
        first, *lines = self.rest[:end].decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        status = int(first.split(" ", 2)[1])
        size = 0 if status in (204, 304) else int(headers["content-length"])
        end += 4
        while len(self.rest) < end + size:
            self._more()
        body, self.rest = self.rest[end : end + size], self.rest[end + size :]
        return Answer(status, headers, body)

    def ask(self, data: bytes) -> Answer:
        self.send(data)
        return self.answer()

    def _more(self) -> None:
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError("the server closed the connection")
        self.rest += data

    def closed(self) -> bool:
        """Whether the server has closed it, for nothing was asked for long; browsers open another one then."""
        poll = select.poll()
        poll.register(self.socket, select.POLLIN)
        return bool(poll.poll(0))

    def close(self) -> None:
        self.socket.close()


def together(connections: list[Connection], requests: list[bytes]) -> tuple[float, list[Answer]]:
    """Sends one request on each connection, then reads all answers; returns the seconds and the answers."""
    start = perf_counter()
    for connection, data in zip(connections, requests, strict=True):
        connection.send(data)
    answers = [connection.answer() for connection in connections]
    return perf_counter() - start, answers
