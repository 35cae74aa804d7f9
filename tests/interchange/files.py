"""Files of ours as chance makes them."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import strategies as st

from companion.interchange.companionfile import CompanionFile
from companion.interchange.matchfile import LineFile, MatchFile, PersonFile, RecordFile, SeatFile, WriteFile

ids = st.text("abcXYZ019_-", min_size=1, max_size=16)
texts = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=20)
numbers = st.integers(1, 999_999)
moments = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
cells = st.sampled_from(["entry/1/0", "limit", "closer/12", "gone/3", "screens"])
records = st.builds(RecordFile, cells, values)
lines = st.builds(LineFile, numbers, numbers, st.none() | st.integers(-1, 9), texts, st.none() | st.binary(max_size=64))
writes = st.builds(
    WriteFile,
    numbers,
    moments,
    numbers,
    st.none() | numbers,
    st.lists(records, max_size=3).map(tuple),
    st.lists(lines, max_size=2).map(tuple),
)


def _ascending(some: list[WriteFile]) -> tuple[WriteFile, ...]:
    return tuple({write.version: write for write in sorted(some, key=lambda write: write.version)}.values())


@st.composite
def files(draw: st.DrawFn) -> CompanionFile:
    """A file with a few people, who sit in a few matches."""
    known = draw(st.lists(ids, min_size=1, max_size=5, unique=True))
    people = [
        PersonFile(
            *(key, draw(texts), draw(texts), draw(st.integers(0, 7)), draw(texts)),
            *(draw(st.booleans()), draw(st.booleans())),
            stands_for=draw(st.none() | st.sampled_from(known[:at])) if at else None,
        )
        for at, key in enumerate(known)
    ]
    return CompanionFile(
        tuple(draw(_match(known, key)) for key in draw(st.lists(ids, max_size=3, unique=True))), tuple(people)
    )


@st.composite
def _match(draw: st.DrawFn, people: list[str], key: str) -> MatchFile:
    sitting = st.lists(st.sampled_from(people), min_size=1, max_size=2).map(tuple)
    seats = draw(st.lists(st.builds(SeatFile, sitting, st.booleans()), min_size=1, max_size=4))
    return MatchFile(
        *(key, draw(texts), draw(texts), draw(st.dictionaries(texts, values, max_size=3))),
        first_starter=draw(st.integers(0, len(seats) - 1)),
        created_at=draw(moments),
        phone=draw(st.none() | numbers),
        source=draw(st.none() | texts),
        seats=tuple(seats),
        writes=_ascending(draw(st.lists(writes, max_size=4))),
    )
