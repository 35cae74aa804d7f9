"""The values of a column, each read once however often it stands there: leaping from one to the next by an index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, func, literal, select

Conditions = Sequence[ColumnElement[bool]]


def leaping(name: str, column: Any, most: int, inside: Conditions, first: Conditions = ()) -> tuple[Any, Any]:
    """The values of a column in the rows that are `inside`, the least first and at most so many; `first`: where they
    begin. As a column of a CTE that is called `name`, with the condition that there is one.
    """

    def next_one(*after: ColumnElement[bool]) -> Any:
        return select(func.min(column)).where(*inside, *after).scalar_subquery()

    leap = select(next_one(*first).label("value"), literal(1).label("at")).cte(name, recursive=True)
    further = select(next_one(column > leap.c.value), leap.c.at + 1)
    leap = leap.union_all(further.where(leap.c.value.is_not(None), leap.c.at < most))
    return leap.c.value, leap.c.value.is_not(None)
