"""The commands that keep the database: migrate, move, rebuild, backup, restore.

Flask and SQLAlchemy are imported inside the functions: `serve` patches the standard library first.
"""

import argparse
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING

from companion.terminal import spoken, spoken_number

if TYPE_CHECKING:
    from flask import Flask
    from sqlalchemy import Connection


def migrate(_: argparse.Namespace) -> int:
    """Brings the database to the newest migration and says what was done; returns 0.

    Raises SystemExit with a sentence if that cannot be.
    """
    from companion import create_app, starting
    from companion.ledger import rebuilding, upgrading
    from companion.ledger.base import db

    with starting.explained():
        app = create_app({"BOTS": False})
        with app.app_context(), _quiet_logs(), ExitStack() as opened:
            opened.callback(db.engine.dispose)
            before = upgrading.bring_up_to_date()
            rebuilding.fill(_deriving)
            after = upgrading.current()
    if before == after:
        print(spoken("The database is up to date (%(revision)s): nothing was changed.", revision=after))
    elif before is None:
        print(spoken("Made the tables of the database (%(revision)s).", revision=after))
    else:
        print(spoken("Brought the database up to date, from %(before)s to %(after)s.", before=before, after=after))
    return 0


def move(asked: argparse.Namespace) -> int:
    """Copies everything into an empty database and compares it; returns 0. Raises SystemExit with a sentence."""
    from companion import create_app, settings, starting
    from companion.ledger import carrying, upgrading
    from companion.ledger.base import db

    with starting.explained(), _quiet_logs():
        given = {"SQLALCHEMY_DATABASE_URI": settings.address_of(asked.source)} if asked.source else {}
        source = create_app({"BOTS": False, **given})
        target = create_app({"BOTS": False, "SQLALCHEMY_DATABASE_URI": settings.address_of(asked.target)})
        with ExitStack() as opened:
            with source.app_context(), starting.explained(db.engine.url.database):
                opened.callback(db.engine.dispose)
                if upgrading.state() != upgrading.READY:
                    raise SystemExit(spoken("First bring the old database up to date: companion migrate"))
            with target.app_context(), starting.explained(db.engine.url.database):
                opened.callback(db.engine.dispose)
                with db.engine.connect() as looked:
                    carrying.refuse_used(looked)
                upgrading.bring_up_to_date()
            moved = carrying.carry(_alone(source, opened), _alone(target, opened), _carrying)
    print(spoken_number("Moved %(num)s row, and compared it.", "Moved %(num)s rows, and compared each.", moved))
    print(spoken("The old database is as it was. The secret key stays in the data folder."))
    print(spoken("Start Companion with the new one: DATABASE_URL=%(address)s", address=asked.target))
    return 0


def _alone(app: "Flask", opened: ExitStack) -> "Connection":
    """Returns the database of an app, in which nobody else can write as long as it is open."""
    from companion import starting
    from companion.ledger import carrying
    from companion.ledger.base import db

    with app.app_context(), starting.explained(db.engine.url.database):
        return opened.enter_context(carrying.alone(db.engine))


def _carrying(table: str, done: int, of: int) -> None:
    """Says how far a move is."""
    if done == of > 0 or done % 10_000 == 0 < done:
        print(spoken("%(table)s: %(done)s of %(all)s", table=table, done=done, all=of), flush=True)


def rebuild(_: argparse.Namespace) -> int:
    """Recreates the derived rows of every match; returns 0."""
    app = ready_app()
    from companion import starting
    from companion.ledger import rebuilding

    with starting.explained(), app.app_context():
        count = rebuilding.rebuild(_deriving)
    print(spoken_number("Made the lists of %(num)s match again.", "Made the lists of %(num)s matches again.", count))
    return 0


def backup(asked: argparse.Namespace) -> int:
    """Saves database and key in one file and says what it holds; returns 0. Raises SystemExit with a sentence."""
    from companion import backup, settings, starting

    with starting.explained():
        saved = backup.save(settings.data_folder(), asked.file, asked.overwrite)
    print(
        spoken_number(
            "Saved %(num)s match in %(file)s, and checked it.",
            "Saved %(num)s matches in %(file)s, and checked it.",
            saved.matches,
            file=asked.file,
        )
    )
    print(
        spoken(
            "It holds the secret key: whoever has the file can pretend to be any phone. Keep it where only you can read"
            " it."
        )
    )
    return 0


def restore(asked: argparse.Namespace) -> int:
    """Puts a backup in its place, says where the old files are; returns 0. Raises SystemExit with a sentence."""
    from companion import backup, settings, starting

    with starting.explained():
        folder = settings.data_folder()
        restored, kept = backup.restore(folder, asked.file)
    print(
        spoken_number(
            "Restored %(num)s match, saved at %(time)s by Companion %(version)s.",
            "Restored %(num)s matches, saved at %(time)s by Companion %(version)s.",
            restored.matches,
            time=restored.made,
            version=restored.version,
        )
    )
    for path in kept:
        print(spoken("What was there before is kept: %(file)s", file=path))
    if settings.stated(folder).get("SECRET_KEY"):
        config = folder / "config.py"
        print(spoken("%(file)s has a SECRET_KEY: that one is used, not the restored one.", file=config))
    print(spoken("Start Companion again."))
    return 0


def ready_app() -> "Flask":
    """Returns the app, its database at the newest migration; raises SystemExit with a sentence if that cannot be."""
    from companion import create_app, starting
    from companion.ledger import rebuilding
    from companion.ledger.upgrading import bring_up_to_date

    with starting.explained():
        app = create_app()
        with app.app_context(), _quiet_logs():
            bring_up_to_date()
            rebuilding.fill(_deriving)
    return app


def served_app() -> "Flask":
    """Returns the app as it is before somebody is served: ready, and what is due erased. Raises SystemExit likewise."""
    from companion import starting
    from companion.ledger import busy, erasing

    app = ready_app()
    # Whoever starts beside others does not wait for what they hold: an hour later it is looked for again.
    with starting.explained(), app.app_context(), suppress(busy.Busy):
        erasing.erase_due()
    return app


def _deriving(done: int, of: int) -> None:
    """Says how far long work is."""
    if done % 250 == 0 or done == of > 250:
        print(spoken("Making the lists again. Matches done: %(done)s of %(all)s", done=done, all=of), flush=True)


@contextmanager
def _quiet_logs() -> Iterator[None]:
    """Silences what Alembic says about each step; its warnings and errors still show."""
    logging.disable(logging.INFO)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "migrate": migrate,
    "move": move,
    "rebuild": rebuild,
    "backup": backup,
    "restore": restore,
}
