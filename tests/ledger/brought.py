"""Files that come in, as a phone brings them; and a file of everything."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC
from typing import Any

from flask import Flask
from sqlalchemy import select

from companion.games import GAMES
from companion.interchange import any_file, csv_in
from companion.ledger import bringing, decisions, importing, opening
from companion.ledger.base import db
from companion.ledger.figures import catch_up
from companion.ledger.importing import Brought
from companion.ledger.merging import merge
from companion.ledger.models import Player
from companion.ledger.opening import Opening
from companion.ledger.soundness import check
from tests.ledger.cast import NAMES, TOKENS
from tests.ledger.everyverb import Evening
from tests.ledger.test_outgoing import group_text

HEADS = csv_in.heads([])
THEIRS = "the token of a phone elsewhere"
SAMPLE = "BGStatsExport.small.json"


def read(data: bytes) -> Any:
    return any_file.read(data, HEADS)[1]


def come(data: bytes, token: str = THEIRS) -> str:
    """A phone brings a file; returns what the house calls it. Inside an app context."""
    form, told = any_file.read(data, HEADS)
    if form == "json":
        check(told)
    return importing.look(token, None, "a file", form, told, data)


def looked(data: bytes, token: str = THEIRS) -> Brought:
    """A file that a phone brought, as it is kept; inside an app context."""
    file = importing.brought(token, come(data, token))
    assert file is not None
    return file


def bring(
    app: Flask, data: bytes | str, who: Mapping[int, int] | None = None, erased: bool = False, token: str = THEIRS
) -> Brought:
    """Bring a file in."""
    with app.app_context():
        file = looked(data.encode() if isinstance(data, str) else data, token)
        importing.begin(token, file.public_id, who or {}, erased)
        bringing.run(file.public_id, read, UTC)
        return again(file, token)


def again(file: Brought, token: str = THEIRS) -> Brought:
    found = importing.brought(token, file.public_id)
    assert found is not None
    return found


def take_back(app: Flask, file: Brought, token: str = THEIRS) -> Brought:
    with app.app_context():
        importing.take_back(token, file.public_id)
        bringing.run(file.public_id, read, UTC)
        return again(file, token)


def why(file: Brought) -> dict[str, int]:
    """How many matches stay out, by the first words of the reason."""
    return {said.partition(":")[0].partition(",")[0]: count for said, count, _ in file.report["left"]}


def everything(app: Flask) -> str:
    """The file of a group in which everything was done in every game; and some of it merged, put out and noted."""
    with app.app_context():
        for game in GAMES:
            names = NAMES[: max(game.seats.start, 3)]
            evening = Evening(opening.create(TOKENS[0], game.key, Opening(game, names, {}, 0)))
            evening.all()
            decisions.describe(evening.pen(), "at Grandma’s\nTeo cheated", "Kitchen")
        people = {row.name: row.id for row in db.session.execute(select(Player.name, Player.id))}
        merge(TOKENS[0], people["Today 10"], people["Today 30"])
        catch_up()
    return group_text(app)


def begin_in(app: Flask, *names: str) -> None:
    with app.app_context():
        opening.create(THEIRS, "theirs", Opening(GAMES[0], names, {}, 0))
