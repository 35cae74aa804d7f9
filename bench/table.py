"""Matches to measure, filled over HTTP as phones would and copied inside the database."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from bench.bulk import copies
from bench.client import Answer, Connection, request

ROUNDS = 10
PLAYERS = 6
HANDS = ("0", "1", "2", "3", "4", "1 2", "3", "4")
"""Small ones, so that the match goes on; the first seat takes the Mojo every time."""
SPARE = 300
"""Copies of a match, so that writing goes on in fresh ones."""


class Phone:
    """A browser as far as it matters here: it keeps its cookie and sends the token of its forms."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.connection = Connection(url)
        self.cookie = ""

    def ask(self, path: str, form: list[tuple[str, str]] | None = None) -> Answer:
        """Opens a page or sends a form; stops the bench when that is refused."""
        body = None if form is None else urlencode(form).encode()
        answer = self.connection.ask(request(self.url, path, {"Cookie": self.cookie}, body))
        if answer.status >= 400:
            raise SystemExit(f"{path} answered {answer.status}: {answer.body[:500]!r}")
        self.cookie = answer.headers.get("set-cookie", self.cookie).partition(";")[0]
        return answer

    def token(self, path: str) -> str:
        """The token of the forms on a page."""
        found = re.search(rb'name="csrf_token"[^>]* value="([^"]+)"', self.ask(path).body)
        assert found, path
        return found[1].decode()

    def post(self, page: str, action: str, form: list[tuple[str, str]]) -> Answer:
        """Fills in a form of a page and sends it."""
        return self.ask(action, [("csrf_token", self.token(page)), *form])

    def new(self, form: list[tuple[str, str]]) -> str:
        """Begins a match; returns its pad, whichever of its pages comes first."""
        return "/".join(self.post("/new", "/new", form).headers["location"].split("/")[:3])

    def begin(self, players: int, rounds: int, limit: int = 9_000) -> str:
        """Begins a match and plays so many rounds with cards; returns its pad."""
        names = [("name", f"Player {seat + 1}") for seat in range(players)]
        pad = self.new([*names, ("limit", str(limit))])
        for round_ in range(1, rounds + 1):
            for seat in range(players):
                sheet = f"{pad}/r/{round_}/s/{seat}/edit"
                self.post(sheet, sheet, hand(seat))
        # The last save's notice waits in the cookie: a person's phone has shown it by now.
        self.ask(pad)
        return pad

    def come(self, host: "Phone", pad: str, seats: Iterable[int]) -> None:
        """Comes to a match by the link that its host shows, to enter for some seats."""
        link = re.search(rb'id="link"[^>]* value="https?://[^/"]+(/J/[A-Z2-7]+)"', host.ask(f"{pad}/phones").body)
        assert link, "the page of the phones shows no link"
        self.ask(link[1].decode())
        self.post("/join", "/join", [("seat", str(seat)) for seat in seats])


def hand(seat: int) -> list[tuple[str, str]]:
    """What a seat types."""
    return [("cards", HANDS[seat]), *([("closed", "1")] if seat == 0 else [])]


@dataclass
class Table:
    """What a phone at one match knows, and which matches it goes on to."""

    phone: Phone
    pads: Sequence[str]
    players: int
    round: int
    """The first round that nobody has entered yet."""
    rounds: int = 1
    """How many rounds are played in a match before the next one begins."""
    at: int = 0
    writes: Iterator[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self.cookie = self.phone.cookie
        self.writes = self._writes()

    @property
    def page(self) -> str:
        """The path of the pad."""
        return self.pads[self.at]

    @property
    def sheet(self) -> str:
        """The path of the fragment, which has an ETag."""
        return f"{self.page}/sheet"

    def write(self) -> bytes:
        """The bytes of the next hand that is saved: seat by seat, round by round, match by match."""
        return next(self.writes)

    def _writes(self) -> Iterator[bytes]:
        token = self.phone.token("/new")
        self.cookie = self.phone.cookie
        while True:
            for round_ in range(self.round, self.round + self.rounds):
                for seat in range(self.players):
                    path = f"{self.page}/r/{round_}/s/{seat}/edit"
                    form = [("csrf_token", token), ("client_id", f"{self.at} {round_} {seat}"), *hand(seat)]
                    yield request(self.phone.url, path, {"Cookie": self.cookie}, urlencode(form).encode())
            if self.at + 1 == len(self.pads):
                raise SystemExit("There are no more matches to write in: make more copies.")
            self.at += 1
            # Whoever writes has looked at the pad before.
            self.phone.connection.ask(request(self.phone.url, self.page, {"Cookie": self.cookie}))


def tables(
    url: str,
    folder: Path,
    number: int,
    players: int = PLAYERS,
    rounds: int = ROUNDS,
    spare: int = SPARE,
    more: int = 4,
    guest: Phone | None = None,
) -> list[Table]:
    """Phones at matches of that many players, that are filled up to a round and go on for some more; `guest`: another
    phone, which comes to all of them and enters for everybody but the first.
    """
    phone = Phone(url)
    first = phone.begin(players, rounds)
    if guest:
        guest.come(phone, first, range(1, players))
    made = [first, *(f"/m/{one}" for one in copies(folder, [first.removeprefix("/m/")], number * spare))]
    return [Table(phone, made[at::number], players, rounds + 1, more) for at in range(number)]


def small_table(url: str) -> Table:
    """A match that begins, on a phone of its own; writing goes on in it, round by round."""
    phone = Phone(url)
    return Table(phone, [phone.begin(PLAYERS, 0)], PLAYERS, 1, rounds=1_000)
