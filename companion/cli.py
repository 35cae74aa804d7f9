"""The `companion` command.

Flask and SQLAlchemy are imported inside the functions: `serve` patches the standard library first.
"""

import argparse
import json
import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
            return verify(options.file, options.fingerprint)
        if options.command == "link":
            return link(options.group, options.keeper, options.address)
        if options.command == "backup":
            return backup(options.file, options.overwrite)
        if options.command == "restore":
            return restore(options.file)
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
    linking = commands.add_parser("link", help="print the link that brings phones back into a group")
    linking.add_argument("group", type=int, nargs="?", help="which one, by its number, if there are several")
    linking.add_argument("--keeper", action="store_true", help="whoever opens it keeps the group; it works once")
    linking.add_argument("--address", help="where phones find Companion (default: this computer, port 8000)")
    _add_others(commands)
    return parser


def _add_others(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    saving = commands.add_parser(
        "backup", help="save the database and the key in one file, while Companion runs or not"
    )
    saving.add_argument("file", type=Path, help="where to; it holds the secret key")
    saving.add_argument("--overwrite", action="store_true", help="replace the file if it is there already")
    restoring = commands.add_parser(
        "restore", help="put back what “companion backup” saved, while Companion does not run"
    )
    restoring.add_argument("file", type=Path, help="what “companion backup” wrote")
    checking = commands.add_parser("verify", help="check the sealed shuffles of a match played on screens")
    checking.add_argument("file", type=Path, help="what “Save as a file” on the page “Check the shuffle” gave you")
    checking.add_argument(
        "--fingerprint", default=[], action="append", metavar="X", help="one that you wrote down when a round began"
    )
    _ask_who_fights(commands.add_parser("arena", help="let bots play each other and count who wins"))


def _ask_who_fights(fighting: argparse.ArgumentParser) -> None:
    fighting.add_argument("game", help=f"one of {', '.join(game.key for game in GAMES)}")
    fighting.add_argument("one", help="the bot that is measured: easy, normal or strong")
    fighting.add_argument("others", help="the bot that sits everywhere else")
    fighting.add_argument("--matches", default=100, type=int, help="how many matches (default: 100)")
    fighting.add_argument("--seats", default=2, type=int, help="how many play (default: 2)")
    fighting.add_argument("--seconds", default=0.1, type=float, help="thought for a move (default: 0.1)")
    fighting.add_argument("--seed", default=0, type=int, help="other cards (default: 0)")
    fighting.add_argument("--option", default=[], action="append", metavar="KEY=VALUE", help="as in discards=2")


def serve(host: str, port: int) -> int:
    """Serves the app until it is stopped; returns 0."""
    from gevent import monkey

    # Before anything else is imported: what took hold of a blocking socket or lock would keep it.
    monkey.patch_all()
    from companion import server, starting
    from companion.ledger import erasing

    app = _ready_app()
    with starting.explained(), app.app_context():
        erasing.erase_due()
    server.serve(app, host, port)
    return 0


def rebuild() -> int:
    """Recreates the derived rows of every match; returns 0."""
    app = _ready_app()
    from companion import starting
    from companion.ledger import rebuilding

    with starting.explained(), app.app_context():
        count = rebuilding.rebuild(_deriving)
    print(f"Rebuilt {_matches(count)}.")
    return 0


def link(group: int | None, keeper: bool, address: str | None) -> int:
    """Prints a group's link with its QR code, or which groups there are; returns 0.

    Raises SystemExit with a sentence when there is no group, or none of that number.
    """
    app = _ready_app()
    from companion import server
    from companion.ledger import links, members

    with app.app_context():
        groups = members.all_groups()
        named = groups if group is None else [one for one in groups if one.id == group]
        if not named:
            none = "There is no group yet: it begins with its first match."
            raise SystemExit(f"There is no group {group}: “companion link” lists them." if groups else none)
        if len(named) > 1:
            for one in named:
                print(f"{one.id:4}  {', '.join(one.people) or 'nobody yet'}; {_matches(one.matches)}")
            print("Say which one, as in: companion link 2")
            return 0
        secret = links.keeper_link(named[0].id) if keeper else links.link_of_group(named[0].id)
    root = address or server.url_of(next(iter(server.lan_addresses()), "localhost"), 8000)
    url = f"{root.rstrip('/')}/J/{secret}"
    what = (
        "keeps the group, and can put others out. It works once" if keeper else "is in the group. Keep it to yourselves"
    )
    print(f"{url}\n{server.drawn(url.upper(), sys.stdout.encoding)}\nWho opens this link {what}.")
    return 0


def backup(file: Path, overwrite: bool) -> int:
    """Saves database and key in one file and says what it holds; returns 0. Raises SystemExit with a sentence."""
    from companion import backup, settings, starting

    with starting.explained():
        saved = backup.save(settings.data_folder(), file, overwrite)
    print(f"Saved {_matches(saved.matches)} in {file}, and checked it.")
    print("It holds the secret key: who has the file can pretend to be any phone. Keep it where only you can read it.")
    return 0


def restore(file: Path) -> int:
    """Puts a backup in its place, says where the old files are; returns 0. Raises SystemExit with a sentence."""
    from companion import backup, settings, starting

    with starting.explained():
        folder = settings.data_folder()
        restored, kept = backup.restore(folder, file)
    print(f"Restored {_matches(restored.matches)}, saved at {restored.made} by Companion {restored.version}.")
    for path in kept:
        print(f"What was there is kept: {path}")
    if settings.stated(folder).get("SECRET_KEY"):
        print(f"{folder / 'config.py'} names a SECRET_KEY, which goes before the one that was restored.")
    print("Start Companion again.")
    return 0


def verify(file: Path, fingerprints: Sequence[str] = ()) -> int:
    """Prints whether all promises were kept, those with the fingerprints too; returns 0 if so, else 1.

    Raises SystemExit with a sentence for a file that cannot be read.
    """
    from companion import seals

    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        wrong = [str(each) for each in seals.check(told, {mark.strip().lower(): 0 for mark in fingerprints})]
        wrong += _other_packs(told)
        shuffles, opened, sealed = seals.counted(told)
    except (OSError, ValueError, TypeError) as problem:
        raise SystemExit(f"{file} cannot be checked: {problem}") from None
    for sentence in wrong:
        print(f"WRONG  {sentence}")
    print(f"{shuffles} shuffles: {opened} cards open, {sealed} still sealed.")
    print("Something is not as it was promised." if wrong else "Every open card is the one that was sealed.")
    for shuffle in told["shuffles"]:
        print(f"round {shuffle['round']}: fingerprint {shuffle['fingerprint']}")
    if not fingerprints:
        print("Was all sealed anew? Only a fingerprint that you wrote down can tell: add --fingerprint.")
    return 1 if wrong else 0


def _other_packs(told: dict[str, Any]) -> list[str]:
    """Says so when the packs of a file are not those of its game."""
    from companion.games import by_key
    from companion.games.game import packs_of

    try:
        packs = [dict(pack) for pack in packs_of(by_key(str(told["game"])))]
    except KeyError:
        raise ValueError("it is of no game that is known here") from None
    return [] if told["packs"] == packs else ["its packs are not those of the game"]


def arena(asked: argparse.Namespace) -> int:
    """Prints how often one bot wins against others; returns 0. Raises SystemExit for bots that there are not."""
    from companion.games import by_key
    from companion.games.arena import Terms, contest

    try:
        rules = dict(option.split("=", 1) for option in asked.option)
        terms = Terms(asked.seconds, rules, asked.seed)
        found = contest(by_key(asked.game), asked.one, asked.others, asked.matches, asked.seats, terms)
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


def _matches(count: int) -> str:
    return f"{count} {'match' if count == 1 else 'matches'}"


def _ready_app() -> "Flask":
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


def _deriving(done: int, of: int) -> None:
    """Says how far long work is."""
    if done % 250 == 0 or done == of > 250:
        print(f"Deriving … {done:,} of {of:,} matches", flush=True)


@contextmanager
def _quiet_logs() -> Iterator[None]:
    """Silences what Alembic says about each step; its warnings and errors still show."""
    logging.disable(logging.INFO)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
