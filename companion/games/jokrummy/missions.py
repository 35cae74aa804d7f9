"""The mission cards of Jok-R-ummy jr (jokrummy J3): a list of our own, 30 regular ones and 8 surprises.

A mission is an int, its place in MISSIONS; all surprises are the same int, SURPRISE.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..why import N_, Why
from .pack import ANIMALS

ANY = -1
MIXED = -2

RUN = "run"
SET = "set"


@dataclass(frozen=True, slots=True)
class Mission:
    """What is to be laid: a run or a set of `size` cards.

    `animal`: the one of a run, by its place in ANIMALS, ANY one, or MIXED. `low`: the first number of a run, or the
    number of a set; 0 when any will do. `all_different`: every card shows another animal.
    """

    key: str
    kind: str
    size: int
    said: Why
    animal: int = MIXED
    low: int = 0
    all_different: bool = False


def _of_one_animal() -> list[Mission]:
    missions = []
    for size in (3, 4):
        for row, animal in enumerate(ANIMALS):
            said = Why(N_("run of %(size)s, all %(animal)s"), {"size": size, "animal": Why(animal.name)})
            missions.append(Mission(f"s{size}{animal.letter}", RUN, size, said, row))
    for size in (4, 5):
        said = Why(N_("run of %(size)s, same animal"), {"size": size})
        missions.append(Mission(f"s{size}", RUN, size, said, ANY))
    return missions


def _mixed() -> list[Mission]:
    missions = []
    for size in (5, 6, 7):
        said = Why(N_("run of %(size)s, mixed animals"), {"size": size})
        missions.append(Mission(f"x{size}", RUN, size, said))
    for low, high in ((1, 4), (7, 10), (1, 5), (6, 10), (3, 7), (2, 7)):
        said = Why(N_("run from %(low)s to %(high)s, mixed animals"), {"low": low, "high": high})
        missions.append(Mission(f"x{low}-{high}", RUN, high - low + 1, said, low=low))
    missions.append(Mission("x4d", RUN, 4, Why(N_("run of 4, all different animals")), all_different=True))
    return missions


def _sets_of_numbers() -> list[Mission]:
    missions = []
    for size in (3, 4, 5):
        missions.append(Mission(f"g{size}", SET, size, Why(N_("set of %(size)s, any number"), {"size": size})))
    for size, number in ((3, 2), (3, 4), (3, 6), (3, 8), (3, 10), (4, 7)):
        said = Why(N_("set of %(size)s, number %(number)s"), {"size": size, "number": number})
        missions.append(Mission(f"g{size}x{number}", SET, size, said, low=number))
    missions.append(Mission("g4d", SET, 4, Why(N_("set of 4, all different animals")), all_different=True))
    return missions


REGULAR = (*_of_one_animal(), *_mixed(), *_sets_of_numbers())
SURPRISE = len(REGULAR)
MISSIONS = (*REGULAR, Mission("free", "", 0, Why(N_("surprise: a free mission"))))
SURPRISES = 8
FULL_MISSIONS = (*range(SURPRISE), *([SURPRISE] * SURPRISES))
"""All mission cards."""

_NUMBER_OF = {mission.key: number for number, mission in enumerate(MISSIONS)}


def spell_missions(missions: tuple[int, ...]) -> str:
    """Missions as text, `s3a free g4`; the twin of `read_missions`."""
    return " ".join([MISSIONS[number].key for number in missions])


def read_missions(text: str) -> tuple[int, ...] | None:
    """The missions of a text made by `spell_missions`, at least one; None for any other text."""
    words = text.split(" ")
    if len(words) > len(FULL_MISSIONS) or not all(word in _NUMBER_OF for word in words):
        return None
    return tuple([_NUMBER_OF[word] for word in words])
