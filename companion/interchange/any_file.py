"""A file of any kind that can come in: which one it is, and what it tells."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.why import N_

from . import bgg_in, bgstats_in, csv_in
from .companionfile import FORMAT, CompanionFile, read_loaded
from .plays import Plays
from .reading import Damaged, loaded

KINDS = ("json", "bgstats", "bgg", "csv")
_BLANK = b" \t\r\n\0\xef\xbb\xbf\xff\xfe"


def read(data: bytes, heads: Mapping[str, str]) -> tuple[str, CompanionFile | Plays]:
    """Which of KINDS a file is, and what it tells. `heads`: what stands above the columns of a spreadsheet.

    Raises Damaged, with the place and the reason, for one that is not whole, and for one of no kind that is known.
    """
    begin = data[:64].lstrip(_BLANK)[:1]
    if not begin:
        raise Damaged("", N_("This file is empty."))
    if begin == b"<":
        return "bgg", bgg_in.read(data)
    if begin not in b"{[":
        return "csv", csv_in.read(data, heads)
    top = loaded(data)
    if isinstance(top.value, dict) and top.value.get("format") == FORMAT:
        return "json", read_loaded(top)
    if bgstats_in.is_bgstats(top.value):
        return "bgstats", bgstats_in.read(top)
    raise Damaged("", N_("This is a JSON file, but not from a program that Companion knows."))
