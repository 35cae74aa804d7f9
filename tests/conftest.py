"""What the rooms' tests share: an app on a fresh database, and phones that use it as browsers do."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import ClassVar, TypeVar

import pytest
from flask import Flask
from flask.testing import FlaskClient
from flask_migrate import upgrade
from hypothesis import HealthCheck, settings
from itsdangerous import URLSafeTimedSerializer
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.test import TestResponse

from companion import create_app
from tests.databases import DEFAULT, SETTINGS, SQLITE, PostgreSQL, close, start_anew
from tests.forms import form_of

T = TypeVar("T")
LONG = os.environ.get("LONG") == "1"
"""`make soak`: random tests run for long. In `make test` they are as many as one waits for."""


def as_many(short: T, long: T) -> T:
    """How many random runs there are, or what they run on."""
    return long if LONG else short


# Random examples are the same on every run, so that a failure can be looked at again.
settings.register_profile(
    "alike",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=as_many(100, 2_000),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("alike")

MEMORY = Path("/dev/shm")
if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 2**31:
    # Every save waits for the disk. In memory, thousands of databases cost nothing, and what is asserted is the same.
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

# Commands speak the language of the computer; tests read the texts that stand in the code.
os.environ.pop("LANGUAGE", None)
os.environ["LC_ALL"] = "C.UTF-8"

PATIENCE = 10.0
"""Seconds in which whatever a test has started comes to its end."""


class Compiled(BytecodeCache):
    """Templates compiled once for each process, whatever apps it makes."""

    codes: ClassVar[dict[str, CodeType | None]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Hand out what was compiled before."""
        bucket.code = self.codes.get(f"{bucket.key} {bucket.checksum}")

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        self.codes[f"{bucket.key} {bucket.checksum}"] = bucket.code


Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Compiled()}


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database at the newest migration, to be copied: migrating for every test would be slow."""
    path = tmp_path_factory.mktemp("database") / "empty.sqlite3"
    app = create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{path}"})
    with app.app_context():
        upgrade()
    close(app)
    return path


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The app of this process: its addresses and templates are compiled once."""
    path = tmp_path_factory.mktemp("house") / "companion.sqlite3"
    return create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{path}"})


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """The PostgreSQL of this process of tests."""
    found = PostgreSQL()
    yield found
    found.close()


@pytest.fixture
def engine_kind(request: pytest.FixtureRequest) -> str:
    """Which database a test runs on."""
    return SQLITE if request.node.get_closest_marker("sqlite") else DEFAULT


@pytest.fixture
def app(
    engine_kind: str, house: Flask, migrated: Path, postgresql: PostgreSQL, caplog: pytest.LogCaptureFixture
) -> Iterator[Flask]:
    """The app as if it had just been started on an empty database; the dealer's shuffles are alike in every run."""
    house = house if engine_kind == SQLITE else postgresql.house
    config, threads = dict(house.config), set(threading.enumerate())
    if engine_kind == SQLITE:
        start_anew(house, migrated)
    else:
        postgresql.start_anew()
    yield house
    late = [thread for thread in threading.enumerate() if thread not in threads and not thread.join(PATIENCE)]
    assert not any(thread.is_alive() for thread in late), "what goes on would write into the next test's database"
    close(house)
    house.config.clear()
    house.config.update(config)
    unprepared = [record for record in caplog.get_records("call") if "not be prepared" in record.getMessage()]
    assert not unprepared, "nobody at the table would notice"


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
        return form_of(self.get(page).text, action)

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

    def join(self, link: str, *seats: int, **tapped: str) -> TestResponse:
        """Open a link as a camera does, and tap the names or the button that it leads to."""
        assert self.get(link).location == "/join"
        return self.send("/join", "/join", **({"seat": [str(seat) for seat in seats]} if seats else {}), **tapped)

    def csrf(self) -> str:
        """A token for posts that come from no form: that of a page at first, then signed as pages do it."""
        with self.client.session_transaction() as session:
            known = session.get("csrf_token")
        if known is None:
            return self.form("/new", "/new")["csrf_token"]
        return str(URLSafeTimedSerializer(self.app.secret_key, salt="wtf-csrf-token").dumps(known))

    def begin(self, *names: str, **options: str) -> Table:
        """Start a match with these people and return its table."""
        form = f"/new?game={options['game']}" if "game" in options else "/new"
        answer = self.send(form, "/new", name=list(names), youngest="0", **options)
        assert answer.status_code == 303, answer.text
        return Table(self, pad_of(answer.location))


def pad_of(location: str) -> str:
    """The pad of the match in which an address is."""
    return "/".join(location.split("/")[:3])


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
        shown = self.phone.get(f"{self.url}/phones").text
        match, watch = re.findall(r'id="(?:watch-)?link"[^>]* value="[a-z]+://[^/"]+(/J/[A-Z2-7]{20})"', shown)
        return match, watch

    def code(self) -> str:
        """The code to read aloud, as the page of the phones shows it."""
        shown = re.search(r'<b class="code"[^>]*>([^<]+)</b>', self.phone.get(f"{self.url}/phones").text)
        assert shown is not None
        return shown[1]

    def guest(self, *seats: int) -> Table:
        """The same match on a new phone that came by the link and said for which seats it enters."""
        phone = Phone(self.phone.app)
        assert phone.join(self.links()[0], *seats).status_code == 303
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
        fields = {"cards": cards, "points": "", "shown": "0", **typed, "closed": "1" if mojo else "-"}
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
