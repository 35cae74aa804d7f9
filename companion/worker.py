"""One of the processes that `companion/workers.py` starts: `python -m companion.worker`.

The first brings the database up to date, and ends. Each of the others serves what comes to the listener that they all
have from their parent.
"""

from __future__ import annotations

import gc
import json
import os
import socket
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from companion.server import HomeServer
    from companion.tls import Https

ANSWERS, LIVES, STOP, AT_ONCE = b"a", b"l", b"s", b"o"
"""What a worker tells its parent when it answers, and from then on; and what the parent tells a worker."""
OFTEN = 2.0
"""Seconds between two times that a worker tells its parent that it lives."""


def main(given: Sequence[str]) -> int:
    """Prepares, or serves by two inherited sockets; returns 0. Raises SystemExit with a sentence."""
    # As in `companion serve`: of what is made while all is imported nothing goes again.
    gc.disable()
    from gevent import monkey

    # Before anything else is imported: what took hold of a blocking socket or lock would keep it.
    monkey.patch_all()
    asked = Namespace(**json.loads(given[0]))
    asked.certificate, asked.key = (path and Path(path) for path in (asked.certificate, asked.key))
    try:
        if len(given) == 1:
            _prepare(asked)
        else:
            _work(asked, *map(int, given[1:]))
    except KeyboardInterrupt:
        return 130
    return 0


def _prepare(asked: Namespace) -> None:
    """Do what is done once, whatever the number of workers."""
    from companion import keeping
    from companion.terminal import spoken

    _https(asked)
    app = keeping.served_app()
    if not app.config.get("REDIS_URL"):
        print(
            spoken(
                "Without Redis, phones hear up to 15 seconds late of what comes in at another worker. To change that,"
                " start a Redis and set REDIS_URL, for example: REDIS_URL=redis://127.0.0.1:6379/0"
            ),
            flush=True,
        )


def _https(asked: Namespace) -> Https | None:
    from companion import server, settings, starting, tls

    with starting.explained():
        return tls.asked(asked, settings.data_folder(), server.names)


def _work(asked: Namespace, listening: int, joined: int) -> None:
    """Serve until the parent says so, or is no more."""
    from companion import create_app, server, starting

    for inherited in (listening, joined):
        # They are nothing for the processes in which bots think: a port stays taken as long as anybody has it.
        os.set_inheritable(inherited, False)
    listener, line = socket.socket(fileno=listening), socket.socket(fileno=joined)
    https = _https(asked)
    with starting.explained():
        app = create_app({"WORKERS": asked.workers})

    def begun(it: HomeServer) -> None:
        import gevent

        gevent.spawn(_heed, line, it, app)
        line.sendall(ANSWERS)
        gevent.spawn(_live, line)

    server.run(app, listener, asked.host, https, begun, asked.workers)


def _heed(line: socket.socket, server: HomeServer, app: Flask) -> None:
    """Stop when the parent says so, and when it says nothing any more, for it has died."""
    import gevent

    while word := line.recv(1):
        gevent.spawn(server.end if word == AT_ONCE else server.end_once, app, app.config["DRAIN_SECONDS"])
    server.end_once(app, 0)


def _live(line: socket.socket) -> None:
    """Tell the parent again and again that requests have their turn here, as long as it is there."""
    import gevent

    with suppress(OSError):
        while True:
            gevent.sleep(OFTEN)
            line.sendall(LIVES)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
