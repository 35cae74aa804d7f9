"""Every page in several states of a match: what holds for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.games import by_key
from companion.games.game import Game
from companion.interchange.bgstats_out import ADDRESS
from companion.views.pieces import hole
from tests.conftest import Phone, Table
from tests.games.case import case_of
from tests.views.playing import EVERY_GAME, begin, deal, play_on, write_down
from tests.views.reading import Node, read

NAMES = ("<script>alert(1)</script>", "x" * 40, "👨‍👩‍👧‍👦", "شهرزاد", "a\"b'c&amp;{{7*7}}")
POLICY = ("default-src 'self'", "script-src 'self'", "style-src 'self'", "object-src 'none'", "frame-ancestors 'none'")
ADDRESSES = ("href", "src", "action", "hx-get", "hx-post", "formaction", "srcset")
NO_PAGES = ("static", "pad.sheet", "live.events", "live.here", "tv.board", "join.follow", "join.go")
NO_PAGES += ("table.board", "others.page", "seals.file", "steps.page", "languages.choose", "deleted.erasing_page")
NO_PAGES += ("ways_in.file", "https.authority")
FILES = ("match_file", "group_file", "person_file", "play", "picture", "code")
NO_PAGES += tuple(f"ways_out.{name}" for name in FILES)
FIELDS = ("input", "select", "textarea")
STATES = [
    "new",
    "waiting",
    "open",
    "asked",
    "problem",
    "over",
    "stopped",
    "people",
    "house rule",
    "archived",
    "screens",
]


def brought(phone: Phone, state: str) -> Table:
    """A match in that state."""
    match = phone.begin(*NAMES, limit="30" if state == "over" else "50")
    hands = ["9 1", "0 4", "10 11 3", "2", "5"]
    if state == "problem":
        hands[:2] = "0 0 0", "0 0"
    if state == "asked":
        for seat, cards in enumerate(hands):
            match.enter(1, seat, cards)
    elif state == "waiting":
        match.enter(1, 3, "9 1", mojo=True)
    elif state != "new":
        match.round(1, *hands, mojo=2)
    menu = f"{match.url}/menu"
    if state == "stopped":
        phone.send(menu, f"{menu}/stop")
    if state == "archived":
        phone.send(menu, f"{menu}/archive")
    if state == "people":
        phone.send(menu, f"{menu}/leave", seat="0", last_round="1")
        phone.send(menu, f"{menu}/join", name="<i>Teo</i>", first_round="2", points="5")
    if state == "screens":
        table = f"{match.url}/table"
        phone.send(table, f"{table}/deal")
    if state == "house rule":
        phone.sure(match.cell(1, 0), f"{match.cell(1, 0)}/adjust", points="-5", note="<b>note</b>")
        match.enter(1, 1, "9")
    return match


def pages(app: Flask, match: Table, key: str = "mojo") -> Iterator[tuple[str, TestResponse]]:
    """Every page there is a GET for, with the cells of two rounds and all seats."""
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint in NO_PAGES:
            continue
        if rule.endpoint == "whole_round.page" and by_key(key).together is None:
            continue
        for round_ in (1, 2) if "round_" in rule.arguments else (1,):
            for seat in range(6) if "seat" in rule.arguments else (0,):
                given = {"public_id": match.public_id, "round_": round_, "seat": seat, "key": key, "player": 1}
                given |= {"group": 1}
                with app.test_request_context():
                    url = rule.build({k: v for k, v in given.items() if k in rule.arguments})
                assert url is not None
                yield url[1], match.phone.get(url[1])
    yield "archive", match.phone.get("/history?archived=1")


def refusals(match: Table) -> Iterator[tuple[str, TestResponse]]:
    """The pages that answer bad input."""
    phone, menu, cell = match.phone, f"{match.url}/menu", match.cell(1, 3)
    yield "new 422", phone.send("/new", "/new", name=[NAMES[0], NAMES[0], "y" * 41], limit="x", edition="x")
    yield "limit 422", phone.send(menu, f"{menu}/limit", limit="<b>")
    yield "join 422", phone.send(menu, f"{menu}/join", name="", points="x", first_round="x")
    yield "leave 422", phone.send(menu, f"{menu}/leave", seat="99", last_round="x")
    yield "cards 422", phone.send(f"{cell}/edit", f"{cell}/edit", cards="<b>", points="")
    yield "sum 422", phone.send(f"{cell}/edit", f"{cell}/edit", cards="", points="99")
    yield "nothing 422", phone.send(f"{cell}/edit", f"{cell}/edit", cards="", points="", closed="-")
    yield (
        "conflict 409",
        phone.send(f"{cell}/edit", f"{cell}/edit", cards="12", points="", confirmed="-", **{"seen/entry/1/3": "77"}),
    )
    yield "rule 422", phone.send(cell, f"{cell}/adjust", points="x", note="n" * 99)
    yield "404", phone.get("/nowhere")
    yield "400", phone.client.post("/new")


def opened(phone: Phone, url: str) -> TestResponse:
    """A page or a file, read to its end."""
    answer = phone.get(url)
    answer.close()
    return answer


def faults(page: TestResponse) -> Iterator[str]:
    """Everything that is wrong with a page."""
    tree = read(page)
    ids = [node.at["id"] for node in tree if "id" in node.at]
    if len(tree.all("h1")) != 1:
        yield f"{len(tree.all('h1'))} headings of the first level"
    yield from (f"the id {one} twice" for one in sorted({one for one in ids if ids.count(one) > 1}))
    if tree.all("html")[0].at.get("lang") != "en":
        yield "no language"
    if len(tree.all("title")) < 1 or not tree.all("head")[0].all("title")[0].words:
        yield "no title"
    if hole("").rstrip(".") in page.text:
        yield "a hole that nobody has filled"
    labels, known = tree.all("label"), set(ids)
    for node in tree:
        yield from faults_of(node, labels, known)
    yield from faults_of_headers(page)


def faults_of(node: Node, labels: list[Node], ids: set[str]) -> Iterator[str]:
    """What is wrong with one element: unlabelled, inline code, an address elsewhere, a reference to nothing."""
    if node.tag in FIELDS and node.at.get("type") != "hidden" and not labelled(node, labels):
        yield f"the field {node.at} has no label"
    if node.tag in ("button", "a") and not (node.words or node.at.get("aria-label")):
        yield f"the {node.tag} {node.at} says nothing"
    if node.tag == "style" or "style" in node.at or (node.tag == "script" and not node.at.get("src")):
        yield f"inline style or script in <{node.tag}>"
    yield from (f"{name} on <{node.tag}>" for name in node.at if name.startswith("on"))
    for name in ADDRESSES:
        parts = urlsplit(node.at.get(name, ""))
        if (parts.scheme or parts.netloc) and not node.at[name].startswith(ADDRESS):
            yield f"{name} leads away: {node.at[name]}"
    for name in ("for", "aria-describedby", "aria-labelledby", "aria-controls"):
        # The dialog of the pad is named by the story that is loaded into it.
        named = [] if node.tag == "dialog" else node.at.get(name, "").split()
        yield from (f"{name} names {one}, which is not there" for one in named if one not in ids)
    inside = node.at.get("href", "")
    # A hidden link is shown by the script, which knows where it leads.
    around = node.up("div")
    hidden = around is not None and "hidden" in around.at
    if inside.startswith("#") and inside[1:] not in ids and not hidden:
        yield f"a link to {inside}, which is not there"


def links(found: Iterable[TestResponse]) -> set[str]:
    """Where these pages lead, and what they are made of; the choice of a language leads back."""
    return {
        node.at[name]
        for page in found
        for node in read(page)
        for name in ("href", "src")
        if node.tag in ("a", "link", "script", "img") and node.at.get(name, "#")[0] == "/"
        if not node.at[name].startswith("/language/")
    }


def labelled(node: Node, labels: list[Node]) -> bool:
    """Whether a field has words that name it."""
    around = node.up("label")
    named = [label for label in labels if label.at.get("for") and label.at["for"] == node.at.get("id")]
    return bool(node.at.get("aria-label") or (around and around.words) or any(label.words for label in named))


def faults_of_headers(page: TestResponse) -> Iterator[str]:
    """The headers that keep a page safe."""
    policy = page.headers.get("Content-Security-Policy", "")
    yield from (f"the policy lacks {part}" for part in POLICY if part not in policy)
    if "unsafe" in policy:
        yield "the policy allows unsafe code"
    wanted = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"}
    yield from (f"the header {name}" for name, value in wanted.items() if page.headers.get(name) != value)


@pytest.mark.parametrize("state", STATES)
def test_every_page_is_sound_in_every_state_of_a_match(app: Flask, phone: Phone, state: str) -> None:
    match = brought(phone, state)
    found = [f"{url}: {fault}" for url, page in pages(app, match) for fault in faults(page)]
    assert sorted(set(found)) == []


def whole_evening(app: Flask, phone: Phone, game: Game) -> Iterator[tuple[str, TestResponse]]:
    """Every page after a round by hand, and those of the table while the second is on screens and when it is over."""
    match = begin(phone, game, *NAMES[:3])
    for seat in range(3):
        case = case_of(game)
        write_down(match, game, 1, seat, case.report, closes=seat == 2 and case.closer is not None)
    shown = pages(app, match, game.key)
    if game.table is None:
        yield from ((url, page) for url, page in shown if "/table" not in url)
        return
    yield from shown
    table = f"{match.url}/table"
    deal(match, 2)
    for url in (match.url, table, f"{table}?eyes=0.99999999", f"{table}/seals", match.url.replace("/m/", "/tv/")):
        yield url, phone.get(url)
    play_on(match)
    for url in (table, f"{table}/r/2", f"{table}/r/2?step=9&eyes=0", f"{table}/seals", match.cell(2, 1), match.url):
        yield url, phone.get(url)


@EVERY_GAME
def test_every_page_of_every_game_is_sound_and_shows_names_as_text(app: Flask, phone: Phone, game: Game) -> None:
    found = list(whole_evening(app, phone, game))
    assert [url for url, page in found if "/s/" not in url and page.status_code != 200] == []
    assert sorted({f"{url}: {fault}" for url, page in found for fault in faults(page)}) == []
    assert [url for url, page in found if "<script>alert" in page.text] == []
    targets = links(page for _, page in found)
    assert f"/rules/{game.key}" in {target.partition("?")[0] for target in targets}
    assert {target: opened(phone, target).status_code for target in targets} == dict.fromkeys(targets, 200)


@pytest.mark.parametrize("state", ["open", "over", "people", "house rule"])
def test_names_are_text_on_every_page(app: Flask, phone: Phone, state: str) -> None:
    match = brought(phone, state)
    for url, page in pages(app, match):
        raw = page.text
        assert "<script>alert" not in raw, url
        assert "<i>Teo" not in raw, url
        assert "<b>note" not in raw, url
    assert all(name in read(match.pad()).words for name in NAMES)


@pytest.mark.parametrize("state", ["new", "problem", "over", "people"])
def test_every_link_of_every_page_leads_somewhere(app: Flask, phone: Phone, state: str) -> None:
    targets = links(page for _, page in pages(app, brought(phone, state)))
    assert {target: opened(phone, target).status_code for target in targets} == dict.fromkeys(targets, 200)


@pytest.mark.parametrize("state", ["new", "problem", "people"])
def test_every_page_that_refuses_is_sound(phone: Phone, state: str) -> None:
    answers = [(said, page) for said, page in refusals(brought(phone, state)) if page.status_code != 303]
    assert len(answers) >= 10
    assert [f"{said}: {fault}" for said, page in answers for fault in faults(page)] == []
    assert not any("<script>alert" in page.text for _, page in answers)


def test_the_first_visit_is_sound(phone: Phone) -> None:
    for url in ("/", "/new", "/history", "/history?archived=1"):
        assert list(faults(phone.get(url))) == []


def test_static_files_carry_the_headers_that_files_need(phone: Phone) -> None:
    script = read(phone.get("/")).all("script")[0].at["src"]
    answer = opened(phone, script)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "max-age=31536000" in answer.headers["Cache-Control"]


def test_a_name_from_right_to_left_and_a_family_keep_their_characters(phone: Phone) -> None:
    assert [one for one in NAMES if one in read(phone.begin(*NAMES).pad()).words] == list(NAMES)
