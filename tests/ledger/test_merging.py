"""Two names for one person: what follows from it, what is refused, and that it can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, update

from companion.games.why import Refusal
from companion.ledger import decisions, figures, history, members, merging, persons, players, starters
from companion.ledger.base import db
from companion.ledger.cells import ARCHIVE
from companion.ledger.chronicle import Deed
from companion.ledger.decisions import decide
from companion.ledger.groups import phone_and_group
from companion.ledger.models import Match, Player, now
from companion.ledger.pen import Late, writing
from companion.ledger.rebuilding import rebuild
from companion.ledger.summaries import SeatResult

from .cast import ANAS_PHONE, MARTAS, PAUS_PHONE, TOKENS, Pad, begin, hand, standing, stored
from .test_rematch import opened, rematch

ANAS = TOKENS[ANAS_PHONE]


def done(app: Flask, verb: Callable[..., Any], *rest: Any, phone: str = ANAS) -> Any:
    """Do a verb, or ask, on Ana's phone or another one; in an app context of its own, as requests are."""
    with app.app_context():
        return verb(phone, *rest)


def player(app: Flask, name: str) -> int:
    """The id of who is written down by that name."""
    with app.app_context():
        return db.session.scalars(select(Player.id).where(Player.key == players.name_key(name))).one()


def merge(app: Flask, person: str, other: str) -> None:
    """Write that the second name is the first one's."""
    done(app, merging.merge, player(app, person), player(app, other))


def part(app: Flask, other: str) -> None:
    """Take it back."""
    done(app, merging.part, player(app, other))


def counted_for(app: Flask) -> dict[tuple[int, str], str]:
    """For whom each seat result counts: the name of the person, by match and by the name that was written down."""
    with app.app_context():
        names = {row.id: row.name for row in db.session.execute(select(Player.id, Player.name))}
        rows = db.session.execute(select(SeatResult.match_id, SeatResult.player_id, SeatResult.person_id))
        return {(row.match_id, names[row.player_id]): names[row.person_id] for row in rows}


def chips(app: Flask) -> list[str]:
    """Who is offered for a new match."""
    return [person.name for person in done(app, persons.remembered_people)]


@pytest.fixture
def old(app: Flask) -> Pad:
    """A match of the group in which Ana was written down as Annie."""
    match = begin(app, ("Annie", "Pau"), client="old")
    match.round(1, 3, 12)
    return match


@pytest.fixture
def new(app: Flask, old: Pad) -> Pad:
    """A match with Ana."""
    return begin(app, ("Ana", "Teo"), client="new")


def test_the_pad_of_an_old_match_shows_the_persons_name_and_avatar(app: Flask, old: Pad, new: Pad) -> None:
    done(app, lambda _: persons.dress(player(app, "Ana"), 6, "🦊"))
    before = old.now()
    merge(app, "Ana", "Annie")
    seat = old.now().seats[0]
    assert (seat.name, seat.avatar.pair, seat.avatar.emoji) == ("Ana", 6, "🦊")
    assert (seat.players, seat.persons) == ((player(app, "Annie"),), (player(app, "Ana"),))
    assert old.now().version == before.version + 1
    assert old.now() == old.afresh()


def test_what_was_played_counts_for_the_person_and_a_rebuild_says_the_same(app: Flask, old: Pad, new: Pad) -> None:
    merge(app, "Ana", "Annie")
    assert counted_for(app)[old.id, "Annie"] == counted_for(app)[new.id, "Ana"] == "Ana"
    rows = stored(app, "seat_results")
    with app.app_context():
        rebuild()
    assert stored(app, "seat_results") == rows
    old.enter(2, 0, hand(9))
    assert counted_for(app)[old.id, "Annie"] == "Ana"


FIGURES = ("careers", "rivalries", "seasons")


def figures_of(app: Flask, group: int) -> dict[str, list[tuple[Any, ...]]]:
    """What a group remembers, when nothing is stale."""
    with app.app_context():
        figures.compute(group)
    return stored(app, *FIGURES)


def test_figures_follow_and_are_those_of_a_rebuild_merged_and_parted(app: Flask, old: Pad, new: Pad) -> None:
    for number, names in enumerate((("Annie", "Pau", "Zoé"), ("Ana", "Zoé"), ("Annie", "Teo"))):
        match = begin(app, names, client=f"more {number}", limit=20)
        match.round(1, *(3, 24, 7)[: len(names)])
    group = old.now().group_id
    apart = figures_of(app, group)
    merge(app, "Ana", "Annie")
    merged = figures_of(app, group)
    assert merged != apart
    with app.app_context():
        rebuild()
    assert stored(app, *FIGURES) == merged
    part(app, "Annie")
    assert figures_of(app, group) == apart
    with app.app_context():
        rebuild()
    assert stored(app, *FIGURES) == apart


