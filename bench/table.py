"""A match to measure: 10 rounds of 6 players, filled over HTTP as phones would."""

from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 10
PLAYERS = 6


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
    """Opens a match of PLAYERS on a fresh phone and fills ROUNDS rounds; returns what measuring needs.

    Uses client.Connection(base_url).ask(client.request(base_url, path, headers, form)): an answer has
    status, headers (names in lower case; `location`, `set-cookie`) and body (the CSRF token stands in
    it). It is called several times for one server, each time for a new match.
    """
    raise NotImplementedError("the forms of the pad are not filled in here yet")
