"""What cells that name phones or people say in another house: the one place that knows which cells those are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .cells import GONE, HOLDER, HOST, SCREENS, SITS, Cell


@dataclass(frozen=True, slots=True)
class Names:
    """How phones and people are called elsewhere: from here to a file, or from a file to here."""

    phone: Callable[[Any], Any]
    person: Callable[[Any], Any]


def abroad(cell: Cell, value: Any, names: Names) -> tuple[Cell, Any]:
    """A cell and its value as they are spelled elsewhere; what names nobody stays as it is."""
    if cell.kind is GONE:
        return cell._replace(seat=names.phone(cell.seat)), value
    if value is None:
        return cell, None
    if cell.kind in (HOLDER, HOST):
        return cell, names.phone(value)
    if cell.kind is SCREENS:
        return cell, sorted([names.phone(phone) for phone in value])
    if cell.kind is SITS:
        return cell, [names.person(person) for person in value]
    return cell, value
