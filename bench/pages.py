"""How fast the pad is, as ratios to a plain Flask page.

Two servers run in child processes; this process asks. Each case sends one request to each of WIDTH
matches at a time, so that the server always has work. The cases take turns, many times over, so that
whatever else the computer does falls on all of them; a ratio is taken within one turn. Who writes goes
on seat by seat and round by round, and after some rounds in the next match, as evenings do.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter, sleep
from typing import Protocol

from bench import child
from bench.aims import Found
from bench.client import Answer, Connection, request, together
from bench.streams import Stream
from bench.table import PLAYERS, ROUNDS, Phone, Table, tables

WIDTH = 4
TURNS = 9
SECONDS_A_TURN = 0.5
WARM_UP_SECONDS = 0.2
ON_THE_WAY = 0.01
"""Seconds until a phone that saved or heard of it has asked for the next page, over the air of a house."""

Batch = Callable[[], float]
"""Sends WIDTH requests and returns the seconds until the last answer."""


@dataclass(frozen=True)
class Case:
    name: str
    batch: Batch


class Place(Protocol):
    """Where a phone is: the paths of its page and of the fragment, and its next write."""

    cookie: str

    @property
    def page(self) -> str: ...
    @property
    def sheet(self) -> str: ...
    def write(self) -> bytes: ...


class Plain:
    """The plain page."""

    cookie, page, sheet = "", "/", "/"

    def write(self) -> bytes:
        """It takes no writes: nothing is sent."""
        return b""


class Phones:
    """WIDTH phones, each at a match of its own."""

    def __init__(self, url: str, tables: Sequence[Place]) -> None:
        self.url = url
        self.tables = tables
        self.connections = [Connection(url) for _ in tables]

    def get(self, path: Callable[[Place], str], status: int = 200, etags: list[str] | None = None) -> float:
        extra = [{"If-None-Match": etag} for etag in etags] if etags else [{} for _ in self.tables]
        requests = [
            request(self.url, path(one), {"Cookie": one.cookie, **more})
            for one, more in zip(self.tables, extra, strict=True)
        ]
        return self._timed(requests, lambda answer: answer.status == status)

    def write(self) -> float:
        return self._timed([one.write() for one in self.tables], lambda answer: answer.status < 400)

    def changed(self, path: Callable[[Place], str]) -> float:
        """Writes to each match, which is not timed, then asks for each."""
        self.write()
        return self.get(path)

    def etags(self) -> list[str]:
        asked = [request(self.url, one.sheet, {"Cookie": one.cookie}) for one in self.tables]
        _, answers = together(self.connections, asked)
        return [answer.headers["etag"] for answer in answers]

    def _timed(self, requests: list[bytes], good: Callable[[Answer], bool]) -> float:
        # Whom nothing was asked of for long has hung up.
        self.connections = [Connection(self.url) if one.closed() else one for one in self.connections]
        seconds, answers = together(self.connections, requests)
        for answer in answers:
            if not good(answer):
                raise SystemExit(f"Unexpected answer {answer.status}: {answer.body[:500]!r}")
        return seconds


class Live(Phones):
    """Tables at which another phone keeps its pad open: one phone writes and is led to its pad, the other hears of it
    and asks for the fragment. What is measured is their asking, once they can have: what is made meanwhile is there.
    """

    def __init__(self, url: str, tables: Sequence[Table], guest: str) -> None:
        super().__init__(url, tables)
        self.guest = guest
        self.at = [self._open(one) for one in tables]

    def _open(self, one: Table) -> tuple[str, Stream]:
        return one.page, Stream(self.url, one, self.guest)

    def led(self) -> float:
        """Writes to each match, which is not timed; then who wrote asks for the pad."""
        self._told()
        return self.get(page)

    def heard(self) -> float:
        """Writes to each match, which is not timed; then the other phone asks for the fragment."""
        self._told()
        asked = [request(self.url, one.sheet, {"Cookie": self.guest}) for one in self.tables]
        return self._timed(asked, lambda answer: answer.status == 200)

    def _told(self) -> None:
        writes = [one.write() for one in self.tables]
        pads = {one.page for one in self.tables}
        for number, one in enumerate(self.tables):
            if self.at[number][0] != one.page:
                self.at[number][1].close()
                self.at[number] = self._open(one)
        self._timed(writes, lambda answer: answer.headers["location"] in pads)
        for _, stream in self.at:
            stream.wait()
        sleep(ON_THE_WAY)


def page(one: Place) -> str:
    return one.page


def sheet(one: Place) -> str:
    return one.sheet


def cases(hello_url: str, pad_url: str) -> list[Case]:
    """Returns what is measured, the plain page first."""
    plain = Phones(hello_url, [Plain()] * WIDTH)
    folder = child.folder_of(pad_url)
    pads = Phones(pad_url, tables(pad_url, folder, WIDTH))
    guest = Phone(pad_url)
    live = Live(pad_url, tables(pad_url, folder, WIDTH, guest=guest), guest.cookie)
    return [
        Case("plain Flask page", lambda: plain.get(page)),
        Case("pad page, unchanged", lambda: pads.get(page)),
        Case("pad page, nobody listens", lambda: pads.changed(page)),
        Case("fragment, unchanged", lambda: pads.get(sheet)),
        Case("fragment, nobody listens", lambda: pads.changed(sheet)),
        Case("pad page after a change", live.led),
        Case("fragment after a change", live.heard),
        Case("fragment, not modified (304)", unmodified(pads)),
        Case("a saved hand", pads.write),
    ]


def unmodified(pads: Phones) -> Batch:
    """Returns a batch that asks with the tags of now, which it fetches first, not timed."""
    return lambda: pads.get(sheet, 304, pads.etags())


def rate(batch: Batch, seconds: float) -> float:
    """Returns requests per second, over the timed part of as many batches as start in these seconds."""
    end = perf_counter() + seconds
    batches, timed = 0, 0.0
    while batches == 0 or perf_counter() < end:
        timed += batch()
        batches += 1
    return batches * WIDTH / timed


def measure(measured: list[Case]) -> list[list[float]]:
    """Returns the rates of each turn, in the order of the cases."""
    for case in measured:
        rate(case.batch, WARM_UP_SECONDS)
    return [[rate(case.batch, SECONDS_A_TURN) for case in measured] for _ in range(TURNS)]


AIMS = {
    "a saved hand": 8,
    "pad page after a change": 22,
    "fragment after a change": 22,
    "pad page, unchanged": 38,
    "fragment, unchanged": 37,
    "fragment, not modified (304)": 47,
}
"""Percent of the plain page."""


def report(measured: list[Case], turns: list[list[float]]) -> list[Found]:
    """Print the rates; returns what was aimed at."""
    found = {}
    print(f"Mojo, {ROUNDS} rounds × {PLAYERS} players, {WIDTH} matches; median (lowest–highest) of {TURNS} turns")
    print(f"{'':30}{'of the plain page':>22}{'requests/s':>14}")
    for index, case in enumerate(measured):
        ratios = [100 * turn[index] / turn[0] for turn in turns]
        spread = f"{median(ratios):.1f} % ({min(ratios):.1f}–{max(ratios):.1f})"
        print(f"{case.name:30}{spread:>22}{median(turn[index] for turn in turns):>14,.0f}")
        found[case.name] = median(ratios)
    return [Found(f"{name}, of a plain page", found[name], aim, "%", least=True) for name, aim in AIMS.items()]


def main() -> list[Found]:
    """Measure and print; returns what was aimed at."""
    with child.hello() as hello_url, child.companion() as pad_url:
        measured = cases(hello_url, pad_url)
        return report(measured, measure(measured))


if __name__ == "__main__":
    main()
