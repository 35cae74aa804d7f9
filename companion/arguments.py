"""What the `companion` command can be asked, with its help."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.games import GAMES
from companion.terminal import spoken

Commands = argparse._SubParsersAction
MOST_WORKERS = 64


def parser() -> argparse.ArgumentParser:
    """Reads a command line; its help is in the language of this computer. `command` says which one was asked for."""
    asked = argparse.ArgumentParser(prog="companion", description=spoken("The score pad for card games."))
    commands = asked.add_subparsers(dest="command", required=True, metavar=spoken("COMMAND"))
    _serving(commands)
    commands.add_parser("rebuild", help=spoken("make lists and statistics again from what was written down"))
    _linking(commands)
    _moving(commands)
    _keeping(commands)
    _checking(commands)
    _fighting(commands)
    return asked


def _count(text: str) -> int:
    """A number of at least one. Raises ArgumentTypeError for anything else."""
    if not text.isascii() or not text.isdecimal() or not 0 < int(text) <= MOST_WORKERS:
        raise argparse.ArgumentTypeError(
            spoken("%(text)s is no number from 1 to %(most)s", text=text, most=MOST_WORKERS)
        )
    return int(text)


def _serving(commands: Commands[argparse.ArgumentParser]) -> None:
    serving = commands.add_parser("serve", help=spoken("open the pad to this computer and the phones around it"))
    serving.add_argument(
        "--host", default="0.0.0.0", help=spoken("the address to listen on (default: all addresses of this computer)")
    )
    serving.add_argument(
        "--port",
        default=8000,
        type=int,
        help=spoken("the port to listen on (default: %(default)s; 0 chooses one that is free)"),
    )
    serving.add_argument(
        "--workers",
        default=1,
        type=_count,
        metavar=spoken("NUMBER"),
        help=spoken("how many processes serve: as many as there are cores, at most (default: %(default)s)"),
    )
    serving.add_argument(
        "--https",
        action="store_true",
        help=spoken("speak https, which phones want for more comfort; the page /https says how they learn to trust it"),
    )
    serving.add_argument(
        "--certificate", type=Path, metavar=spoken("FILE"), help=spoken("a certificate of your own for https")
    )
    serving.add_argument("--key", type=Path, metavar=spoken("FILE"), help=spoken("the key of that certificate"))


def _linking(commands: Commands[argparse.ArgumentParser]) -> None:
    linking = commands.add_parser("link", help=spoken("print the link that brings phones back into a group"))
    linking.add_argument(
        "group",
        type=int,
        nargs="?",
        metavar=spoken("GROUP"),
        help=spoken("the number of the group, if there are several"),
    )
    linking.add_argument(
        "--keeper",
        action="store_true",
        help=spoken("print a link that works once and makes its phone the keeper of the group"),
    )
    linking.add_argument(
        "--address",
        help=spoken("the address where phones find Companion (default: this computer, port 8000)"),
    )


def _moving(commands: Commands[argparse.ArgumentParser]) -> None:
    commands.add_parser("migrate", help=spoken("bring the database up to date, or make its tables"))
    moving = commands.add_parser(
        "move", help=spoken("copy everything into another database, while Companion is not running")
    )
    moving.add_argument(
        "source",
        nargs="?",
        metavar=spoken("FROM"),
        help=spoken("the old database: an address, or an SQLite file (default: the one that is used now)"),
    )
    moving.add_argument(
        "target",
        metavar=spoken("TO"),
        help=spoken("the new database, empty: postgresql://… or an SQLite file"),
    )


def _keeping(commands: Commands[argparse.ArgumentParser]) -> None:
    saving = commands.add_parser(
        "backup", help=spoken("save the database and the key in one file, while Companion is running or not")
    )
    saving.add_argument(
        "file", type=Path, metavar=spoken("FILE"), help=spoken("the file to write; it will hold the secret key")
    )
    saving.add_argument(
        "--overwrite", action="store_true", help=spoken("replace the file if there is one with this name already")
    )
    restoring = commands.add_parser(
        "restore", help=spoken("put back what “companion backup” saved, while Companion is not running")
    )
    restoring.add_argument(
        "file", type=Path, metavar=spoken("FILE"), help=spoken("the file that “companion backup” wrote")
    )


def _checking(commands: Commands[argparse.ArgumentParser]) -> None:
    checking = commands.add_parser("verify", help=spoken("check the sealed shuffles of a match played on screen"))
    checking.add_argument(
        "file",
        type=Path,
        metavar=spoken("FILE"),
        help=spoken("the file that “Save as a file” on the page “Check the shuffle” gave you"),
    )
    checking.add_argument(
        "--fingerprint",
        default=[],
        action="append",
        metavar="X",
        help=spoken("a fingerprint that you wrote down when a round started"),
    )


def _fighting(commands: Commands[argparse.ArgumentParser]) -> None:
    fighting = commands.add_parser("arena", help=spoken("let bots play each other and count who wins"))
    games = ", ".join(game.key for game in GAMES if game.table)
    fighting.add_argument("game", metavar=spoken("GAME"), help=spoken("one of %(games)s", games=games))
    fighting.add_argument("one", metavar=spoken("BOT"), help=spoken("the bot that is measured: easy, normal or strong"))
    fighting.add_argument("others", metavar=spoken("OTHERS"), help=spoken("the bot in every other seat"))
    fighting.add_argument("--matches", default=100, type=int, help=spoken("how many matches (default: %(default)s)"))
    fighting.add_argument("--seats", default=2, type=int, help=spoken("how many players (default: %(default)s)"))
    fighting.add_argument(
        "--seconds", default=0.1, type=float, help=spoken("seconds of thought for each move (default: %(default)s)")
    )
    fighting.add_argument(
        "--seed", default=0, type=int, help=spoken("another number deals other cards (default: %(default)s)")
    )
    fighting.add_argument(
        "--option",
        default=[],
        action="append",
        metavar=spoken("KEY=VALUE"),
        help=spoken("what the matches are set to, for example discards=2"),
    )
