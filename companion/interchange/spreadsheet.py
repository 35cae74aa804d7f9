"""A spreadsheet as programs save it: which signs its bytes are, what parts its cells, what stands above its columns."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.games.why import N_

from .reading import Damaged, bounded, sound

POLISH = frozenset("ąćęłńóśźżĄĆĘŁŃÓŚŹŻ")
FRENCH = frozenset("àâçéèêëîïôùûüœÀÂÇÉÈÊËÎÏÔÙÛÜŒ’")
COMMAS = (";", ",", "\t")
LONGEST_CELL = 5_000
MOST_ROWS = 1_000_000
"""Lines may end with two signs."""
_QUOTED = re.compile("'+[=+\\-@\t\r\n＝＋－＠]")


@dataclass(frozen=True, slots=True)
class SpreadsheetRow:
    """A row of a spreadsheet: the number of its line, and its cells by the key of their column."""

    number: int
    cells: Mapping[str, str]

    def wrong(self, msgid: str, **values: object) -> Damaged:
        """What is raised because of this row."""
        return Damaged(str(self.number), msgid, **values)


def decoded(data: bytes) -> str:
    """The text of a file in UTF-8, in UTF-16, or in what Windows writes in western or in central Europe.

    Raises Damaged for bytes that are no text.
    """
    for mark, name in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return _sound(_as(data, name))
    if b"\0" in data[:200]:
        return _sound(_as(data, "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"))
    try:
        return _sound(data.decode("utf-8"))
    except UnicodeDecodeError:
        return _sound(_of_windows(data))


def _as(data: bytes, name: str) -> str:
    try:
        return data.decode(name)
    except UnicodeDecodeError as wrong:
        raise Damaged(f"[{wrong.start}]", N_("This file can’t be read as text: it is damaged.")) from None


def _of_windows(data: bytes) -> str:
    """The text as one of two alphabets has it: whichever makes more letters that are written there."""
    western, central = (data.decode(name, "replace") for name in ("cp1252", "cp1250"))
    polish = sum(sign in POLISH for sign in central) - sum(sign in POLISH for sign in western)
    french = sum(sign in FRENCH for sign in western) - sum(sign in FRENCH for sign in central)
    return central if polish > french else western


def _sound(text: str) -> str:
    if not sound(text):
        raise Damaged("", N_("This file can’t be read as text: it is damaged."))
    return text


def lines(data: bytes, heads: Mapping[str, str]) -> Iterator[SpreadsheetRow]:
    """The rows of a spreadsheet, blank ones left out. `heads`: which column is meant by what stands above it, in any
    language, without case. Raises Damaged, with the line.
    """
    bounded(data, MOST_ROWS, b"\n", b"\r")
    text = decoded(data)
    first = text.partition("\n")[0]
    comma = max(COMMAS, key=lambda comma: sum(_key(cell, heads) != "" for cell in first.split(comma)))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=comma, strict=True)
    columns: list[str] = []
    try:
        for row in reader:
            if not columns:
                columns = [_key(cell, heads) for cell in row]
                if not any(columns):
                    raise Damaged("1", N_("The first line of this file has no column names that Companion knows."))
            elif any(map(str.strip, row)):
                if len(row) < len(columns):
                    said = N_("This line is shorter than the first one: the end of the file is missing.")
                    raise Damaged(str(reader.line_num), said)
                cells = {key: _cell(cell) for key, cell in zip(columns, row, strict=False) if key}
                yield SpreadsheetRow(reader.line_num, cells)
    except csv.Error:
        said = N_("This line isn’t from a spreadsheet, or the end of the file is missing.")
        raise Damaged(str(reader.line_num), said) from None


def _key(head: str, heads: Mapping[str, str]) -> str:
    return heads.get(head.strip().strip('"').strip().casefold(), "")


def _cell(text: str) -> str:
    """What a cell says, without the mark that kept it from being a formula."""
    said = text[1:] if _QUOTED.match(text) else text
    return said[:LONGEST_CELL].strip()
