"""The app as it is hosted, with one more page that tells what it knows of a request; by gunicorn, or `serve`."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Mapping

from flask import Flask, jsonify, request
from werkzeug.wrappers import Response

import companion
from companion import hangup, server
from companion.views import live

of_the_house = companion.create_app
# Whatever a stream tells, and whenever it ends, in these tests is no heartbeat.
live.HEARTBEAT = 3600.0
listening: set[object] = set()


class Counted(hangup.Hangup):
    """One that is counted."""

    def __init__(self, connection: socket.socket) -> None:
        super().__init__(connection)
        listening.add(self)

    def close(self) -> None:
        """Not listening any more."""
        super().close()
        listening.discard(self)


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The app, and `/told`, which also says how many streams are open; each answer says which process made it."""
    app = of_the_house(config)
    hangup.Hangup = Counted  # type: ignore[misc]
    server.Hangup = Counted  # type: ignore[misc]

    @app.get("/told")
    def told() -> Response:
        said = {"address": request.remote_addr, "host": request.host, "secure": request.is_secure}
        return jsonify(said | {"streams": len(listening)})

    @app.after_request
    def sign(answer: Response) -> Response:
        answer.headers["Served-By"] = str(os.getpid())
        return answer

    @app.get("/fails")
    def fails() -> None:
        raise RuntimeError("as if something were wrong")

    return app


if __name__ == "__main__":
    from companion import cli

    companion.create_app = create_app
    sys.exit(cli.main(sys.argv[1:]))
