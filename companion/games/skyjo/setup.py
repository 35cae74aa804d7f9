"""What a deal of Skyjo starts from."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .. import table
from ..cards import full
from ..game import CLOCKWISE
from ..options import chosen
from ..table import Setup
from .scoring import OPTIONS, PACK, SEATS, doubles

FULL_PACK = full(PACK)


@dataclass(frozen=True, slots=True)
class Frame(table.Frame):
    """`doubles`: whether to close can cost anything (skyjo S17)."""

    doubles: bool


def frame_of(setup: Setup) -> Frame:
    """The frame of a setup. With the option `highest_sum`, and whenever nobody is named, the cards decide who begins
    (skyjo S3). Raises ValueError for a setup that cannot be.
    """
    setup.check("Skyjo", SEATS, OPTIONS, "skyjo S2")
    if setup.direction != CLOCKWISE:
        raise ValueError(f"play goes clockwise (skyjo S3): {setup.spell()}")
    if setup.starter is None or chosen(OPTIONS, setup.options, "starter") == "highest_sum":
        setup = replace(setup, starter=None)
    elif setup.starter not in setup.seats:
        raise ValueError(f"who begins is dealt in (skyjo S3): {setup.spell()}")
    return Frame.of(setup, OPTIONS, doubles=doubles(setup.options))
