"""What the phones of a table do, for Locust: hold a stream each, write at a table's pace, fetch what changed.

What counts is the time from a write until the last phone of its table shows it: `reaches four phones`. The tables come
from the file that LOAD_TABLES names (`bench.load.prepare`); LOAD_SITTING is how long all of them take to sit down.
"""

from __future__ import annotations

import json
import os
import random
import re
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import perf_counter
from urllib.parse import urlencode

import gevent
from gevent.event import Event
from gevent.lock import BoundedSemaphore
from locust import User, task
from locust.exception import StopUser

from bench.client import Answer, Connection, request

TABLES = iter([json.loads(line) for line in Path(os.environ["LOAD_TABLES"]).read_text().splitlines()])
SITTING = float(os.environ["LOAD_SITTING"])
PACE, PACE_ON_SCREENS = 45.0, 8.0
"""Seconds between two writes at a table: hands that are entered, moves on screens."""
PATIENCE = 30.0
"""Seconds after which a phone that heard nothing is a failure."""
POLL = 300.0
"""Seconds after which a page asks by itself, as it says, though its stream is well."""
HANDS = ("0", "1", "2", "3")
BEGAN = perf_counter()


class Refused(Exception):
    """A request failed, and was told to Locust."""


class Phone:
    """A browser at a table: a stream, one more connection for all else, and what it shows."""

    def __init__(self, seat: int, cookie: str, token: str, table: Table) -> None:
        self.seat, self.cookie, self.token, self.table = seat, cookie, token, table
        self.connection, self.one_at_a_time = Connection(table.host), BoundedSemaphore()
        self.tag, self.shown, self.html = "", 0, ""
        self.fetch()
        self.busy = [gevent.spawn(self.listen), gevent.spawn(self.poll)]

    def ask(self, path: str, name: str, form: dict[str, str] | None = None, tag: str = "") -> Answer:
        """One request, told to Locust under a name. Raises Refused."""
        headers = {"Cookie": self.cookie, "HX-Request": "true", **({"If-None-Match": tag} if tag else {})}
        body = None if form is None else urlencode(form).encode()
        with self.one_at_a_time:
            start, answer, problem = perf_counter(), None, None
            if self.connection.closed():
                self.connection = Connection(self.table.host)
            try:
                answer = self.connection.ask(request(self.table.host, path, headers, body))
                if answer.status >= 400:
                    problem = Refused(f"{answer.status} {answer.body[:200]!r}")
            except OSError as failed:
                problem = failed
                self.connection = Connection(self.table.host)
            self.table.tell("GET" if form is None else "POST", name, start, problem)
        if answer is None or problem:
            raise Refused
        return answer

    def fetch(self) -> None:
        """What changed: the fragment, as the page's script asks for it."""
        self.keep(self.ask(self.table.fragment, f"{self.table.kind}: fragment", tag=self.tag))

    def keep(self, answer: Answer) -> None:
        """Show what came."""
        if answer.status == 200:
            self.tag, self.html = answer.headers.get("etag", ""), answer.body.decode("utf-8", "replace")

    def poll(self) -> None:
        """Ask now and then, whatever the stream says."""
        gevent.sleep(random.random() * POLL)
        while True:
            with suppress(Refused):
                self.fetch()
            gevent.sleep(POLL)

    def listen(self) -> None:
        """Hold the stream; fetch when it says that there is another version."""
        stream, rest = Connection(self.table.host), b""
        stream.socket.settimeout(None)
        ask = {"Cookie": self.cookie, "Accept": "text/event-stream"}
        stream.send(request(self.table.host, f"{self.table.page}/events?shows=pad", ask))
        while data := stream.socket.recv(4096):
            *events, rest = (rest + data).split(b"\n\n")
            for event in events:
                if found := re.search(rb"data: \d+ (\d+) ", event):
                    self.hear(int(found[1]))
        self.table.tell("SSE", "stream", perf_counter(), Refused("the stream ended"))

    def hear(self, version: int) -> None:
        """The match is at a version: a page that does not show it yet fetches what changed."""
        self.table.heard(self, version)
        if version <= self.shown or self is self.table.writer:
            return
        try:
            self.fetch()
        except Refused:
            return
        self.shows(version)

    def shows(self, version: int) -> None:
        """The page shows a version."""
        self.shown = max(version, self.shown)
        self.table.reached(self, version)


