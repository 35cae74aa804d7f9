"""What a client sends, before any page looks at it: addresses, numbers and texts that nothing of ours has are no matter
for a page, nor for a database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Request
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from werkzeug.exceptions import HTTPException
from werkzeug.routing import IntegerConverter, Map, UnicodeConverter
from werkzeug.utils import cached_property
from werkzeug.wrappers import Response
from werkzeug.wsgi import get_host

MOST_FILE = 20 * 2**20
"""So many bytes has a file at most that can be brought."""
LARGE = {"/import": MOST_FILE + 64 * 1024}
"""The addresses that take more than a page sends, and how much: a file, and the form around it."""
LONGEST_HOST = len(":65535") + 253
SAID = (
    "400: Companion is not known by this address. Open it by the address that it prints when it starts.\n"
    "On a hosted server, TRUSTED_HOSTS says by which names it is known.\n"
)


def init_app(app: Flask) -> None:
    """Let the app see only what can be; before its first route is made."""
    app.request_class = Sent
    app.url_map.converters |= {"default": Word, "string": Word, "int": Number}
    inner = app.wsgi_app

    def checked(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if _known(environ, app.config["TRUSTED_HOSTS"]):
            return inner(environ, start_response)
        app.logger.warning("refused a request to %r", environ.get("HTTP_HOST", "")[:100])
        # No page of ours: its links would need an address.
        return Response(SAID, 400)(environ, start_response)

    app.wsgi_app = checked  # type: ignore[method-assign]


def _known(environ: dict[str, Any], trusted: list[str] | None) -> bool:
    """Whether a request was sent to an address that can be one, and is among those that are trusted if any are said."""
    try:
        host = get_host(environ, trusted)
    except HTTPException:
        return False
    return _names_a_host(host) and (0 < len(host) <= LONGEST_HOST or not environ.get("HTTP_HOST"))


@lru_cache(256)
def _names_a_host(host: str) -> bool:
    """Whether that can be the name of a host: an empty or an endless part is spelled well, and still none."""
    try:
        host.encode("idna").decode("idna")
    except UnicodeError:
        return False
    return True


class Number(IntegerConverter):
    """A number in an address: no match has a million rounds or seats."""

    regex = r"[0-9]{1,6}"


class Word(UnicodeConverter):
    """A word in an address: as long as any of ours, and without NUL, which PostgreSQL has no place for."""

    def __init__(self, url_map: Map, minlength: int = 1, maxlength: int | None = 64, length: int | None = None) -> None:
        super().__init__(url_map, minlength, maxlength, length)
        self.regex = self.regex.replace("[^/]", r"[^/\x00]")


class Sent(Request):
    """A request whose fields have no NUL, for nobody can type one, and whose referrer is an address or nothing."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if self.path in LARGE:
            self.max_content_length = LARGE[self.path]

    @cached_property
    def args(self) -> MultiDict[str, str]:
        """The fields of the address."""
        return _typed(super().args)

    @property
    def referrer(self) -> str | None:  # type: ignore[override]
        """The page that it came from."""
        named = self.headers.get("Referer", "")
        try:
            _ = urlsplit(named).port
        except ValueError:
            return None
        return named or None

    def _load_form_data(self) -> None:
        if "form" not in self.__dict__:
            super()._load_form_data()
            self.__dict__["form"] = _typed(self.__dict__["form"])


def _typed(fields: MultiDict[str, str]) -> MultiDict[str, str]:
    if not any("\0" in name or "\0" in text for name, text in fields.items(multi=True)):
        return fields
    return ImmutableMultiDict(
        (name.replace("\0", ""), text.replace("\0", "")) for name, text in fields.items(multi=True)
    )
