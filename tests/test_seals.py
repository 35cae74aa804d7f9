"""Commitments to a shuffle, and whether they were kept: what anybody can check with a few lines of their own."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from companion.seals import FORMAT, check, commitment, counted, fingerprint

NONCES = ("00112233445566778899aabbccddeeff", "f" * 32, "0" * 32)
CARDS = ("12", "0", "7")


def told() -> dict[str, Any]:
    """A file of seals as it is published: one shuffle of three cards, the last one sealed; and one with none open."""
    promised = [
        hashlib.sha256(f"aB-c_9/2/5/{place}/{CARDS[place]}/{NONCES[place]}".encode()).hexdigest() for place in range(3)
    ]
    cards = [{"commitment": promised[place], "card": CARDS[place], "nonce": NONCES[place]} for place in (0, 1)]
    cards.append({"commitment": promised[2], "card": None, "nonce": None})
    mark = hashlib.sha256("\n".join(promised).encode()).hexdigest()[:16]
    sealed = {"commitment": "ab" * 32, "card": None, "nonce": None}
    other = hashlib.sha256(("ab" * 32).encode()).hexdigest()[:16]
    return {
        "format": FORMAT,
        "match": "aB-c_9",
        "shuffles": [
            {"round": 2, "line": 5, "fingerprint": mark, "cards": cards},
            {"round": 3, "line": 2, "fingerprint": other, "cards": [sealed]},
        ],
    }


def test_a_commitment_is_the_hash_of_match_round_line_place_card_and_nonce() -> None:
    text = b"aB-c_9/2/5/0/12/00112233445566778899aabbccddeeff"
    assert commitment("aB-c_9", 2, 5, 0, "12", NONCES[0]) == hashlib.sha256(text).hexdigest()
    assert commitment("aB-c_9", 2, 5, 0, "12", NONCES[0]) == (
        "85c1ec1118a31f6e4576af215ca2f43af0be6fa03a3e5e6a5cc8472d8418fabd"
    )


def test_a_fingerprint_is_the_beginning_of_the_hash_of_all_commitments_one_a_line() -> None:
    assert fingerprint(["ab", "cd"]) == hashlib.sha256(b"ab\ncd").hexdigest()[:16]
    assert fingerprint([]) == "e3b0c44298fc1c14"


@pytest.mark.parametrize("changed", range(6))
def test_whatever_a_commitment_is_made_of_changes_it(changed: int) -> None:
    parts: list[tuple[Any, Any]] = [("m", "n"), (1, 2), (1, 2), (1, 2), ("1", "2"), ("a", "b")]
    before = [one for one, _ in parts]
    after = [other if at == changed else one for at, (one, other) in enumerate(parts)]
    assert commitment(*before) != commitment(*after)


def test_a_file_in_which_every_promise_was_kept_has_nothing_wrong() -> None:
    assert check(told()) == []
    assert check(json.loads(json.dumps(told()))) == []


def test_a_file_without_shuffles_has_nothing_wrong() -> None:
    assert check({"format": FORMAT, "match": "m", "shuffles": []}) == []


def test_shuffles_opened_and_sealed_cards_are_counted() -> None:
    assert counted(told()) == (2, 2, 2)


def first(file: dict[str, Any]) -> dict[str, Any]:
    """The first card of the first shuffle."""
    card: dict[str, Any] = file["shuffles"][0]["cards"][0]
    return card


CARD = "round 2, line 5: the card at place 0 is not the one that was promised"
MARK = "round 2, line 5: the fingerprint is not that of its commitments"
TAMPERING: dict[str, tuple[Callable[[dict[str, Any]], object], list[str]]] = {
    "another card": (lambda file: first(file).update(card="11"), [CARD]),
    "another nonce": (lambda file: first(file).update(nonce="1" * 32), [CARD]),
    "no nonce": (lambda file: first(file).update(nonce=None), [CARD]),
    "another commitment": (lambda file: first(file).update(commitment="0" * 64), [MARK, CARD]),
    "a card with a commitment of its own": (
        lambda file: first(file).update(card="3", commitment=commitment("aB-c_9", 2, 5, 0, "3", NONCES[0])),
        [MARK],
    ),
    "another commitment of a sealed card": (
        lambda file: file["shuffles"][0]["cards"][2].update(commitment="0" * 64),
        [MARK],
    ),
    "a sealed card opened with what was not promised": (
        lambda file: file["shuffles"][0]["cards"][2].update(card="8", nonce=NONCES[2]),
        ["round 2, line 5: the card at place 2 is not the one that was promised"],
    ),
    "two cards that change places": (
        lambda file: file["shuffles"][0]["cards"].insert(0, file["shuffles"][0]["cards"].pop(1)),
        [MARK, CARD, CARD.replace("place 0", "place 1")],
    ),
    "a card that was left out": (lambda file: file["shuffles"][0]["cards"].pop(), [MARK]),
    "another fingerprint": (lambda file: file["shuffles"][0].update(fingerprint="0" * 16), [MARK]),
    "another match": (lambda file: file.update(match="another"), [CARD, CARD.replace("place 0", "place 1")]),
    "another round": (
        lambda file: file["shuffles"][0].update(round=4),
        [text.replace("round 2", "round 4") for text in (CARD, CARD.replace("place 0", "place 1"))],
    ),
    "another line": (
        lambda file: file["shuffles"][0].update(line=6),
        [text.replace("line 5", "line 6") for text in (CARD, CARD.replace("place 0", "place 1"))],
    ),
}


@pytest.mark.parametrize("how", TAMPERING)
def test_tampering_is_found_and_said(how: str) -> None:
    change, wrong = TAMPERING[how]
    file = told()
    change(file)
    assert check(file) == wrong


def test_what_is_wrong_in_another_shuffle_is_said_of_that_one() -> None:
    file = told()
    file["shuffles"][1]["fingerprint"] = "0" * 16
    assert check(file) == ["round 3, line 2: the fingerprint is not that of its commitments"]


def without(*path: str | int) -> dict[str, Any]:
    """A file in which something is missing."""
    file: Any = copy.deepcopy(told())
    inner = file
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return file


NO_FILES: list[Any] = [
    {},
    [],
    None,
    "companion seals 1",
    7,
    {**told(), "format": "companion seals 2"},
    {**told(), "format": None},
    {**told(), "shuffles": None},
    {**told(), "shuffles": [None]},
    {**told(), "shuffles": [[]]},
    without("format"),
    without("match"),
    without("shuffles"),
    *(without("shuffles", 0, key) for key in ("round", "line", "fingerprint", "cards")),
    *(without("shuffles", 0, "cards", 0, key) for key in ("commitment", "card", "nonce")),
]


@pytest.mark.parametrize("file", NO_FILES, ids=range(len(NO_FILES)))
def test_what_is_no_file_of_seals_is_refused(file: Any) -> None:
    with pytest.raises(ValueError, match=r"it is no file of seals|it is not in the format"):
        check(file)
