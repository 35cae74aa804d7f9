"""Commitments to a shuffle: what was promised when the cards were mixed, and whether it was kept.

A page shows them, `companion verify` checks them; standard library only, so that anybody can read how.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

FORMAT = "companion seals 1"


def commitment(match: str, round_: int, line: int, place: int, card: str, nonce: str) -> str:
    """The promise for one card of a shuffle: SHA-256, in hexadecimal, of `match/round/line/place/card/nonce`.

    `place`: 0 is drawn first; `card`: as it is spelled in moves; `nonce`: 32 hexadecimal digits of its own.
    """
    return hashlib.sha256(f"{match}/{round_}/{line}/{place}/{card}/{nonce}".encode()).hexdigest()


def fingerprint(commitments: Sequence[str]) -> str:
    """A whole shuffle's promises in 16 hexadecimal digits, short enough to write down before the first card falls."""
    return hashlib.sha256("\n".join(commitments).encode()).hexdigest()[:16]


def check(told: Mapping[str, Any]) -> list[str]:
    """What is wrong in a file of seals (see docs/architecture.md), as sentences; empty when every promise was kept.

    Raises ValueError for anything that is no such file.
    """
    try:
        if told["format"] != FORMAT:
            raise ValueError(f"it is not in the format “{FORMAT}”")
        return [said for shuffle in told["shuffles"] for said in _check_shuffle(str(told["match"]), shuffle)]
    except (KeyError, TypeError, AttributeError) as wrong:
        raise ValueError(f"it is no file of seals ({wrong})") from None


def counted(told: Mapping[str, Any]) -> tuple[int, int, int]:
    """How many shuffles, opened cards and sealed cards a file of seals has."""
    cards = [card for shuffle in told["shuffles"] for card in shuffle["cards"]]
    opened = sum(card["card"] is not None for card in cards)
    return len(told["shuffles"]), opened, len(cards) - opened


def _check_shuffle(match: str, shuffle: Mapping[str, Any]) -> list[str]:
    round_, line = int(shuffle["round"]), int(shuffle["line"])
    where = f"round {round_}, line {line}"
    wrong = []
    if fingerprint([str(card["commitment"]) for card in shuffle["cards"]]) != shuffle["fingerprint"]:
        wrong.append(f"{where}: the fingerprint is not that of its commitments")
    for place, card in enumerate(shuffle["cards"]):
        if card["card"] is None:
            continue
        promised = commitment(match, round_, line, place, str(card["card"]), str(card["nonce"]))
        if promised != card["commitment"]:
            wrong.append(f"{where}: the card at place {place} is not the one that was promised")
    return wrong
