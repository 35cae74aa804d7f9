"""Our own file of real matches: all of it, always the same, and nothing that is secret."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from companion.games import GAMES
from companion.games.house import HANDS
from companion.interchange.companionfile import CompanionFile, read
from companion.ledger import decisions, opening, outgoing
from companion.ledger.base import db
from companion.ledger.models import Group, Match, Phone, Player, now
from companion.ledger.opening import Opening
from companion.ledger.outgoing import OnTheTable, Outgoing
from companion.ledger.seals import shuffles
from companion.ledger.state import read_afresh
from tests.ledger.bare_import import bring
from tests.ledger.cast import ANA, ANAS_PHONE, NAMES, PAU, PAUS_PHONE, TOKENS, ZOE, Pad, begin, hand
from tests.ledger.everyverb import Evening
from tests.ledger.felt import abandon, deal, finish, on_screens, open_rest, seated, step


def text(app: Flask, which: Any, *of: int) -> str:
    """The text of a file, as one of the ways to choose matches makes it."""
    with app.app_context():
        return "".join(outgoing.told(which(*of)))


def group_text(app: Flask, group: int = 1) -> str:
    return text(app, outgoing.of_group, group)


def file_of(said: str) -> CompanionFile:
    return read(said.encode())


def cells(said: str, match: int = 0) -> dict[str, Any]:
    """What stands in the cells of a match in a file, the newest value of each."""
    writes = file_of(said).matches[match].writes
    return {record.cell: record.value for write in writes for record in write.records}


def lines(said: str, match: int = 0) -> set[int]:
    """The rounds of which a match in a file has lines."""
    return {line.round for write in file_of(said).matches[match].writes for line in write.lines}


def brought(app: Flask, said: str) -> int:
    """The group that a file makes in an empty house."""
    with app.app_context():
        return bring(file_of(said))


def test_every_game_with_every_verb_comes_back_as_it_went(app: Flask, elsewhere: Flask) -> None:
    with app.app_context():
        for game in GAMES:
            names = NAMES[: max(game.seats.start, 3)]
            Evening(opening.create(TOKENS[0], game.key, Opening(game, names, {}, 0))).all()
    said = group_text(app)
    assert len(file_of(said).matches) == 2 * len(GAMES)
    group = brought(elsewhere, said)
    assert group_text(elsewhere, group) == said
    with app.app_context():
        there = {match.public_id: read_afresh(match.id) for match in db.session.scalars(select(Match))}
    with elsewhere.app_context():
        for match in db.session.scalars(select(Match)).all():
            here = read_afresh(match.id)
            assert here.sheet == there[match.public_id].sheet
            assert here.order == there[match.public_id].order
            assert [seat.name for seat in here.seats] == [seat.name for seat in there[match.public_id].seats]


def test_it_is_the_same_twice(app: Flask, pad: Pad) -> None:
    pad.enter(1, ANA, hand(3))
    assert group_text(app) == group_text(app)


def test_lines_and_nonces_of_an_ended_match_go_along_so_that_elsewhere_its_seals_can_be_checked(
    app: Flask, elsewhere: Flask
) -> None:
    pad = seated(app, limit=20)
    number = 1
    while pad.now().status == "open":
        on_screens(pad, number)
        number += 1
    said = text(app, outgoing.one, pad.id)
    assert lines(said) == set(range(1, number))
    brought(elsewhere, said)
    with app.app_context():
        sealed = shuffles(read_afresh(pad.id))
    with elsewhere.app_context():
        assert shuffles(read_afresh(1)) == sealed


def test_no_link_code_or_token_is_in_it(app: Flask, pad: Pad) -> None:
    pad.hold(ANA)
    pad.hold(PAU, phone=PAUS_PHONE)
    said = group_text(app)
    with app.app_context():
        secrets = [token for (token,) in db.session.execute(select(Phone.token))]
        for match in db.session.scalars(select(Match)):
            secrets += [match.link, match.watch_link, match.code, match.client_id]
        secrets += [group.link for group in db.session.scalars(select(Group))]
    assert len(secrets) == 7
    assert [secret for secret in secrets if secret in said] == []


def test_phones_are_numbers_in_the_order_in_which_they_come(app: Flask, pad: Pad) -> None:
    pad.hold(PAU, phone=PAUS_PHONE)
    pad.hold(ANA)
    (match,) = file_of(group_text(app)).matches
    assert match.phone == 1
    assert [write.phone for write in match.writes] == [2, 1]
    assert cells(group_text(app)) == {f"holder/{PAU}": 2, f"holder/{ANA}": 1}


def test_a_running_round_is_refused_with_the_match_and_what_to_do(app: Flask) -> None:
    pad, quiet = seated(app), begin(app, client="another")
    deal(pad)
    with app.app_context():
        for way, of in ((outgoing.one, pad.id), (outgoing.of_group, 1), (outgoing.of_person, 1)):
            with pytest.raises(OnTheTable, match="Round 1 of Mojo") as refused:
                way(of)
            assert (refused.value.public_id, refused.value.code) == (pad.public_id, 409)
    assert len(file_of(text(app, outgoing.one, quiet.id)).matches) == 1
    abandon(pad)
    assert len(file_of(group_text(app)).matches) == 2


@pytest.mark.parametrize("away", ["stop", "archive"])
def test_a_round_that_nobody_plays_on_is_no_hindrance_but_stays_sealed(app: Flask, away: str) -> None:
    pad = seated(app)
    deal(pad)
    step(pad)
    pad.decide(away, True)
    assert lines(group_text(app)) == set()
    assert pad.now().dealing == 1


def test_a_round_that_is_still_sealed_travels_as_its_results(app: Flask) -> None:
    pad = seated(app, version="french")
    on_screens(pad, 1)
    with app.app_context():
        assert any(shuffle.opened < len(shuffle.cards) for shuffle in shuffles(pad.now()))
    said = group_text(app)
    assert lines(said) == set()
    assert "shuffle" not in said
    assert cells(said)["closer/1"] == pad.now().sheet.rounds[0].closer
    pad.decide("stop", True)
    open_rest(pad)
    assert lines(group_text(app)) == {1}


def test_what_is_carried_on_from_a_sealed_stock_is_not_told_either(app: Flask) -> None:
    pad = seated(app, version="french", limit=500)
    for number in (1, 2):
        deal(pad, number)
        finish(pad)
    assert lines(group_text(app)) == set()


def test_hands_that_are_hidden_are_left_out_until_the_round_is_complete(app: Flask, elsewhere: Flask) -> None:
    pad = begin(app, **{HANDS.key: "hidden"})
    pad.enter(1, ANA, hand(11))
    pad.enter(1, ANA, hand(12))
    pad.adjust(1, ANA, 5, "late")
    said = group_text(app)
    assert cells(said) == {f"adjust/1/{ANA}": {"points": 5, "note": "late"}}
    assert [write.version for write in file_of(said).matches[0].writes] == [pad.now().version]
    assert group_text(elsewhere, brought(elsewhere, said)) == said
    pad.enter(1, PAU, hand(1))
    pad.enter(1, ZOE, hand(), closes=True)
    assert cells(group_text(app))[f"entry/1/{ANA}"] == {"cards": [12]}


def test_the_archive_goes_along_and_what_is_deleted_does_not(app: Flask, pad: Pad) -> None:
    gone = begin(app, client="another")
    pad.decide("archive", True)
    with app.app_context():
        db.session.get_one(Match, gone.id).deleted_at = now()
        db.session.commit()
    assert [match.public_id for match in file_of(group_text(app)).matches] == [pad.public_id]
    assert file_of(text(app, outgoing.one, gone.id)).matches == ()


def test_a_person_has_their_matches_under_all_names_with_all_who_sat_there(app: Flask) -> None:
    begin(app, NAMES[:2])
    second = begin(app, ("Anna", "Zoé"), client="second")
    begin(app, ("Pau", "Zoé"), client="third")
    with app.app_context():
        by_name = {person.name: person.id for person in db.session.scalars(select(Player))}
        db.session.get_one(Player, by_name["Anna"]).stands_for = by_name["Ana"]
        db.session.commit()
    file = file_of(text(app, outgoing.of_person, by_name["Ana"]))
    assert len(file.matches) == 2
    assert [person.name for person in file.people] == ["Ana", "Pau", "Anna", "Zoé"]
    assert file.people[2].stands_for == file.people[0].public_id
    alone = file_of(text(app, outgoing.one, second.id))
    assert [person.name for person in alone.people] == ["Ana", "Anna", "Zoé"]


def test_somebody_who_was_deleted_has_no_name_anywhere(app: Flask, pad: Pad, elsewhere: Flask) -> None:
    pad.act(decisions.rename, ANAS_PHONE, None, ANA, "Anabel")
    with app.app_context():
        person = db.session.scalars(select(Player).where(Player.name == "Anabel")).one()
        person.deleted_at, person.nickname, person.emoji = now(), "Bel", "🦊"
        db.session.commit()
    said = group_text(app)
    assert "Anabel" not in said
    assert "Bel" not in said
    assert "🦊" not in said
    assert cells(said)[f"name/{ANA}"] == ""
    assert group_text(elsewhere, brought(elsewhere, said)) == said


def test_letters_stand_there_as_they_are(app: Flask) -> None:
    begin(app, ("Zoé", "Łukasz", "نور"))
    said = group_text(app)
    assert "Łukasz" in said
    assert "نور" in said
    assert [person["name"] for person in json.loads(said)["people"]] == ["Zoé", "Łukasz", "نور"]


def test_no_transaction_is_open_while_a_piece_is_sent(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "BREATH", 0)
    for number in range(2 * outgoing.AT_ONCE + 1):
        begin(app, NAMES[:2], f"match {number}")
    with app.app_context():
        pieces = []
        for piece in outgoing.told(outgoing.of_group(1)):
            assert not db.session().in_transaction() or not pieces
            pieces.append(piece)
        assert sum('"writes"' in piece for piece in pieces) == 2 * outgoing.AT_ONCE + 1


def test_a_match_that_is_deleted_meanwhile_is_left_out(app: Flask, pad: Pad) -> None:
    with app.app_context():
        assert file_of("".join(outgoing.told(Outgoing((pad.id, 999))))).matches[0].public_id == pad.public_id