def test_lists_phones_chips_and_avatars_are_the_persons(app: Flask, old: Pad, new: Pad) -> None:
    old.hold(0)
    merge(app, "Ana", "Annie")
    assert chips(app) == ["Ana", "Teo", "Pau"]
    rows = done(app, history.matches_of)
    assert [[person.name for person in row.people] for row in rows] == [["Ana", "Teo"], ["Ana", "Pau"]]
    with app.app_context():
        group = db.session.scalars(select(Match.group_id)).first() or 0
        assert members.people_of(group) == ("Pau", "Ana", "Teo")
        assert members.members_of(group)[0].people == ("Ana",)
        assert [person.name for person in persons.people_at(old.now().seats[0].players)] == ["Ana"]
    shown = done(app, persons.person_for, player(app, "Annie"))
    assert (shown.id, shown.name) == (player(app, "Ana"), "Ana")
    done(app, lambda _: persons.dress(player(app, "Annie"), 7, ""))
    assert (old.now().seats[0].avatar.pair, new.now().seats[0].avatar.pair) == (7, 7)


def test_who_types_the_old_name_seats_the_old_player_and_parting_gives_that_match_back(
    app: Flask, old: Pad, new: Pad
) -> None:
    merge(app, "Ana", "Annie")
    later = begin(app, ("annie", "Zoé"), client="later")
    assert (later.now().name(0), later.now().seats[0].players) == ("Ana", (player(app, "Annie"),))
    part(app, "Annie")
    assert (later.now().name(0), old.now().name(0), new.now().name(0)) == ("annie", "annie", "Ana")
    assert counted_for(app)[later.id, "annie"] == counted_for(app)[old.id, "annie"] == "annie"
    assert later.now() == later.afresh()
    assert chips(app) == ["Zoé", "annie", "Ana", "Teo", "Pau"]


def test_a_rematch_is_played_by_who_was_written_down_before(app: Flask, old: Pad, new: Pad) -> None:
    merge(app, "Ana", "Annie")
    again = opened(old, rematch(old))
    assert (again.seats[0].players, again.name(0)) == ((player(app, "Annie"),), "Ana")


def test_who_began_before_is_known_by_both_names(app: Flask, old: Pad, new: Pad) -> None:
    merge(app, "Ana", "Annie")
    begun = done(app, starters.started, ["mojo"])
    for name in ("ana", "annie"):
        assert starters.first_of(begun, [["pau"], [name]]) == 1


def test_everything_is_as_before_once_they_are_parted(app: Flask, old: Pad, new: Pad) -> None:
    before, states = standing(app), (old.now(), new.now())
    merge(app, "Ana", "Annie")
    part(app, "Annie")
    after = standing(app)
    for table in ("players", "seats", "seat_results", "round_results", "records"):
        assert after[table] == before[table], table
    assert [state.seats for state in states] == [old.now().seats, new.now().seats]


def test_who_had_come_along_goes_along(app: Flask, old: Pad, new: Pad) -> None:
    begin(app, ("Anna", "Zoé"), client="third")
    merge(app, "Ana", "Annie")
    merge(app, "Anna", "Ana")
    assert old.now().name(0) == new.now().name(0) == "Anna"
    part(app, "Ana")
    assert old.now().name(0) == new.now().name(0) == "Ana"
    merge(app, "Anna", "Ana")
    part(app, "Annie")
    part(app, "Ana")
    assert (old.now().name(0), new.now().name(0)) == ("Annie", "Ana")


def test_somebody_who_stands_for_another_means_that_one(app: Flask, old: Pad, new: Pad) -> None:
    begin(app, ("Anna", "Zoé"), client="third")
    merge(app, "Ana", "Annie")
    merge(app, "Annie", "Anna")
    assert {name for (_, name), who in counted_for(app).items() if who == "Ana"} == {"Ana", "Annie", "Anna"}
    with app.app_context():
        standing_for = [row.name for row in merging.other_names(player(app, "Ana"))]
    assert standing_for == ["Anna", "Annie"]


