"""Rendered pages kept in memory, with marks where each answer differs: the CSRF token, the client id, the notice."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable

from flask_wtf.csrf import generate_csrf

from .phone import fresh_id

# Nobody can guess them, so no name can carry one.
CSRF_MARK = f"csrf-{secrets.token_hex(16)}"
CLIENT_MARK = f"client-{secrets.token_hex(16)}"
NOTICE_MARK = f"notice-{secrets.token_hex(16)}"
SHEET_MARK = f"sheet-{secrets.token_hex(16)}"
_KEEP = 2048
_pages: OrderedDict[Hashable, str] = OrderedDict()


def kept(key: Hashable, build: Callable[[], str]) -> str:
    """The page under `key`, built when it is not kept yet."""
    page = _pages.get(key)
    if page is None:
        page = _pages[key] = build()
        while len(_pages) > _KEEP:
            _pages.popitem(last=False)
    return page


def finish(page: str, notice: str = "") -> str:
    """A kept page with this answer's own values in place of the marks."""
    page = page.replace(CSRF_MARK, generate_csrf()).replace(NOTICE_MARK, notice)
    return page.replace(CLIENT_MARK, fresh_id()) if CLIENT_MARK in page else page
