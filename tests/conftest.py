"""What the rooms' tests share: an app on a fresh database, and phones that use it as browsers do."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from flask_migrate import upgrade
from werkzeug.test import TestResponse

from companion import create_app
from companion.ledger import db, deals
from companion.live import Bell, bell

SETTINGS = {"TESTING": True, "SECRET_KEY": "for tests only"}


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database at the newest migration, to be copied: migrating for every test would be slow."""
    path = tmp_path_factory.mktemp("database") / "empty.sqlite3"
    app = create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{path}"})
    with app.app_context():
        upgrade()
    close(app)
    return path


@pytest.fixture
def luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dealer's shuffles come out alike in every run."""
    chance = Random(1)
    monkeypatch.setattr(deals.LUCK, "getrandbits", chance.getrandbits)
    monkeypatch.setattr(deals.LUCK, "random", chance.random)


@pytest.fixture
def app(migrated: Path, tmp_path: Path, luck: None) -> Iterator[Flask]:
    """The app on a database of its own."""
    path = tmp_path / "companion.sqlite3"
    shutil.copy(migrated, path)
    Bell.__init__(bell)  # As in a server that was just started.
    made = create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{path}"})
    yield made
    close(made)


def close(app: Flask) -> None:
    """Let go of an app's database."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    app.extensions["companion_memory"].close()


@dataclass
class Form(HTMLParser):
    """The fields that a browser would send from the first form whose action ends with `action`."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    found: bool = False
    inside: bool = False

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the inputs of the wanted form."""
        at = {name: value or "" for name, value in attrs}
        if tag == "form" and not self.found and at.get("action", "").endswith(self.action):
            self.found = self.inside = True
        if not self.inside or tag != "input" or not at.get("name"):
            return
        if at.get("type") not in ("checkbox", "radio") or "checked" in at:
            self.fields[at["name"]] = at.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        """A form ends."""
        self.inside = self.inside and tag != "form"


class Phone:
    """A browser: keeps its cookies, reads the forms of a page and sends them with what a person typed."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client: FlaskClient = app.test_client()

    def get(self, url: str, **more: object) -> TestResponse:
        """Open a page."""
        return self.client.get(url, **more)

    def form(self, page: str, action: str) -> dict[str, str]:
        """The fields of a form on a page, as they stand."""
        form = Form(action)
        form.feed(self.get(page).text)
        assert form.found, f"no form for {action} on {page}"
        return form.fields

    def send(self, page: str, action: str, **typed: str | Sequence[str]) -> TestResponse:
        """Fill in a form of a page and send it; a value of "-" leaves the field out."""
        fields = {**self.form(page, action), **typed}
        return self.client.post(action, data={k: v for k, v in fields.items() if v != "-"})

    def sure(self, page: str, action: str, **typed: str) -> TestResponse:
        """Fill in a form of a page and send it; if what it changes is shown first, say yes."""
        fields = {**self.form(page, action), **typed}
        answer = self.client.post(action, data=fields)
        confirmed = re.search(r'name="confirmed" value="([^"]+)"', answer.text)
        if answer.status_code == 200 and confirmed:
            answer = self.client.post(action, data={**fields, "confirmed": confirmed[1]})
        return answer

    def join(self, link: str) -> TestResponse:
        """Open a link as a camera does, and tap the button that it leads to."""
        assert self.get(link).location == "/join"
        return self.send("/join", "/join")

    def csrf(self) -> str:
        """A token for posts that come from no form."""
        return self.form("/new", "/new")["csrf_token"]

    def begin(self, *names: str, **options: str) -> Table:
        """Start a match with these people and return its table."""
        answer = self.send("/new", "/new", name=list(names), youngest="0", **options)
        assert answer.status_code == 303, answer.text
        return Table(self, answer.location)


@dataclass
class Table:
    """A match as one phone sees it; `url` is its pad."""

    phone: Phone
    url: str

    @property
    def public_id(self) -> str:
        """The public id of the match."""
        return self.url.rsplit("/", 1)[1]

    def pad(self) -> str:
        """The pad's HTML."""
        return self.phone.get(self.url).text

    def links(self) -> tuple[str, str]:
        """The paths of the link to join and of the link that only looks, as the page of the phones shows them."""
        match, watch = re.findall(
            r'value="[a-z]+://[^/"]+(/J/[A-Z2-7]{20})"', self.phone.get(f"{self.url}/phones").text
        )
        return match, watch

    def code(self) -> str:
        """The code to read aloud, as the page of the phones shows it."""
        shown = re.search(r'<b class="code">([^<]+)</b>', self.phone.get(f"{self.url}/phones").text)
        assert shown is not None
        return shown[1]

    def guest(self, *seats: int) -> Table:
        """The same match on a new phone that came by the link and said for which seats it enters."""
        phone = Phone(self.phone.app)
        who = phone.join(self.links()[0]).location
        form = {**phone.form(who, who), "seat": [str(seat) for seat in seats]}
        assert phone.client.post(who, data=form).status_code == 303
        return Table(phone, self.url)

    def watcher(self) -> Table:
        """The same match on a new phone that came by the link that only looks."""
        phone = Phone(self.phone.app)
        assert phone.join(self.links()[1]).status_code == 303
        return Table(phone, self.url)

    def cell(self, round_: int, seat: int) -> str:
        """The address of one cell's story; `/edit` behind it is the entry sheet."""
        return f"{self.url}/r/{round_}/s/{seat}"

    def enter(self, round_: int, seat: int, cards: str = "", mojo: bool = False, **typed: str) -> TestResponse:
        """Enter a hand as a person would: fill in the sheet, save, confirm what is shown if anything is."""
        page = f"{self.cell(round_, seat)}/edit"
        fields = {"cards": cards, "points": "", **typed, "closed": "1" if mojo else "-"}
        answer = self.phone.send(page, page, **fields)
        confirmed = re.search(r'name="confirmed" value="([^"]+)"', answer.text)
        if answer.status_code == 200 and confirmed:
            answer = self.phone.send(page, page, **fields, confirmed=confirmed[1])
        return answer

    def round(self, number: int, *hands: str, mojo: int) -> None:
        """Enter a whole round, one hand a seat."""
        for seat, cards in enumerate(hands):
            answer = self.enter(number, seat, cards, mojo=seat == mojo)
            assert answer.status_code == 303, answer.text


@pytest.fixture
def phone(app: Flask) -> Phone:
    """Ana's phone."""
    return Phone(app)


@pytest.fixture
def stranger(app: Flask) -> Phone:
    """A phone that is in no group."""
    return Phone(app)


@pytest.fixture
def table(phone: Phone) -> Table:
    """A match of Ana, Pau and Zoé, the youngest being Ana."""
    return phone.begin("Ana", "Pau", "Zoé")
