"""Static files: the build is a part of their path, so that browsers may keep them, and each is compressed once."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, Request
from werkzeug.wrappers import Response

# In the path of a static file they stand where a folder's name would: none has as many letters.
BUILD_DIGITS = 10
# More than there are, in both ways to compress them.
MOST = 300


class Compressed:
    """What Flask-Compress keeps: it asks for every answer, and static files alone have a name."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def get(self, key: str) -> bytes | None:
        """The compressed file."""
        return self._kept.get(key)

    def set(self, key: str, compressed: bytes) -> None:
        """Keep a file; the key is the way it was compressed, then its name."""
        if key.partition(";")[2] and len(self._kept) < MOST:
            self._kept[key] = compressed


def name(request: Request) -> str:
    """The name of the static file that is asked for; pages have none."""
    return str((request.view_args or {})["filename"]) if request.endpoint == "static" else ""


def addresses(app: Flask) -> Callable[[str], str]:
    """Give static files an address that changes with the build, and make it from a name.

    What a script imports by a path beside its own is then of the same build. While processes of two builds serve, one
    may be asked for a file of the other: what it has instead is kept by nobody.
    """

    def send(filename: str, build: str = "") -> Response:
        answer = app.send_static_file(filename)
        answer.direct_passthrough = False
        # Flask-Compress keeps nothing that is streamed, and takes forty times as long for it.
        answer.make_sequence()
        answer.close()
        if build not in ("", app.config["BUILD"]):
            answer.headers["Cache-Control"] = "no-store"
        return answer

    app.add_url_rule(f"{app.static_url_path}/<string(length={BUILD_DIGITS}):build>/<path:filename>", "static")
    # The rule without a build is Flask's own.
    app.view_functions["static"] = send
    return f"{app.static_url_path}/{app.config['BUILD']}/{{}}".format
