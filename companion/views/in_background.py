"""What takes long, beside the requests: a file is read in a thread of its own, and comes in while everybody goes on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from datetime import tzinfo
from functools import partial

import flask_babel
from flask import Flask

from companion.app_state import app_state
from companion.interchange import any_file, csv_in
from companion.interchange.companionfile import CompanionFile
from companion.interchange.plays import Plays
from companion.ledger.bringing import run
from companion.ledger.busy import Busy, told
from companion.ledger.figures import catch_up
from companion.ledger.soundness import check
from companion.ledger.sqlite import natively

from .once_sent import beside, this_app
from .words import LANGUAGES
from .zone import zone

Told = tuple[str, CompanionFile | Plays]
PAUSES = (1.0, 5.0, 30.0)
"""Seconds after which it is tried once more to write, while another program holds the database."""


def read_file(data: bytes) -> Told:
    """Which kind of file that is, and what it tells. Raises Damaged."""
    return _read(data, _heads())


def _read(data: bytes, heads: Mapping[str, str]) -> Told:
    found: list[Told] = []
    natively(lambda: found.append(_looked(data, heads)))
    return found[0]


def _looked(data: bytes, heads: Mapping[str, str]) -> Told:
    form, told = any_file.read(data, heads)
    if isinstance(told, CompanionFile):
        check(told)
    return form, told


def _heads() -> Mapping[str, str]:
    """What stands above the columns of our spreadsheets, in all languages of the house."""
    return csv_in.heads(partial(_in, language) for language in LANGUAGES)


def _in(language: str, msgid: str) -> str:
    with flask_babel.force_locale(language):
        return str(flask_babel.gettext(msgid))


def go_on(public_id: str) -> None:
    """Let a file come in, or go again, beside the requests; one on which a process works already just goes on."""
    working = app_state().bringing
    if public_id not in working:
        thread = threading.Thread(target=_work, args=(this_app(), public_id, _heads(), zone()), daemon=True)
        working.add(public_id)
        thread.start()


def _work(app: Flask, public_id: str, heads: Mapping[str, str], its_zone: tzinfo) -> None:
    with beside(app, "a file waits to come in", "a file could not come in"):
        hub = app_state().hub
        try:
            if hub.claim(public_id):
                _patiently(lambda: run(public_id, lambda data: _read(data, heads)[1], its_zone))
                catch_up()
        finally:
            hub.release(public_id)
            app_state().bringing.discard(public_id)


def comes_in(public_id: str) -> bool:
    """Whether a file is coming in just now, or going again, in whatever process."""
    return public_id in app_state().bringing or app_state().hub.claimed(public_id)


def _patiently(work: Callable[[], None]) -> None:
    """Do something that another program may hold up for a while. Raises Busy when it does so for long."""
    for pause in PAUSES:
        try:
            with told():
                work()
        except Busy:
            time.sleep(pause)
        else:
            return
    work()
