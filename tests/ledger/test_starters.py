"""Who begins a match, as the group said it before."""

from __future__ import annotations

import pytest

from companion.ledger.starters import Started, first_of


def said(*matches: str) -> list[Started]:
    """Matches, the newest first: who began, and before whom."""
    return [Started(frozenset(one.split()[:1]), frozenset(one.split()[1:])) for one in matches]


@pytest.mark.parametrize(
    ("matches", "rows", "first"),
    [
        ((), ("ana", "pau"), 0),
        (("zoé ana pau",), ("ana", "pau", "zoé"), 2),
        (("zoé ana pau",), ("ana", "pau"), 0),
        (("ana grandma", "zoé ana pau"), ("pau", "ana", "zoé"), 2),
        (("ana grandma", "zoé ana pau"), ("grandma", "ana"), 1),
        (("pau zoé ana", "zoé ana pau"), ("ana", "pau", "zoé"), 1),
        (("zoé ana", "ana zoé"), ("ana", "zoé"), 1),
        (("zoé ana pau",), ("ana", "zoé", "baby"), 1),
        (("ana pau", "pau zoé", "zoé ana"), ("pau", "zoé", "ana"), 0),
    ],
)
def test_the_youngest_is_whom_the_newest_words_name_among_those_who_are_here(
    matches: tuple[str, ...], rows: tuple[str, ...], first: int
) -> None:
    assert first_of(said(*matches), [{name} for name in rows]) == first


def test_of_those_who_share_a_row_any_one_counts() -> None:
    assert first_of(said("zoé ana pau"), [{"ana"}, {"pau", "zoé"}]) == 1
