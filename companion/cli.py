"""The `companion` command.

Flask and SQLAlchemy are imported inside the functions: `serve` patches the standard library first.
"""

import argparse
import json
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.games import GAMES

if TYPE_CHECKING:
    from flask import Flask


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code; raises SystemExit with a sentence for the user."""
    options = _parser().parse_args(arguments)
    try:
        if options.command == "serve":
            return serve(options.host, options.port)
        if options.command == "arena":
            return arena(options)
        if options.command == "verify":
            return verify(options.file)
        return rebuild()
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description="The score pad for card games.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    serving = commands.add_parser("serve", help="open the pad to this computer and the phones around it")
    serving.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all of them)")
    serving.add_argument("--port", default=8000, type=int, help="port to listen on (default: 8000; 0: a free one)")
    commands.add_parser("rebuild", help="derive lists and statistics again from what was written down")
    checking = commands.add_parser("verify", help="check the sealed shuffles of a match played on screens")
    checking.add_argument("file", type=Path, help="what “Save as a file” on the page “Check the shuffle” gave you")
    fighting = commands.add_parser("arena", help="let bots play each other and count who wins")
    fighting.add_argument("game", help=f"one of {', '.join(game.key for game in GAMES)}")
    fighting.add_argument("one", help="the bot that is measured: easy, normal or strong")
    fighting.add_argument("others", help="the bot that sits everywhere else")
    fighting.add_argument("--matches", default=100, type=int, help="how many matches (default: 100)")
    fighting.add_argument("--seats", default=2, type=int, help="how many play (default: 2)")
    fighting.add_argument("--seconds", default=0.1, type=float, help="thought for a move (default: 0.1)")
    fighting.add_argument("--seed", default=0, type=int, help="other cards (default: 0)")
    fighting.add_argument("--option", default=[], action="append", metavar="KEY=VALUE", help="as in discards=2")
    return parser


def serve(host: str, port: int) -> int:
    """Serves the app until it is stopped; returns 0."""
    from gevent import monkey

    # Before anything else is imported: what took hold of a blocking socket or lock would keep it.
    monkey.patch_all()
    from companion import server

    server.serve(_ready_app(), host, port)
    return 0


def rebuild() -> int:
    """Recreates the derived rows of every match; returns 0."""
    app = _ready_app()
    from companion.ledger import history

    with app.app_context():
        count = history.rebuild()
    print(f"Rebuilt {count} {'match' if count == 1 else 'matches'}.")
    return 0


def verify(file: Path) -> int:
    """Prints whether every open card is the one that was sealed; returns 0 if so, else 1.

    Raises SystemExit with a sentence for a file that cannot be read.
    """
    from companion import seals

    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        wrong = seals.check(told)
        shuffles, opened, sealed = seals.counted(told)
    except (OSError, ValueError, TypeError) as problem:
        raise SystemExit(f"{file} cannot be checked: {problem}") from None
    for sentence in wrong:
        print(f"WRONG  {sentence}")
    print(f"{shuffles} shuffles: {opened} cards open, {sealed} still sealed.")
    print("Something is not as it was promised." if wrong else "Every open card is the one that was sealed.")
    for shuffle in told["shuffles"]:
        print(f"round {shuffle['round']}: fingerprint {shuffle['fingerprint']}")
    return 1 if wrong else 0


def arena(asked: argparse.Namespace) -> int:
    """Prints how often one bot wins against others; returns 0. Raises SystemExit for bots that there are not."""
    from companion.games import by_key
    from companion.games.arena import contest

    try:
        rules = dict(option.split("=", 1) for option in asked.option)
        found = contest(
            by_key(asked.game),
            asked.one,
            asked.others,
            asked.matches,
            seats=asked.seats,
            seconds=asked.seconds,
            options=rules,
            seed=asked.seed,
        )
    except KeyError as unknown:
        raise SystemExit(f"There is no game called {unknown}.") from None
    except ValueError as wrong:
        raise SystemExit(str(wrong)) from None
    low, high = (f"{100 * edge:.1f}" for edge in found.interval)
    rivals = f"{asked.seats - 1} {asked.others}" if asked.seats > 2 else asked.others
    print(
        f"{asked.one} against {rivals}: {100 * found.rate:.1f} % of {found.matches} matches"
        f" (95 % interval {low} to {high}, par {100 * found.par:.1f})"
    )
    return 0


def _ready_app() -> "Flask":
    """Returns the app, its database at the newest migration."""
    from flask_migrate import upgrade

    from companion import create_app

    app = create_app()
    with app.app_context(), _quiet_logs():
        upgrade()
    return app


@contextmanager
def _quiet_logs() -> Iterator[None]:
    """Silences what Alembic says about each step; its warnings and errors still show."""
    logging.disable(logging.INFO)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
