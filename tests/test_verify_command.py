"""The command that checks the seals of a match, on a file that a page gave."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.seals import FORMAT, commitment, fingerprint

NONCE = "00112233445566778899aabbccddeeff"


def told() -> dict[str, Any]:
    """A shuffle of three cards, the last one sealed."""
    cards: list[dict[str, str | None]] = [
        {"commitment": commitment("m", 1, 2, place, card, NONCE), "card": card, "nonce": NONCE}
        for place, card in enumerate(["7", "0", "12"])
    ]
    print_ = fingerprint([str(card["commitment"]) for card in cards])
    cards[2] |= {"card": None, "nonce": None}
    return {
        "format": FORMAT,
        "match": "m",
        "shuffles": [{"round": 1, "line": 2, "fingerprint": print_, "cards": cards}],
    }


def run(folder: Path, what: object) -> int:
    """The command on a file that holds this."""
    path = folder / "seals.json"
    path.write_text(json.dumps(what), encoding="utf-8")
    return main(["verify", str(path)])


def test_what_was_kept_is_said_with_the_fingerprint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, told()) == 0
    said = capsys.readouterr().out
    assert "1 shuffles: 2 cards open, 1 still sealed." in said
    assert "Every open card is the one that was sealed." in said
    assert told()["shuffles"][0]["fingerprint"] in said


def test_a_card_that_was_changed_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = told()
    file["shuffles"][0]["cards"][1]["card"] = "1"
    assert run(tmp_path, file) == 1
    assert "WRONG  round 1, line 2: the card at place 1" in capsys.readouterr().out


@pytest.mark.parametrize("what", [[], {}, "seals", {"format": FORMAT}, {**told(), "format": "another"}])
def test_another_file_is_refused_in_a_sentence(tmp_path: Path, what: object) -> None:
    with pytest.raises(SystemExit, match="cannot be checked"):
        run(tmp_path, what)


def test_a_file_that_is_not_there_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="cannot be checked"):
        main(["verify", str(tmp_path / "nothing.json")])
