"""Phones that write all the time while servers are stopped, reloaded and started: nobody notices, nothing is lost."""

from __future__ import annotations

import re
import sqlite3
import ssl
import threading
import uuid
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, HTTPSHandler, OpenerDirector, build_opener

from tests.servers import wait_until

WRITERS = 4


class Stay(HTTPRedirectHandler):
    """Goes nowhere: 303 is the answer to a write."""

    def redirect_request(self, *_: Any) -> None:
        """Not followed."""


class Writer:
    """A phone with a match, which writes notes one after the other, and looks at a page in between. `wrong`: whatever
    it was answered that is not as it should be.
    """

    def __init__(self, root: str, trusts: ssl.SSLContext | None = None, looks: str = "/") -> None:
        self.root, self.looks = root, looks
        secure = [HTTPSHandler(context=trusts)] if trusts else []
        self.browser: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()), Stay(), *secure)
        self.browser.addheaders = [("Referer", f"{root}/")]
        self.wrong: list[int | str] = []
        self.written = 0
        self.pad = self._begin()

    def get(self, path: str) -> str:
        """A page. Raises HTTPError."""
        with self.browser.open(f"{self.root}{path}", timeout=30) as answer:
            return str(answer.read().decode())

    def post(self, path: str, page: str, *fields: tuple[str, str]) -> tuple[int, str]:
        """Send a form of a page; the status, and where it leads."""
        hidden = {"csrf_token": token(self.get(page)), "client_id": uuid.uuid4().hex}
        try:
            self.browser.open(f"{self.root}{path}", urlencode([*hidden.items(), *fields]).encode(), timeout=30).close()
        except HTTPError as answer:
            with answer:
                return answer.code, answer.headers.get("Location", "")
        return 200, ""

    def _begin(self) -> str:
        status, where = self.post("/new", "/new", ("name", "Ana"), ("name", "Pau"), ("youngest", "0"))
        assert status == 303, status
        return "/".join(urlsplit(where).path.split("/")[:3])

    def write(self, until: threading.Event) -> None:
        """Write until it is enough; what was not answered as it should be is remembered."""
        while not until.wait(0.05):
            status: int | str
            try:
                self.get(self.looks)
                status, _ = self.post(
                    f"{self.pad}/note", f"{self.pad}/note", ("note", f"{self.pad} {self.written + 1}.")
                )
            except HTTPError as answer:
                answer.close()
                status = answer.code
            except (OSError, HTTPException) as cut:
                status = str(cut)
            if status == 303:
                self.written += 1
            else:
                self.wrong.append(status)


def token(page: str) -> str:
    """The token of the forms of a page."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert found, page[:500]
    return found[1]


@contextmanager
def under_load(
    root: str, data: Path, trusts: ssl.SSLContext | None = None, looks: str = "/"
) -> Iterator[Sequence[Writer]]:
    """Some phones that write until the end of the block; then all has been answered well, and is in the database that
    lies in the data folder. `looks`: another page that has to be there all the time.
    """
    writers, enough = [Writer(root, trusts, looks) for _ in range(WRITERS)], threading.Event()
    threads = [threading.Thread(target=writer.write, args=(enough,)) for writer in writers]
    for thread in threads:
        thread.start()
    try:
        all_go_on(writers)
        yield writers
        all_go_on(writers)
    finally:
        enough.set()
        for thread in threads:
            thread.join(60)
    wrong = [writer.wrong for writer in writers]
    assert wrong == [[]] * WRITERS, wrong
    with closing(sqlite3.connect(data / "companion.sqlite3")) as database:
        stored = "\n".join(database.iterdump())
    for writer in writers:
        lost = [each for each in range(1, writer.written + 1) if f"{writer.pad} {each}." not in stored]
        assert not lost, lost


def all_go_on(writers: Sequence[Writer]) -> None:
    """Wait until each of them has written once more."""
    before = [writer.written for writer in writers]
    wait_until(lambda: all(writer.written > then for writer, then in zip(writers, before, strict=True)))
