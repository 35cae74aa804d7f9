"""The command that checks the seals of a match, on a file that a page gave."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.games.skyjo.scoring import PACK
from companion.games.skyjo.setup import FULL_PACK
from companion.seals import FORMAT, commitment, fingerprint

NONCE = "00112233445566778899aabbccddeeff"


def told() -> dict[str, Any]:
    """A pack of Skyjo, the last card sealed."""
    cards: list[dict[str, str | None]] = [
        {"commitment": commitment("m", 1, 2, place, str(card), NONCE), "card": str(card), "nonce": NONCE}
        for place, card in enumerate(FULL_PACK)
    ]
    print_ = fingerprint([str(card["commitment"]) for card in cards])
    cards[-1] |= {"card": None, "nonce": None}
    shuffle = {"round": 1, "line": 2, "before": "", "pack": 0, "whole": True, "open": len(cards) - 1}
    return {
        "format": FORMAT,
        "match": "m",
        "game": "skyjo",
        "packs": [{str(card): copies for card, copies in PACK.items()}],
        "count": 1,
        "shuffles": [{**shuffle, "fingerprint": print_, "cards": cards}],
    }


def run(folder: Path, what: object, *more: str) -> int:
    """The command on a file that holds this."""
    path = folder / "seals.json"
    path.write_text(json.dumps(what), encoding="utf-8")
    return main(["verify", str(path), *more])


def test_what_was_kept_is_said_with_the_fingerprint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, told()) == 0
    said = capsys.readouterr().out
    assert "1 shuffle. Open cards: 149. Still sealed: 1." in said
    assert "All opened cards match their seals." in said
    assert f"Fingerprint in round 1: {told()['shuffles'][0]['fingerprint']}\n" in said
    assert "add --fingerprint" in said


def test_a_card_that_was_changed_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = told()
    file["shuffles"][0]["cards"][1]["card"] = "12"
    assert run(tmp_path, file) == 1
    assert "WRONG: round 1, line 2: the card at position 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ([], "it does not hold seals"),
        ({}, "it does not hold seals"),
        ("seals", "it does not hold seals"),
        ({"format": FORMAT}, "it does not hold seals"),
        ({**told(), "format": "another"}, f"it is not in the format “{FORMAT}”. Save it again"),
        ({**told(), "game": "chess"}, "its game is not known here"),
        ({**told(), "game": "points"}, "it does not hold seals"),
    ],
)
def test_another_file_is_refused_in_a_sentence(tmp_path: Path, what: object, why: str) -> None:
    with pytest.raises(SystemExit, match=rf"seals\.json cannot be checked: {why}"):
        run(tmp_path, what)


def test_a_file_that_is_not_there_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"nothing\.json cannot be checked: it cannot be read"):
        main(["verify", str(tmp_path / "nothing.json")])
    (tmp_path / "text.json").write_text("a shopping list")
    with pytest.raises(SystemExit, match=r"text\.json cannot be checked: it does not hold seals"):
        main(["verify", str(tmp_path / "text.json")])


def test_a_fingerprint_that_was_written_down_has_to_be_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mark = told()["shuffles"][0]["fingerprint"]
    assert run(tmp_path, told(), "--fingerprint", f" {mark.upper()} ") == 0
    assert "add --fingerprint" not in capsys.readouterr().out
    assert run(tmp_path, told(), "--fingerprint", mark, "--fingerprint", "0" * 16) == 1
    assert f"WRONG: the fingerprint {'0' * 16} is of no shuffle here" in capsys.readouterr().out


def test_a_file_with_a_pack_of_its_own_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = told()
    file["packs"][0]["12"] += 1
    assert run(tmp_path, file) == 1
    assert "WRONG: its packs are not those of the game" in capsys.readouterr().out


def test_an_empty_list_is_no_kept_promise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, {**told(), "count": 0, "shuffles": []}) == 1
    assert "nothing was promised" in capsys.readouterr().out
