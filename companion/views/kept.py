"""Rendered pages kept in memory, with marks where each answer differs: the CSRF token, the client id, the notice.

And what a phone keeps itself: a piece that has not changed costs a 304.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable

from flask import current_app, request
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response

from .phone import fresh_id
from .words import language

# Nobody can guess them, so no name can carry one.
CSRF_MARK = f"csrf-{secrets.token_hex(16)}"
CLIENT_MARK = f"client-{secrets.token_hex(16)}"
NOTICE_MARK = f"notice-{secrets.token_hex(16)}"
SHEET_MARK = f"sheet-{secrets.token_hex(16)}"
ACT_MARK = f"act-{secrets.token_hex(16)}"
HEAD_MARK = f"head-{secrets.token_hex(16)}"
UNDO_MARK = f"undo-{secrets.token_hex(16)}"
VERSION_MARK = f"version-{secrets.token_hex(16)}"
_KEEP = 2048
_MOST = 16 * 2**20
"""Letters kept at once; a Raspberry Pi has little memory."""
_pages: OrderedDict[Hashable, str] = OrderedDict()


def kept(key: Hashable, build: Callable[[], str]) -> str:
    """The page under `key`, built when it is not kept yet."""
    page = _pages.get(key)
    if page is not None:
        _pages.move_to_end(key)
        return page
    page = _pages[key] = build()
    size = sum(map(len, _pages.values())) if len(_pages) % 64 == 0 else 0
    while len(_pages) > _KEEP or size > _MOST:
        size -= len(_pages.popitem(last=False)[1])
    return page


def forget() -> None:
    """Keep no page any more: something changed that no version tells of."""
    _pages.clear()


def unless_known(facts: Iterable[object], build: Callable[[], str]) -> Response:
    """A piece of a page that depends on these facts, the language and the build; a 304 for a phone that has it."""
    answer = Response(mimetype="text/html")
    tag = "-".join(map(str, (*facts, language(), current_app.config["BUILD"])))
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = "private, no-cache"
    # A compressed answer had the name of its compression behind the tag.
    if any(seen.partition(":")[0] == tag for seen in request.if_none_match.as_set()):
        answer.status_code = 304
    else:
        answer.set_data(build())
    return answer


def finish(page: str, notice: str = "") -> str:
    """A kept page with this answer's own values in place of the marks."""
    page = page.replace(CSRF_MARK, generate_csrf()).replace(NOTICE_MARK, notice)
    return page.replace(CLIENT_MARK, fresh_id()) if CLIENT_MARK in page else page
