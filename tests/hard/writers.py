"""Phones that enter hands without end, as the outbox of a page does: each hand again and again until it is
acknowledged, under one client id.
"""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from itertools import count
from typing import Any

from tests.forms import Form

PATIENCE = 10.0
"""Seconds for which a phone waits for an answer, before it sends again."""
PAUSE = 0.05
"""Seconds after which it tries again."""


class NotNow(Exception):
    """The house did not answer, or said that it cannot just now."""


class Browser:
    """What a phone does over HTTP; it keeps its cookie, whichever server it speaks to."""

    def __init__(self, url: str, cookie: str = "") -> None:
        self.url, self.cookie = url, cookie

    def at(self, url: str) -> Browser:
        """The same phone at another server."""
        return Browser(url, self.cookie)

    def ask(self, path: str, form: dict[str, str] | None = None, wants: str = "text/html") -> tuple[int, str, str]:
        """Status, body and where it leads. Raises NotNow."""
        data = None if form is None else urllib.parse.urlencode(form).encode()
        asked = urllib.request.Request(self.url + path, data, {"Accept": wants, "Cookie": self.cookie})
        try:
            with _opener.open(asked, timeout=PATIENCE) as answer:
                return self._told(answer)
        except urllib.error.HTTPError as refused:
            assert refused.code != 500, f"{path}: {refused.read()[:2000]!r}"
            if refused.code > 500:
                raise NotNow(f"{path} {refused.code}") from None
            with refused:
                return self._told(refused)
        except (OSError, HTTPException) as cut:
            raise NotNow(str(cut)) from None

    def _told(self, answer: Any) -> tuple[int, str, str]:
        if cookie := answer.headers.get("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        return answer.status, answer.read().decode(), answer.headers.get("Location", "")

    def fields(self, page: str, action: str) -> dict[str, str]:
        """The fields of a form on a page."""
        form = Form(action)
        form.feed(self.ask(page)[1])
        assert form.found, f"no form for {action} on {page}"
        return form.fields

    def send(self, page: str, action: str, **typed: Any) -> str:
        """Fill in a form and send it; where it leads."""
        fields = {**self.fields(page, action), **typed}
        pairs = [
            (name, one) for name, value in fields.items() for one in (value if isinstance(value, list) else [value])
        ]
        status, body, where = self.ask(action, pairs)  # type: ignore[arg-type]
        assert status == 303, f"{action}: {status} {body[:2000]}"
        return where


class _Stay(urllib.request.HTTPRedirectHandler):
    """Leads nowhere: what an answer says is what is looked at."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_Stay)


def begin(browser: Browser, names: Sequence[str], **more: Any) -> str:
    """A match; returns the path of its pad."""
    where = browser.send("/new", "/new", name=list(names), youngest="0", limit="9000", **more)
    return "/".join(where.split("/")[:3])


def hand(number: int) -> str:
    """The cards of hand number 0, 1, 2 …: neighbours differ."""
    return f"{number % 13} {number // 13 % 13}"


@dataclass
class Writer:
    """One phone at one seat. `acknowledged`: the client id of each hand that was, with its cards."""

    browser: Browser
    pad: str
    seat: int
    acknowledged: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    refused: int = 0
    over: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.thread = threading.Thread(target=self._write, daemon=True)

    def _write(self) -> None:
        sheet = f"{self.pad}/r/1/s/{self.seat}/edit"
        fields: dict[str, str] = {}
        while not fields and not self.over.wait(PAUSE):
            with suppress(NotNow):
                fields = self.browser.fields(sheet, sheet)
        had = 0
        for number in count():
            if self.over.is_set():
                return
            client, cards = f"{self.seat} {number}", hand(number)
            form = {**fields, "client_id": client, "cards": cards, f"seen/entry/1/{self.seat}": str(had)}
            had = self._until_told(sheet, form)
            self.acknowledged[client] = cards

    def _until_told(self, sheet: str, form: dict[str, str]) -> int:
        """Send it until somebody says what became of it; the number of the record that it is now."""
        while True:
            try:
                status, body, _ = self.browser.ask(sheet, form, "application/json")
            except AssertionError as wrong:
                self.wrong.append(str(wrong))
                self.over.set()
                return 0
            except NotNow:
                self.refused += 1
                # What was sent at the end is sent until it is told, too: the house is there again by then.
                threading.Event().wait(PAUSE)
                continue
            told = json.loads(body) if body.startswith("{") else {}
            if not told.get("saved"):
                self.wrong.append(f"{status} {body[:300]} for {form}")
                self.over.set()
            return int(told.get("now", 0))
