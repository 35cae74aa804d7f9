"""What a match brings along from paper: totals with which it begins, or with which it ended on a day before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from companion.ledger.models import today

from .forms import whole
from .words import gettext, signed

MOST = 99_999


def total_of(typed: str) -> int | None:
    """A total as it was typed, 0 for a blank field; None for what is none."""
    return whole(typed.strip() or "0", -MOST, MOST)


class Paper:
    """The part of the form for a new match that is mostly blank: a total for each row, and the day of a match that is
    over. After `check`, `totals` are those of the rows with a name, and `played` is that day.
    """

    def __init__(self, typed: Sequence[str] = (), day: str = "") -> None:
        self.typed, self.day = list(typed), day.strip()
        self.totals: tuple[int, ...] = ()
        self.played: date | None = None

    def at(self, row: int) -> str:
        """What was typed for a row."""
        return self.typed[row] if row < len(self.typed) else ""

    def order(self, rows: Sequence[int]) -> None:
        """The rows stand in another order."""
        self.typed = [self.at(row) for row in rows]

    def drop(self, row: int) -> None:
        """A row is gone."""
        del self.typed[row : row + 1]

    @property
    def blank(self) -> bool:
        """Nothing is from paper."""
        return not self.day and not any(text.strip() for text in self.typed)

    def check(self, rows: Sequence[int]) -> dict[str, str]:
        """What is wrong, by field; `rows`: those with a name."""
        errors = {}
        totals = []
        for row in rows:
            total = total_of(self.at(row))
            if total is None:
                bounds = {"least": signed(-MOST), "most": MOST}
                errors[f"total-{row}"] = gettext("Enter a whole number from %(least)s to %(most)s.", **bounds)
            totals.append(total or 0)
        self.totals = tuple(totals) if any(totals) else ()
        if self.day and (said := self._wrong_day()):
            errors["day"] = said
        return errors

    def _wrong_day(self) -> str:
        try:
            self.played = date.fromisoformat(self.day)
        except ValueError:
            return gettext("Enter the day like this: 2026-11-28.")
        # It may be tomorrow already where this phone is.
        if not date(1970, 1, 1) <= self.played <= today() + timedelta(days=1):
            return gettext("Choose a day that has been.")
        return "" if self.totals else gettext("Enter the totals of that match, too.")
