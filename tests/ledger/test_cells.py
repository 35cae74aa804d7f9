"""The cells of a match and their texts."""

from __future__ import annotations

import pytest

from companion.ledger.cells import ADJUST, CLOSER, ENTRY, GONE, KINDS, LIMIT, LINE, Cell, Kind


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_cell_reads_back_from_its_text(kind: Kind) -> None:
    for number in (0, 1, 12, 345):
        cell = Cell(kind, **dict.fromkeys(kind.places, number))
        assert Cell.read(str(cell)) == cell


def test_no_two_kinds_have_one_name() -> None:
    assert len({kind.name for kind in KINDS}) == len(KINDS)


def test_a_cell_is_called_as_it_stands_in_every_database_so_far() -> None:
    cells = (Cell(ENTRY, 2, 1), Cell(CLOSER, 3), Cell(ADJUST, 2, 0), Cell(LIMIT), Cell(GONE, seat=7), Cell(LINE, 1, 14))
    texts = ["entry/2/1", "closer/3", "adjust/2/0", "limit", "gone/7", "line/1/14"]
    assert [str(cell) for cell in cells] == texts


@pytest.mark.parametrize(
    "text",
    ["", "/", "entry", "entry/1", "entry/1/2/3", "limit/1", "entry/x/1", "entry/01/2", "entry/ 1/2", "entry/+1/2",
     "entry/1_0/2", "entry/١/2", "entries/1/2", "Entry/1/2", "closer/1/", "limit\n"],
)  # fmt: skip
def test_what_is_no_cell_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        Cell.read(text)
