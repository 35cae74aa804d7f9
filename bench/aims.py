"""What was found beside what is aimed at."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Found:
    """A measure: what it should reach (`least`), or not exceed."""

    what: str
    value: float
    aim: float
    unit: str = ""
    least: bool = False

    @property
    def reached(self) -> bool:
        """Whether it is as good as it should be."""
        return self.value >= self.aim if self.least else self.value <= self.aim


def table(all_found: Iterable[Found]) -> str:
    """One line for each measure."""
    lines = [f"{'what is aimed at':58}{'found':>12}{'aim':>14}"]
    for found in all_found:
        aim = f"{'≥' if found.least else '≤'} {number(found.aim)} {found.unit}".rstrip()
        value = f"{number(found.value)} {found.unit}".rstrip()
        lines.append(f"{found.what:58}{value:>12}{aim:>14}  {'' if found.reached else '← not yet'}".rstrip())
    return "\n".join(lines)


def number(value: float) -> str:
    """With as many digits as say something."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}".removesuffix(".0") if value >= 3 else f"{value:.2f}"
