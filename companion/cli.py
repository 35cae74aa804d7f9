"""The `companion` command.

Flask and SQLAlchemy are imported inside the functions: `serve` patches the standard library first.
"""

import argparse
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code; raises SystemExit with a sentence for the user."""
    options = _parser().parse_args(arguments)
    try:
        if options.command == "serve":
            return serve(options.host, options.port)
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
