"""A match to measure: 10 rounds of 6 players, filled over HTTP as phones would."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from urllib.parse import urlencode

from bench.client import Answer, Connection, request

ROUNDS = 10
PLAYERS = 6
HANDS = ("0", "1", "2", "3", "4", "1 2")
"""Small ones, so that the match goes on after ROUNDS rounds; the first seat takes the Mojo every time."""


@dataclass(frozen=True)
class Table:
    """What a phone at one match knows."""

    cookie: str
    """The value of its Cookie header."""
    page: str
    """The path of the pad, GET /m/<id>."""
    sheet: str
    """The path of the fragment, GET /m/<id>/sheet, which has an ETag."""
    write: Callable[[], bytes]
    """Makes the bytes of the next write of an entry. Each call's request must be accepted (status below
    400) and raise the match's version: another value than the last, with the number it saw and a client
    id of its own."""


def table(base_url: str) -> Table:
    """Opens a match of PLAYERS on a fresh phone and fills ROUNDS rounds; returns what measuring needs."""
    phone = _Phone(base_url)
    names = [("name", f"Player {seat + 1}") for seat in range(PLAYERS)]
    pad = phone.post("/new", "/new", names).headers["location"]
    for round_ in range(1, ROUNDS + 1):
        for seat, cards in enumerate(HANDS):
            sheet = f"{pad}/r/{round_}/s/{seat}/edit"
            phone.post(sheet, sheet, [("cards", cards), *([("closed", "1")] if seat == 0 else [])])
    # The last save's notice waits in the cookie: a person's phone has shown it by now.
    phone.ask(pad)
    return Table(phone.cookie, pad, f"{pad}/sheet", phone.writer(f"{pad}/r/{ROUNDS + 1}/s/0/edit"))


def small_table(base_url: str) -> Table:
    """Opens a match of PLAYERS on a fresh phone, without a round yet."""
    phone = _Phone(base_url)
    pad = phone.post("/new", "/new", [("name", f"Player {seat + 1}") for seat in range(PLAYERS)]).headers["location"]
    return Table(phone.cookie, pad, f"{pad}/sheet", phone.writer(f"{pad}/r/1/s/0/edit"))


class _Phone:
    """A browser as far as it matters here: it keeps its cookie and sends the token of its forms."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.connection = Connection(url)
        self.cookie = ""

    def ask(self, path: str, form: list[tuple[str, str]] | None = None) -> Answer:
        body = None if form is None else urlencode(form).encode()
        answer = self.connection.ask(request(self.url, path, {"Cookie": self.cookie}, body))
        if answer.status >= 400:
            raise SystemExit(f"{path} answered {answer.status}: {answer.body[:500]!r}")
        self.cookie = answer.headers.get("set-cookie", self.cookie).partition(";")[0]
        return answer

    def token(self, path: str) -> str:
        found = re.search(rb'name="csrf_token"[^>]* value="([^"]+)"', self.ask(path).body)
        assert found, path
        return found[1].decode()

    def post(self, page: str, action: str, form: list[tuple[str, str]]) -> Answer:
        return self.ask(action, [("csrf_token", self.token(page)), *form])

    def writer(self, path: str) -> Callable[[], bytes]:
        """Returns what makes the next write: the hand of an open round changes between two values."""
        token, numbers = self.token(path), count()

        def write() -> bytes:
            number = next(numbers)
            form = [
                ("csrf_token", token),
                ("client_id", f"write-{number}"),
                ("seen", str(number)),
                ("cards", "9 4" if number % 2 else "10 3"),
            ]
            return request(self.url, path, {"Cookie": self.cookie}, urlencode(form).encode())

        return write
