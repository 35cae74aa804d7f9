"""Hostile values in every part of every route, in headers, cookies and fields: whatever a client does, its mistake is
never ours.

`make soak` sends a hundred thousand requests; with COMPANION_TEST_DATABASE=postgresql they go there.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.routing import Rule
from werkzeug.test import EnvironBuilder, run_wsgi_app

from tests.conftest import Phone, Table, as_many
from tests.views.playing import TABLES, begin, deal
from tests.views.test_garbage import KEYS, PLAUSIBLE

REQUESTS = as_many(6, 2_000)
"""How many are sent to each route."""

HUGE = (
    "9" * 23,
    "9" * 5000,
    "2147483648",
    "99999999",
    "9223372036854775808",
    "-9223372036854775809",
    "1e400",
    "-1",
    "-0",
)
ODD_NUMBERS = ("", " 1", "+1", "1_0", "0x1", "1.5", "٣", "²", "NaN", "Infinity", "None", "null", "true")
ODD_TEXTS = (
    "\x00", "a\x00b", "\x7f", "\x85", "\u202e", "\ufeff", "é" * 300, "x" * 9000, "🀄" * 50, "%", "%%", "%s", "%(name)s",
    "{0}", "{{7*7}}", "<script>", "'; DROP TABLE matches; --", "..", "../../etc/passwd", "/", "//", "\\", ";", "&", "=",
    "[]", "{}", "\r\n", "\n", "\t", "a b", "`id`", "seen/entry/1/0", "entry/1/0",
)  # fmt: skip
FORM = "application/x-www-form-urlencoded"
HOSTILE = (*HUGE, *ODD_NUMBERS, *ODD_TEXTS)
RAW = (
    "%",
    "%0",
    "%zz",
    "%ff",
    "%c3",
    "%00",
    "%u0041",
    "a=%ff&a=%fe",
    "=",
    "&&&",
    "a[]=1",
    "page=%ff",
    "?",
    "+",
    "%0d%0a",
)
HEADERS = {
    "HTTP_HOST": "|evil.example|a b|[|[::1|[::1]:99999|x:y|x:-1|é|\x00|..|a..b|-|%|user@localhost|localhost/|xn--|*",
    "HTTP_COOKIE": 'companion|companion=|companion=a.b.c|=|;;;|companion=\xff|companion="|\x00|companion=.eJ.x.y',
    "HTTP_ACCEPT_LANGUAGE": "*|;|q=1|en;q=x|en;q=9e999|\xff|pl;q=nan",
    "HTTP_ACCEPT_ENCODING": "gzip;q=x|*;q=|br;q=nan|;;;|\xff|gzip;q=1e999|,,,,,|identity;q=0",
    "HTTP_IF_NONE_MATCH": '"|*|W/|"a|\xff',
    "HTTP_IF_MODIFIED_SINCE": "never|Thu, 99 Foo 9999 99:99:99 GMT|\xff|0|Thu, 01 Jan 0000 00:00:00 +9999",
    "HTTP_RANGE": "bytes=9-1|bytes=-|bytes=99999999999999999999999999-|x=1-2|\xff|bytes=0-0,1-1,2-2",
    "HTTP_IF_RANGE": '\xff|"|never',
    "HTTP_REFERER": "http://[|\xff|//|javascript:x|https://[::1|http://a:99999",
    "HTTP_ORIGIN": "null|http://[|\xff",
    "HTTP_HX_REQUEST": "true|false|\xff",
    "HTTP_HX_BOOSTED": "true|\xff",
    "HTTP_X_CSRFTOKEN": "\xff|a.b.c|",
    "HTTP_X_FORWARDED_FOR": "\xff|a,b,c,d|",
    "HTTP_X_FORWARDED_HOST": "a b|[|\xff|evil.example",
    "HTTP_X_FORWARDED_PROTO": "https|gopher|\xff",
    "CONTENT_TYPE": "|;|multipart/form-data|multipart/form-data; boundary=|application/json|text/plain; charset=x|"
    "application/x-www-form-urlencoded; charset=utf-99|\xff|multipart/form-data; boundary=\xff",
    "CONTENT_LENGTH": "|-1|x|999999999999999999999999999999|1|0",
    "wsgi.url_scheme": "https",
}


@pytest.fixture
def tables(app: Flask) -> list[Table]:
    """Matches on the pad and on screens, as those who play and those who watch see them."""
    ana = Phone(app)
    pad = ana.begin("Ana", "Pau", "Zoé", limit="500")
    pad.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    dealt = [begin(ana, game, "Ana", "Pau") for game in TABLES]
    for each in dealt:
        deal(each)
    return [pad, *dealt, pad.guest(1), dealt[0].watcher()]


class Hostile:
    """Somebody who sends what no page would."""

    def __init__(self, tables: list[Table], luck: Random) -> None:
        self.tables, self.luck = tables, luck
        self.tokens = {id(table): table.phone.csrf() for table in tables}
        self.cookies = {id(table): table.phone.client.get_cookie("companion").value for table in tables}

    def path(self, rule: Rule, table: Table) -> str:
        """An address of the route, some of its parts hostile."""
        true = {"public_id": table.public_id, "round_": "1", "seat": "0", "key": "mojo"}

        def part(found: re.Match[str]) -> str:
            kind, _, name = found[0].strip("<>").rpartition(":")
            named = re.findall(r"[\w-]+", kind.removeprefix("any")) if kind.startswith("any") else [true.get(name, "x")]
            return self.luck.choice(named) if self.luck.random() < 0.6 else self.luck.choice(HOSTILE)

        return re.sub(r"<[^>]+>", part, rule.rule)

    def fields(self) -> MultiDict[str, str]:
        """Fields as a form might have them, with anything in them."""
        names = self.luck.choices((*KEYS, *HOSTILE), k=self.luck.randrange(8))
        return MultiDict([(name, self.luck.choice((*HOSTILE, *PLAUSIBLE))) for name in names])

    def environment(self) -> dict[str, str]:
        """Headers, mostly none."""
        if self.luck.random() < 0.5:
            return {}
        names = self.luck.sample(sorted(HEADERS), k=self.luck.choice((1, 1, 2, 3)))
        long = ("x" * 9000, "x." * 4000) if "wsgi.url_scheme" not in names else ()
        return {name: self.luck.choice((*HEADERS[name].split("|"), *long)) for name in names}

    def send(self, rule: Rule) -> tuple[dict[str, Any], int]:
        """One request to the route, and the status of its answer."""
        table = self.luck.choice(self.tables)
        over = {**self.environment(), "PATH_INFO": self.path(rule, table).encode().decode("latin-1")}
        asked: dict[str, Any] = {"method": self.luck.choice(sorted((rule.methods or set()) - {"OPTIONS"}))}
        if self.luck.random() < 0.2:
            over["QUERY_STRING"] = self.luck.choice(RAW)
        if asked["method"] == "POST":
            over = {"HTTP_X_CSRFTOKEN": self.tokens[id(table)], **over}
            asked["data"] = self.luck.choice(RAW).encode() if self.luck.random() < 0.1 else self.fields()
            asked["content_type"] = FORM
        else:
            asked["query_string"] = self.fields()
        # Without a client between: it would stumble over what it is to send.
        environ = EnvironBuilder(**asked).get_environ()
        environ |= {"HTTP_COOKIE": f"companion={self.cookies[id(table)]}", **over}
        body, status, _ = run_wsgi_app(table.phone.app.wsgi_app, environ)
        body.close()
        return {**asked, **over}, int(status[:3])


def routes(app: Flask) -> list[Rule]:
    """Every route there is."""
    return list(app.url_map.iter_rules())


def test_no_client_breaks_a_route(app: Flask, tables: list[Table]) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    broken: dict[str, Any] = {}
    for number, rule in enumerate(routes(app)):
        hostile = Hostile(tables, Random(number))
        for _ in range(REQUESTS):
            asked, status = hostile.send(rule)
            if status >= 500:
                broken.setdefault(f"{rule.rule} {status}", asked)
    assert not broken
