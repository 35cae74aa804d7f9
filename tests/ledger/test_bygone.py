"""A page of a group's matches: what is wanted and nothing else, in whole evenings, read from indexes only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from companion.ledger import finding
from companion.ledger.base import db
from companion.ledger.bygone import MOST, Key, Page, Wanted, page_of
from companion.ledger.evenings import LONGEST, PAUSE
from companion.ledger.finding import meant_by, people_of_group, played_by
from companion.ledger.history import matches_of
from companion.ledger.summaries import Evening

from .bulk import LAST, Bulk, Played, fill, put
from .cast import TOKENS

ANAS = TOKENS[0]


def wanted_by(bulk: Bulk, search: str = "", person: str = "", **more: Any) -> Wanted:
    """What somebody wants, by names; inside an app context."""
    meant = meant_by(bulk.group, search, people_of_group(bulk.group), played_by(bulk.group).games)
    return Wanted(bulk.group, search=meant, person=bulk.people.get(person, 0), **more)


def fits(bulk: Bulk, wanted: Wanted, match: Played, search: str) -> bool:
    """Whether a match is wanted, told in plain words."""
    names = {id_: name for name, id_ in bulk.people.items()}
    said = [*(names[one] for one in match.people), match.called]
    words = [word for text in said for word in finding.words_in(text)] + match.words
    return (
        not match.hidden
        and match.archived == wanted.archived
        and wanted.called in ("", match.called)
        and (not wanted.person or wanted.person in match.people)
        and (wanted.since is None or match.played_at >= wanted.since)
        and (wanted.until is None or match.played_at < wanted.until)
        and (not wanted.finished or match.state == "over")
        and all(any(word.startswith(one) for word in words) for one in finding.words_in(search))
    )


def walk(wanted: Wanted) -> list[Page]:
    """All pages, from the newest one on."""
    pages = [page_of(ANAS, wanted)]
    while pages[-1].older:
        pages.append(page_of(ANAS, wanted, before=pages[-1].older))
    return pages


def ids(pages: Sequence[Page]) -> list[int]:
    return [row.id for page in pages for evening in page.evenings for row in evening.rows]


ASKED: list[dict[str, Any]] = [
    {},
    {"archived": True},
    {"called": "Uno"},
    {"called": "Bridge"},
    {"person": "Ana"},
    {"person": "Ana", "called": "Mojo"},
    {"finished": True},
    {"finished": True, "called": "Skyjo", "person": "Pau"},
    {"since": LAST - timedelta(days=40), "until": LAST - timedelta(days=9)},
    {"since": LAST - timedelta(days=40), "person": "Zoé", "finished": True},
    {"search": "ana"},
    {"search": "Z"},
    {"search": "grand"},
    {"search": "GRANDMA cheated"},
    {"search": "uno"},
    {"search": "ana pau teo"},
    {"search": "final mojo", "person": "Marta"},
    {"search": "cafe", "finished": True, "called": "Uno", "since": LAST - timedelta(days=200)},
    {"search": "nobody"},
    {"search": "ana nobody"},
]


def test_the_pages_hold_all_that_is_wanted_once_and_in_order(app: Flask) -> None:
    bulk = fill(app, 160)
    for asked in ASKED:
        with app.app_context():
            wanted = wanted_by(bulk, **asked)
            pages = walk(wanted)
        right = [match for match in bulk.matches if fits(bulk, wanted, match, asked.get("search", ""))]
        ordered = sorted(right, key=lambda match: match.key, reverse=True)
        assert (asked, ids(pages)) == (asked, [match.id for match in ordered])
        assert all(len(ids([page])) <= MOST for page in pages), asked
        assert all(ids([page]) for page in pages[1:]), asked


def test_the_way_back_shows_the_same_matches(app: Flask) -> None:
    bulk = fill(app, 160, seed=2)
    for asked in ASKED[:8]:
        with app.app_context():
            wanted = wanted_by(bulk, **asked)
        there_and_back(app, wanted)


def there_and_back(app: Flask, wanted: Wanted) -> None:
    """From the newest page to the oldest one, and back again."""
    with app.app_context():
        forth, page = walk(wanted), walk(wanted)[-1]
        back = [page]
        while page.newer:
            page = page_of(ANAS, wanted, after=page.newer)
            back.append(page)
        assert (wanted, ids(back[::-1])) == (wanted, ids(forth))
        assert forth[0].newer is None, wanted


@pytest.mark.parametrize("seed", range(6))
def test_an_evening_is_on_one_page_and_four_hours_apart_from_the_next(app: Flask, seed: int) -> None:
    bulk = fill(app, 120, seed=seed)
    with app.app_context():
        pages = walk(wanted_by(bulk))
        evenings = [evening for page in pages for evening in page.evenings]
        assert all(evening.whole for evening in evenings)
        for later, earlier in pairwise(evenings):
            assert later.began_at - earlier.ended_at >= PAUSE
        for evening in evenings:
            began = None
            for row in evening.rows:
                assert began is None or began - row.played_at < PAUSE
                since = max(row.created_at, row.played_at - LONGEST)
                began = since if began is None else min(began, since)
            assert (evening.began_at, evening.ended_at) == (began, evening.rows[0].played_at)


def test_an_evening_longer_than_a_page_goes_on_on_the_next(app: Flask) -> None:
    bulk = fill(app, 0)
    with app.app_context():
        for number in range(MOST * 2 + 5):
            put(bulk, LAST - timedelta(minutes=30 * number))
        db.session.commit()
        pages = walk(wanted_by(bulk))
        assert [len(ids([page])) for page in pages] == [MOST, MOST, 5]
        assert [[evening.whole for evening in page.evenings] for page in pages] == [[False], [False], [True]]
        back = page_of(ANAS, wanted_by(bulk), after=pages[2].newer)
        assert ids([back]) == ids([pages[1]])


def test_an_evening_that_others_lie_between_is_one_as_it_was_put_together(app: Flask) -> None:
    bulk = fill(app, 0)
    with app.app_context():
        first = put(bulk, LAST)
        last = put(bulk, LAST + timedelta(hours=5))
        other = put(bulk, LAST - timedelta(days=2))
        put(bulk, LAST + timedelta(hours=3), called="Uno")
        db.session.commit()
        wanted = wanted_by(bulk, called="Mojo")
        apart = page_of(ANAS, wanted)
        assert [len(evening.rows) for evening in apart.evenings] == [1, 1, 1]
        db.session.add(Evening(group_id=bulk.group, began_at=LAST, ended_at=last.played_at, matches=3))
        db.session.commit()
        together = page_of(ANAS, wanted)
        assert [[row.id for row in evening.rows] for evening in together.evenings] == [[last.id, first.id], [other.id]]
        assert together.evenings[0][:2] == (LAST, last.played_at)


def test_somebody_who_sat_at_two_places_is_listed_once(app: Flask) -> None:
    bulk = fill(app, 0)
    with app.app_context():
        put(bulk, LAST, ["Ana", "Pau", "Ana"])
        db.session.commit()
        assert len(ids(walk(wanted_by(bulk, person="Ana")))) == 1


def test_a_page_after_the_newest_match_is_the_newest_page(app: Flask) -> None:
    bulk = fill(app, 30)
    with app.app_context():
        wanted = wanted_by(bulk)
        assert page_of(ANAS, wanted, after=Key(LAST + timedelta(days=1), 1)) == page_of(ANAS, wanted)


def test_a_match_that_is_played_meanwhile_moves_nothing(app: Flask) -> None:
    bulk = fill(app, 60)
    with app.app_context():
        wanted = wanted_by(bulk)
        first = page_of(ANAS, wanted)
        assert first.older is not None
        before = page_of(ANAS, wanted, before=first.older)
        put(bulk, LAST + timedelta(days=1))
        db.session.commit()
        assert page_of(ANAS, wanted, before=first.older).evenings == before.evenings


@pytest.mark.parametrize("key", [Key(LAST, 7), Key(LAST.replace(microsecond=123456), 12345)])
def test_a_key_has_a_twin_that_reads_it(key: Key) -> None:
    assert Key.read(str(key)) == key


@pytest.mark.parametrize(
    "text", ["", "~", "2026-01-01", "2026-01-01T00:00:00~", "2026-13-01T00:00:00~1", "x~1", "2026-01-01T00:00:00~²"]
)
def test_what_is_no_key_is_none(text: str) -> None:
    assert Key.read(text) is None


@pytest.mark.parametrize("year", [1, 9999])
def test_a_key_of_any_year_finds_a_page(app: Flask, year: int) -> None:
    bulk = fill(app, 3)
    with app.app_context():
        key = Key.read(f"{year:04}-12-31T23:59:59+14:00~9")
        assert len(ids([page_of(ANAS, wanted_by(bulk), before=key)])) == (
            0 if year == 1 else len(ids(walk(wanted_by(bulk))))
        )


def test_what_there_is_to_choose_from(app: Flask) -> None:
    bulk = fill(app, 80)
    with app.app_context():
        listed = [match.played_at for match in bulk.matches if not match.archived]
        assert played_by(bulk.group) == (("Mojo", "Skyjo", "Uno"), min(listed), max(listed))
        assert played_by(bulk.group + 1) == ((), None, None)
        assert [one.name for one in people_of_group(bulk.group)] == ["Ana", "Iris", "Marta", "Pau", "Teo", "Zoé"]


def plans(app: Flask, ask: Callable[[], object]) -> list[str]:
    """What the database does for it, step by step."""
    steps: list[str] = []

    def explain(connection: Any, _cursor: Any, statement: str, parameters: Any, *_more: Any) -> None:
        if statement.startswith(("SELECT", "WITH")):
            rows = connection.connection.dbapi_connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            steps.extend(row[3] for row in rows)

    event.listen(db.engine, "before_cursor_execute", explain)
    try:
        ask()
    finally:
        event.remove(db.engine, "before_cursor_execute", explain)
    return steps


TABLES = ("matches", "seat_results", "match_words", "seats", "players", "evenings", "grants", "phones")


def scanned(steps: Sequence[str]) -> list[str]:
    """What is read from its first row to its last, or sorted."""
    return [step for step in steps if "TEMP B-TREE" in step or step.removeprefix("SCAN ").split(" ")[0] in TABLES]


def first_page(bulk: Bulk, asked: dict[str, Any], **key: Any) -> Page:
    """What is asked for, and found."""
    return page_of(ANAS, wanted_by(bulk, **asked), **key)


@pytest.mark.sqlite
@pytest.mark.parametrize("way", ["first", "older", "newer"])
def test_nothing_is_sorted_and_no_table_is_read_whole(app: Flask, way: str) -> None:
    bulk = fill(app, 40)
    key = {"older": {"before": Key(LAST - timedelta(days=3), 9)}, "newer": {"after": Key(LAST - timedelta(days=9), 9)}}
    with app.app_context():
        for asked in ASKED:
            steps = plans(app, partial(first_page, bulk, asked, **key.get(way, {})))
            assert (asked, bool(steps), scanned(steps)) == (asked, True, [])


@pytest.mark.sqlite
@pytest.mark.parametrize("states", [["open"], ["over", "stopped"], ["open", "over", "stopped"]])
def test_the_lists_of_the_first_page_are_read_from_indexes(app: Flask, states: list[str]) -> None:
    fill(app, 40)
    with app.app_context():
        steps = plans(app, lambda: matches_of(ANAS, states=states))
        assert any("ix_matches_listed_by_state" in step for step in steps)
        assert any("ix_grants_phone" in step for step in steps)
        assert scanned(steps) == []
