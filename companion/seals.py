"""Commitments to a shuffle: what was promised when the cards were mixed, and whether it was kept.

A page shows them, `companion verify` checks them, and so does the browser (static/js/seals.js, the twin of `check`);
standard library only, so that anybody can read how.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

FORMAT = "companion seals 2"

EMPTY, MISSING, FINGERPRINT, CARD, HIDDEN, PACK, UNKNOWN = (
    "empty", "missing", "fingerprint", "card", "hidden", "pack", "unknown"
)  # fmt: skip


def N_(msgid: str) -> str:
    """Marks a text for translation; here nothing is translated."""
    return msgid


TEXTS = {
    EMPTY: N_("there is no shuffle in it, so nothing was promised"),
    MISSING: N_("round %(round)s, line %(line)s: a shuffle is missing before this one or after it"),
    FINGERPRINT: N_("round %(round)s, line %(line)s: the fingerprint doesn’t fit its seals"),
    CARD: N_("round %(round)s, line %(line)s: the card at position %(more)s isn’t the one that was sealed"),
    HIDDEN: N_("round %(round)s, line %(line)s: cards that were open are hidden"),
    PACK: N_("round %(round)s, line %(line)s: its cards are no whole pack"),
    UNKNOWN: N_("the fingerprint %(more)s is of no shuffle here: it was left out, or the cards were sealed anew"),
}


OTHER_FORMAT = N_("%(file)s cannot be checked: it is not in the format “%(format)s”. Save it again.")
NO_SEALS = N_("%(file)s cannot be checked: it does not hold seals (%(detail)s).")


class Unreadable(ValueError):
    """A file that holds no seals. `msgid`: a sentence with a place for the `file`; `values` fill the others."""

    def __init__(self, msgid: str, **values: object) -> None:
        self.msgid, self.values = msgid, values
        super().__init__(msgid % {"file": "the file", **values})


class Wrong(NamedTuple):
    """A promise that was not kept. `what`: one of TEXTS; `more`: the place of a card, or a fingerprint seen before."""

    what: str
    round: int = 0
    line: int = 0
    more: str = ""

    def __str__(self) -> str:
        return TEXTS[self.what] % self._asdict()


def commitment(match: str, round_: int, line: int, place: int, card: str, nonce: str) -> str:
    """The promise for one card of a shuffle: SHA-256, in hexadecimal, of `match/round/line/place/card/nonce`.

    `place`: 0 is drawn first; `card`: as it is spelled in moves; `nonce`: 32 hexadecimal digits of its own.
    """
    return hashlib.sha256(f"{match}/{round_}/{line}/{place}/{card}/{nonce}".encode()).hexdigest()


def fingerprint(commitments: Sequence[str]) -> str:
    """A whole shuffle's promises in 16 hexadecimal digits, short enough to write down before the first card falls."""
    return hashlib.sha256("\n".join(commitments).encode()).hexdigest()[:16]


def check(told: Mapping[str, Any], noted: Mapping[str, int] | None = None) -> list[Wrong]:
    """What is wrong in a file of seals (see docs/architecture.md); empty when every promise was kept.

    `noted`: fingerprints that were seen before, with how many cards were open then. Raises Unreadable for anything that
    is no such file.
    """
    try:
        if told["format"] != FORMAT:
            raise Unreadable(OTHER_FORMAT, format=FORMAT)
        return [*_whole(told), *_kept(told), *_known(told["shuffles"], noted or {})]
    except Unreadable:
        raise
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as wrong:
        raise Unreadable(NO_SEALS, detail=wrong) from None


def counted(told: Mapping[str, Any]) -> tuple[int, int, int]:
    """How many shuffles, opened cards and sealed cards a file of seals has."""
    cards = [card for shuffle in told["shuffles"] for card in shuffle["cards"]]
    opened = sum(card["card"] is not None for card in cards)
    return len(told["shuffles"]), opened, len(cards) - opened


def _whole(told: Mapping[str, Any]) -> Iterator[Wrong]:
    """Every shuffle is there, and the first of each pack has all its cards."""
    shuffles, begun = told["shuffles"], set()
    if not shuffles:
        yield Wrong(EMPTY)
        return
    for number, shuffle in enumerate(shuffles):
        where = _where(shuffle)
        before = shuffles[number - 1]["fingerprint"] if number else ""
        if shuffle["before"] != before or (number == len(shuffles) - 1 and told["count"] != len(shuffles)):
            yield Wrong(MISSING, *where)
        pack, cards = told["packs"][shuffle["pack"]], shuffle["cards"]
        size = sum(pack.values())
        full = shuffle["whole"] or shuffle["pack"] not in begun
        begun.add(shuffle["pack"])
        there = Counter(card["card"] for card in cards if card["card"] is not None)
        if len(cards) > size or (full and len(cards) != size) or any(there[card] > pack.get(card, 0) for card in there):
            yield Wrong(PACK, *where)


def _kept(told: Mapping[str, Any]) -> Iterator[Wrong]:
    """Every open card is the one that was promised, and none that was open is hidden again."""
    for shuffle in told["shuffles"]:
        where, cards = _where(shuffle), shuffle["cards"]
        if fingerprint([str(card["commitment"]) for card in cards]) != shuffle["fingerprint"]:
            yield Wrong(FINGERPRINT, *where)
        for place, card in enumerate(cards):
            if card["card"] is None:
                continue
            promised = commitment(str(told["match"]), *where, place, str(card["card"]), str(card["nonce"]))
            if promised != card["commitment"]:
                yield Wrong(CARD, *where, str(place))
        if _open(cards) != shuffle["open"]:
            yield Wrong(HIDDEN, *where)


def _known(shuffles: Sequence[Mapping[str, Any]], noted: Mapping[str, int]) -> Iterator[Wrong]:
    """What was seen before is there still."""
    found = {shuffle["fingerprint"]: shuffle for shuffle in shuffles}
    for mark, opened in noted.items():
        if mark not in found:
            yield Wrong(UNKNOWN, more=mark)
        elif _open(found[mark]["cards"]) < opened:
            yield Wrong(HIDDEN, *_where(found[mark]))


def _where(shuffle: Mapping[str, Any]) -> tuple[int, int]:
    return int(shuffle["round"]), int(shuffle["line"])


def _open(cards: Sequence[Mapping[str, Any]]) -> int:
    return sum(card["card"] is not None for card in cards)
