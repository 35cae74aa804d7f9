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


PACKED = {"12": 1, "0": 1, "7": 1}


def told() -> dict[str, Any]:
    """A file of seals as it is published: a pack of three cards, the last one sealed; and a part of it, none open."""
    promised = [
        hashlib.sha256(f"aB-c_9/2/5/{place}/{CARDS[place]}/{NONCES[place]}".encode()).hexdigest() for place in range(3)
    ]
    cards = [{"commitment": promised[place], "card": CARDS[place], "nonce": NONCES[place]} for place in (0, 1)]
    cards.append({"commitment": promised[2], "card": None, "nonce": None})
    mark = hashlib.sha256("\n".join(promised).encode()).hexdigest()[:16]
    sealed = {"commitment": "ab" * 32, "card": None, "nonce": None}
    other = hashlib.sha256(("ab" * 32).encode()).hexdigest()[:16]
    first = {"round": 2, "line": 5, "before": "", "pack": 0, "whole": True, "open": 2, "fingerprint": mark}
    second = {"round": 3, "line": 2, "before": mark, "pack": 0, "whole": False, "open": 0, "fingerprint": other}
    return {
        "format": FORMAT,
        "match": "aB-c_9",
        "game": "mojo",
        "packs": [PACKED],
        "count": 2,
        "shuffles": [{**first, "cards": cards}, {**second, "cards": [sealed]}],
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


def test_a_file_without_shuffles_promises_nothing() -> None:
    assert said({**told(), "count": 0, "shuffles": []}) == ["there is no shuffle in it, so nothing was promised"]


def test_shuffles_opened_and_sealed_cards_are_counted() -> None:
    assert counted(told()) == (2, 2, 2)


def first(file: dict[str, Any]) -> dict[str, Any]:
    """The first card of the first shuffle."""
    card: dict[str, Any] = file["shuffles"][0]["cards"][0]
    return card


def said(file: dict[str, Any], noted: dict[str, int] | None = None) -> list[str]:
    """What is wrong in a file, in words."""
    return [str(wrong) for wrong in check(file, noted)]


def anew(file: dict[str, Any], at: int = 0) -> None:
    """Seal the open cards of a shuffle anew, with fingerprints that fit."""
    shuffle = file["shuffles"][at]
    for place, card in enumerate(shuffle["cards"]):
        if card["card"] is not None:
            card["nonce"] = "5" * 32
            where = (file["match"], shuffle["round"], shuffle["line"], place)
            card["commitment"] = commitment(*where, card["card"], card["nonce"])
    shuffle["fingerprint"] = fingerprint([card["commitment"] for card in shuffle["cards"]])
    if at + 1 < len(file["shuffles"]):
        file["shuffles"][at + 1]["before"] = shuffle["fingerprint"]


def another_card(file: dict[str, Any]) -> None:
    """A card that is in the pack once is in it twice, all sealed anew."""
    file["shuffles"][0]["cards"][1]["card"] = "12"
    anew(file)


def fewer(file: dict[str, Any]) -> None:
    """A card is missing, all sealed anew."""
    file["shuffles"][0]["cards"].pop()
    anew(file)


CARD = "round 2, line 5: the card at position 0 isn’t the one that was sealed"
OTHER = CARD.replace("position 0", "position 1")
MARK = "round 2, line 5: the fingerprint doesn’t fit its seals"
PACK = "round 2, line 5: its cards are no whole pack"
HIDDEN = "round 2, line 5: cards that were open are hidden"
PART = "round 3, line 2: its cards are no whole pack"
MISSING = "round 3, line 2: a shuffle is missing before this one or after it"
TAMPERING: dict[str, tuple[Callable[[dict[str, Any]], object], list[str]]] = {
    "another card": (lambda file: first(file).update(card="11"), [PACK, CARD]),
    "another nonce": (lambda file: first(file).update(nonce="1" * 32), [CARD]),
    "no nonce": (lambda file: first(file).update(nonce=None), [CARD]),
    "another commitment": (lambda file: first(file).update(commitment="0" * 64), [MARK, CARD]),
    "a card with a commitment of its own": (
        lambda file: first(file).update(card="3", commitment=commitment("aB-c_9", 2, 5, 0, "3", NONCES[0])),
        [PACK, MARK],
    ),
    "another commitment of a sealed card": (
        lambda file: file["shuffles"][0]["cards"][2].update(commitment="0" * 64),
        [MARK],
    ),
    "a sealed card opened with what was not promised": (
        lambda file: file["shuffles"][0]["cards"][2].update(card="8", nonce=NONCES[2]),
        [PACK, CARD.replace("position 0", "position 2"), HIDDEN],
    ),
    "two cards that change places": (
        lambda file: file["shuffles"][0]["cards"].insert(0, file["shuffles"][0]["cards"].pop(1)),
        [MARK, CARD, OTHER],
    ),
    "a card that was left out": (lambda file: file["shuffles"][0]["cards"].pop(), [PACK, MARK]),
    "another fingerprint": (
        lambda file: file["shuffles"][0].update(fingerprint="0" * 16),
        [MISSING, MARK],
    ),
    "another match": (lambda file: file.update(match="another"), [CARD, OTHER]),
    "another round": (
        lambda file: file["shuffles"][0].update(round=4),
        [text.replace("round 2", "round 4") for text in (CARD, OTHER)],
    ),
    "another line": (
        lambda file: file["shuffles"][0].update(line=6),
        [text.replace("line 5", "line 6") for text in (CARD, OTHER)],
    ),
    "an open card that is hidden": (lambda file: first(file).update(card=None, nonce=None), [HIDDEN]),
    "a first shuffle that was dropped": (
        lambda file: file["shuffles"].pop(0),
        [MISSING, PART],
    ),
    "a last shuffle that was dropped": (
        lambda file: file["shuffles"].pop(),
        ["round 2, line 5: a shuffle is missing before this one or after it"],
    ),
    "a card in two places, all sealed anew": (another_card, [PACK]),
    "a card that is missing, all sealed anew": (fewer, [PACK]),
    "a part of the pack that has more than all of it": (
        lambda file: file["shuffles"][1].update(cards=file["shuffles"][1]["cards"] * 4),
        [
            "round 3, line 2: its cards are no whole pack",
            "round 3, line 2: the fingerprint doesn’t fit its seals",
        ],
    ),
}


@pytest.mark.parametrize("how", TAMPERING)
def test_tampering_is_found_and_said(how: str) -> None:
    change, wrong = TAMPERING[how]
    file = told()
    change(file)
    assert said(file) == wrong


def test_what_is_wrong_in_another_shuffle_is_said_of_that_one() -> None:
    file = told()
    file["shuffles"][1]["fingerprint"] = "0" * 16
    assert said(file) == ["round 3, line 2: the fingerprint doesn’t fit its seals"]


def marks(file: dict[str, Any]) -> dict[str, int]:
    """The fingerprints of a file, and how many cards of each are open, as a phone notes them."""
    return {shuffle["fingerprint"]: shuffle["open"] for shuffle in file["shuffles"]}


def test_what_was_noted_is_there_still() -> None:
    assert said(told(), marks(told())) == []
    assert said(told(), dict.fromkeys(marks(told()), 0)) == []


GONE = "is of no shuffle here: it was left out, or the cards were sealed anew"
NOTED: dict[str, tuple[Callable[[dict[str, Any]], object], list[str]]] = {
    "all sealed anew": (
        anew,
        ["the fingerprint {} " + GONE],
    ),
    "a shuffle dropped as if it had never been": (
        lambda file: file.update(count=1, shuffles=file["shuffles"][:1]),
        ["the fingerprint {1} " + GONE],
    ),
    "an open card hidden as if it had never been open": (
        lambda file: (first(file).update(card=None, nonce=None), file["shuffles"][0].update(open=1)),
        [HIDDEN],
    ),
}


@pytest.mark.parametrize("how", NOTED)
def test_what_was_noted_shows_what_a_file_alone_cannot(how: str) -> None:
    change, wrong = NOTED[how]
    file, noted = told(), marks(told())
    change(file)
    assert check(file) == []
    assert said(file, noted) == [text.replace("{}", "{0}").format(*noted) for text in wrong]


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
    {**told(), "format": "companion seals 1"},
    {**told(), "packs": []},
    {**told(), "format": None},
    {**told(), "shuffles": None},
    {**told(), "shuffles": [None]},
    {**told(), "shuffles": [[]]},
    without("format"),
    without("packs"),
    without("count"),
    without("match"),
    without("shuffles"),
    *(
        without("shuffles", 0, key)
        for key in ("round", "line", "before", "pack", "whole", "open", "fingerprint", "cards")
    ),
    *(without("shuffles", 0, "cards", 0, key) for key in ("commitment", "card", "nonce")),
]


@pytest.mark.parametrize("file", NO_FILES, ids=range(len(NO_FILES)))
def test_what_is_no_file_of_seals_is_refused(file: Any) -> None:
    with pytest.raises(ValueError, match=r"it does not hold seals|it is not in the format"):
        check(file)
