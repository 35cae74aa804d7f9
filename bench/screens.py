"""How fast the digital table is, as ratios to a plain Flask page, and what thinking bots cost others."""

import re
from itertools import count
from statistics import median
from time import perf_counter
from urllib.parse import urlencode

from bench import child
from bench.aims import Found
from bench.client import request
from bench.pages import WIDTH, Case, Phones, Plain, measure
from bench.table import Phone

BOTS = 4
LOOKS = 400


class Screens:
    """One phone that is handed round between two people; a new match begins when one is over."""

    def __init__(self, url: str) -> None:
        self.phone, self.numbers = Phone(url), count()
        self.begin()
        eyes = re.search(r'name="eyes" value="([\d.]+)"', self.board())
        self.sheet = f"{self.page}/board?eyes={eyes[1] if eyes else 0}"
        self.cookie = self.phone.cookie

    def begin(self) -> None:
        """A match that is long, and its first round."""
        names = [("name", "Ana"), ("name", "Pau"), ("limit", "9000")]
        self.page = f"{self.phone.new(names)}/table"
        self.deal(1)

    def deal(self, round_: int) -> None:
        """The next round."""
        self.phone.post(
            self.page, f"{self.page}/deal", [("round", str(round_)), ("client_id", f"d{next(self.numbers)}")]
        )

    def board(self) -> str:
        """What the phone shows to whoever is to move."""
        shown = self.phone.ask(f"{self.page}/board").body.decode()
        over = re.search(r'data-over="(\d+)"', shown)
        if over:
            self.deal(int(over[1]) + 1)
            shown = self.phone.ask(f"{self.page}/board").body.decode()
        eyes = re.search(r"eyes=([\d.]+)", shown)
        assert eyes, shown
        return self.phone.ask(f"{self.page}/board?eyes={eyes[1]}").body.decode()

    def write(self) -> bytes:
        """The next move: the first that is offered."""
        shown = self.board()
        # The form of the hand is the first one on the page.
        found = re.findall(r'name="(csrf_token|seat|seen|eyes)"[^>]* value="([^"]*)"', shown)
        fields = dict(reversed(found))
        move = re.search(r'name="move" value="([^"]+)"', shown)
        assert move, shown
        form = {**fields, "move": move[1], "client_id": f"m{next(self.numbers)}"}
        headers = {"Cookie": self.phone.cookie, "HX-Request": "true"}
        return request(self.phone.url, f"{self.page}/move", headers, urlencode(form).encode())


def cases(hello_url: str, url: str) -> list[Case]:
    """What is measured, the plain page first."""
    plain = Phones(hello_url, [Plain()] * WIDTH)
    tables = Phones(url, [Screens(url) for _ in range(WIDTH)])
    return [
        Case("plain Flask page", lambda: plain.get(lambda one: one.page)),
        Case("table page, unchanged", lambda: tables.get(lambda one: one.page)),
        Case("table fragment, unchanged", lambda: tables.get(lambda one: one.sheet)),
        Case("a move, with its answer", tables.write),
    ]


def beside_bots(url: str) -> tuple[list[float], list[float]]:
    """Seconds for a pad page while nothing else happens, and while strong bots play at another table."""
    phone = Phone(url)
    pad = phone.new([("name", "Ana"), ("name", "Pau")])
    alone = looks(phone, pad)
    bots = [pair for seat in range(BOTS) for pair in (("name", f"Bot {seat}"), ("plays", "strong"))]
    other = f"{phone.new([*bots, ('limit', '9000')])}/table"
    phone.post(other, f"{other}/deal", [("round", "1"), ("client_id", "bots")])
    return alone, looks(phone, pad)


def looks(phone: Phone, pad: str) -> list[float]:
    """How long each of many looks at a page takes, in seconds, shortest first."""
    times = []
    for _ in range(LOOKS):
        start = perf_counter()
        phone.ask(pad)
        times.append(perf_counter() - start)
    return sorted(times)


def main() -> list[Found]:
    """Measure and print; returns what was aimed at."""
    with child.hello() as hello_url, child.companion() as url:
        measured = cases(hello_url, url)
        turns = measure(measured)
        print(f"The digital table, {WIDTH} matches; median (lowest–highest) of {len(turns)} turns")
        for index, case in enumerate(measured):
            ratios = [100 * turn[index] / turn[0] for turn in turns]
            spread = f"{median(ratios):.1f} % ({min(ratios):.1f}–{max(ratios):.1f})"
            print(f"{case.name:30}{spread:>22}{median(turn[index] for turn in turns):>14,.0f}/s")
        for name, times in zip(("nobody plays", f"{BOTS} strong bots play"), beside_bots(url), strict=True):
            middle, late = (1000 * times[len(times) * part // 100] for part in (50, 99))
            print(f"a pad page while {name}: p50 {middle:.1f} ms, p99 {late:.1f} ms")
    moves = median(100 * turn[-1] / turn[0] for turn in turns)
    return [Found("a move at the table with its answer, of a plain page", moves, 5, "%", least=True)]


if __name__ == "__main__":
    main()