def test_done_already_it_is_not_done_again(app: Flask, old: Pad, new: Pad) -> None:
    merge(app, "Ana", "Annie")
    before = stored(app)
    merge(app, "Ana", "Annie")
    assert stored(app) == before
    part(app, "Annie")
    before = stored(app)
    part(app, "Annie")
    assert stored(app) == before


def test_what_was_done_is_written_down_with_who_did_it_and_without_names(app: Flask, old: Pad, new: Pad) -> None:
    done(app, merging.merge, player(app, "Ana"), player(app, "Annie"), phone=TOKENS[PAUS_PHONE])
    part(app, "Annie")
    with app.app_context():
        deeds = [(deed.kind, deed.phone_id, deed.subject, deed.what) for deed in db.session.scalars(select(Deed))]
    it = player(app, "Annie"), {"person": player(app, "Ana"), "with": []}
    assert deeds == [("merge", old.phones[1], *it), ("part", old.phones[0], *it)]


@pytest.mark.parametrize("where", ["here", "archived", "deleted", "as somebody else", "left"])
def test_two_who_sat_in_one_match_are_two_people(app: Flask, old: Pad, new: Pad, where: str) -> None:
    both = begin(app, ("Ana", "Annie" if where != "as somebody else" else "Anna", "Zoé"), client="both")
    if where == "archived":
        both.act(decide, ANAS_PHONE, None, ARCHIVE, True)
    if where == "left":
        both.leave(1, 0)
    if where == "deleted":
        with app.app_context(), writing():
            db.session.execute(update(Match).where(Match.id == both.id).values(deleted_at=now()))
            db.session.commit()
    if where == "as somebody else":
        merge(app, "Annie", "Anna")
    before = stored(app)
    for pair in (("Ana", "Annie"), ("Annie", "Ana")):
        with pytest.raises(Refusal, match="sat in one match together"):
            merge(app, *pair)
    assert stored(app) == before


def test_nobody_is_merged_with_a_bot_with_themselves_or_with_nobody(app: Flask, old: Pad, new: Pad) -> None:
    with app.app_context():
        bot = players.of_group(old.now().group_id, ["Robo"], bot=True)[0].id
        db.session.commit()
    ana, before = player(app, "Ana"), stored(app)
    for pair in ((ana, ana), (ana, bot), (bot, ana), (ana, 10**6)):
        with pytest.raises(Refusal, match="Choose someone"):
            done(app, merging.merge, *pair)
    assert stored(app) == before


def test_people_of_two_groups_are_not_merged_and_a_stranger_merges_nobody(app: Flask, old: Pad, new: Pad) -> None:
    with app.app_context(), writing():
        _, group = phone_and_group(MARTAS)
        kim = players.of_group(group, ["Kim"])[0].id
        db.session.commit()
    ana, annie = player(app, "Ana"), player(app, "Annie")
    before = stored(app)
    for pair, phone in (((ana, kim), ANAS), ((kim, ana), ANAS), ((ana, annie), MARTAS)):
        with pytest.raises(Late, match="no longer in the group"):
            done(app, merging.merge, *pair, phone=phone)
    with pytest.raises(Late, match="no longer in the group"):
        done(app, merging.part, annie, phone=MARTAS)
    assert stored(app) == before


def test_one_person_does_not_sit_twice_in_one_match(app: Flask, old: Pad, new: Pad) -> None:
    merge(app, "Ana", "Annie")
    before = standing(app)
    with pytest.raises(Refusal, match="one person in your group"):
        begin(app, ("Ana", "Zoé", "Annie"), client="twice")
    for verb, rest in ((decisions.join, ("Annie", 1, 0)), (decisions.replace, (1, "Annie"))):
        with pytest.raises(Refusal, match="Annie is another name of Ana, who is at the table already"):
            new.act(verb, ANAS_PHONE, None, *rest)
    assert standing(app) == before


def test_a_name_put_right_on_the_pad_is_the_persons(app: Flask, old: Pad, new: Pad) -> None:
    merge(app, "Ana", "Annie")
    with pytest.raises(Refusal, match="Annie is this person’s other name"):
        new.act(decisions.rename, ANAS_PHONE, None, 0, "Annie")
    old.act(decisions.rename, ANAS_PHONE, None, 0, "Ana María")
    assert (old.now().name(0), new.now().name(0)) == ("Ana María", "Ana María")
    assert (old.now(), new.now()) == (old.afresh(), new.afresh())