class Table(User):
    """Four phones round one match."""

    def on_start(self) -> None:
        """Sit down: each phone opens its page and its stream."""
        told = next(TABLES, None)
        if told is None:
            raise StopUser
        self.page, self.screens = told["page"], told["screens"]
        self.kind = "screens" if self.screens else "pad"
        self.fragment = f"{self.page}/table/board" if self.screens else f"{self.page}/sheet"
        self.pace = PACE_ON_SCREENS if self.screens else PACE
        self.numbers, self.start, self.wanted = count(), 0.0, 0
        self.deaf: set[int] = set()
        self.waiting: set[int] = set()
        self.done, self.writer = Event(), None
        self.phones = [Phone(seat, *one, self) for seat, one in enumerate(told["phones"])]
        gevent.sleep(max(0.0, SITTING - (perf_counter() - BEGAN)) + random.random() * self.pace)

    def tell(self, kind: str, name: str, start: float, problem: BaseException | None = None) -> None:
        """One measure for Locust's table, once all sit."""
        if perf_counter() - BEGAN > SITTING:
            self.environment.events.request.fire(
                request_type=kind,
                name=name,
                response_time=1000 * (perf_counter() - start),
                response_length=0,
                exception=problem,
                context={},
            )

    @task
    def turn(self) -> None:
        """One write of whoever's turn it is, then the pause that a table makes."""
        with suppress(Refused):
            if self.screens:
                self.move()
            else:
                self.hand()
        gevent.sleep(random.uniform(0.5 * self.pace, 1.5 * self.pace))

    def hand(self) -> None:
        """A seat enters its cards: the sheet, the hand, the page that follows."""
        number = next(self.numbers)
        round_, seat = number // 4 + 1, number % 4
        phone = self.phones[seat]
        sheet = f"{self.page}/r/{round_}/s/{seat}/edit"
        phone.ask(sheet, "pad: entry sheet")
        form = {"client_id": f"{number}", "cards": HANDS[seat], **({"closed": "1"} if seat == 0 else {})}
        self.write(phone, sheet, form, "pad: hand")

    def move(self) -> None:
        """Whoever is to move takes the first move that is offered; the first phone deals the next round."""
        for phone in self.phones:
            if move := re.search(r'name="move" value="([^"]+)"', phone.html):
                fields = dict(reversed(re.findall(r'name="(seat|seen|eyes)"[^>]* value="([^"]*)"', phone.html)))
                form = {**fields, "move": move[1], "client_id": f"m{next(self.numbers)}"}
                return self.write(phone, f"{self.page}/table/move", form, "screens: move")
        phone = self.phones[0]
        if over := re.search(r'data-over="(\d+)"', phone.html):
            form = {"round": str(int(over[1]) + 1), "client_id": f"d{next(self.numbers)}"}
            return self.write(phone, f"{self.page}/table/deal", form, "screens: deal")
        raise Refused

    def write(self, phone: Phone, path: str, form: dict[str, str], name: str) -> None:
        """Send a form and wait until all phones show what it changed."""
        self.done.clear()
        self.wanted = max(one.shown for one in self.phones) + 1
        self.deaf, self.waiting, self.writer = {0, 1, 2, 3}, {0, 1, 2, 3}, phone
        self.start = perf_counter()
        answer = phone.ask(path, name, {"csrf_token": phone.token, **form})
        if answer.status == 303:
            phone.ask(re.sub(r"^https?://[^/]+", "", answer.headers["location"]), f"{self.kind}: next page")
        else:
            phone.keep(answer)
        phone.shows(self.wanted)
        if not self.done.wait(PATIENCE):
            problem = TimeoutError(f"{len(self.waiting)} phones never showed it")
            self.tell("ALL", f"{self.kind}: shown by four phones", self.start, problem)
        if self.screens:
            phone.fetch()
        self.writer = None

    def heard(self, phone: Phone, version: int) -> None:
        """A phone's stream told of a version."""
        if version >= self.wanted and phone.seat in self.deaf:
            self.deaf.discard(phone.seat)
            if not self.deaf:
                self.tell("ALL", f"{self.kind}: told to four phones", self.start)

    def reached(self, phone: Phone, version: int) -> None:
        """A phone shows a version."""
        if version >= self.wanted and phone.seat in self.waiting:
            self.waiting.discard(phone.seat)
            if not self.waiting:
                self.tell("ALL", f"{self.kind}: shown by four phones", self.start)
                self.done.set()
