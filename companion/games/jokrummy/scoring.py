"""Keeping count of the missions of Jok-R-ummy jr; the rule numbers are those of docs/rules/jokrummy.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..agreement import Agreement
from ..cards import number
from ..game import CLOCKWISE, Game, Json, Problem, Round, Score, Start, next_to, ranks
from ..moment import Moment
from ..options import Option, Options, chosen, offered
from ..why import N_, NN_, BadEntry, Why
from .moment import moment
from .wording import WORDS

MOST_SURPRISES = 2
"""A seat has at most two surprises in a match (jokrummy J12)."""
HIGHEST_LIMIT = 5
"""With more, six seats could do all regular missions there are (jokrummy J3, J15)."""
SEATS = range(2, 7)
OPTIONS = (
    Option(
        "limit",
        "int",
        4,
        N_("Play to"),
        N_("The match ends when someone has done this many missions."),
        most=HIGHEST_LIMIT,
        line=N_("Play to %(value)s"),
    ),
)


@dataclass(frozen=True, slots=True)
class Report:
    """What a seat did in a round: its mission (1) or not (0), and `bonus`, the surprises it was given."""

    missions: int
    bonus: int = 0


class Jokrummy(Game[Report]):
    """The rules of Jok-R-ummy jr for the pad; the table builds on the same scores. Points are missions."""

    key = "jokrummy"
    name = "Jok-R-ummy jr"
    words = WORDS
    seats = SEATS
    tallies = True
    together: Mapping[str, str] = {"points": "0", "bonus": "0"}
    options = OPTIONS

    def agreement(self, options: Options) -> Agreement:
        """The highest total wins, and one who reaches the limit ends the match (jokrummy J15)."""
        limit = _limit(options)
        return Agreement(self.name, offered(OPTIONS, "limit"), limit, lowest_wins=False, near=1)

    def read(self, fields: Mapping[str, str], closes: bool) -> Report:
        """Whether the mission is done, `points`, and how many surprises there were, `bonus`."""
        points, bonus = fields.get("points", "").strip(), fields.get("bonus", "").strip()
        surprises = number(bonus, "bonus") if bonus else 0
        if not points:
            raise BadEntry(self.words.blank, "points")
        return Report(number(points, "points"), surprises)

    def fields(self, entry: Report) -> dict[str, str]:
        """The two fields."""
        return {"points": str(entry.missions), "bonus": str(entry.bonus)}

    def spell(self, entry: Report) -> Json:
        """`{"points": 1}`, with its `bonus` if it has one."""
        said = {"points": entry.missions}
        return {**said, "bonus": entry.bonus} if entry.bonus else said

    def parse(self, stored: Json) -> Report:
        """The report of what `spell` made."""
        return Report(stored["points"], stored.get("bonus", 0))

    def check(self, round_: Round[Report], place: int) -> None:
        """Raise BadEntry on what one seat cannot report (jokrummy J13, J16)."""
        entry = round_.entries[place]
        if entry is None:
            return
        if entry.missions not in (0, 1):
            said = N_("A player does one mission per round at most: %(points)s isn’t possible.")
            raise BadEntry(said, "points", points=entry.missions)
        if entry.bonus not in range(MOST_SURPRISES + 1):
            said = N_("A player gets %(most)s surprises at most: %(held)s isn’t possible.")
            raise BadEntry(said, "bonus", most=MOST_SURPRISES, held=entry.bonus)
        if place == round_.closer and not entry.missions and not entry.bonus:
            raise BadEntry(N_("Whoever ends the round must have done the mission: change one of the two."), "closed")

    def count(self, entry: Report, options: Options) -> Score:
        """The missions a seat did in a round, its surprises too (jokrummy J12, J16)."""
        done, bonus = entry.missions, entry.bonus
        parts = [*([_missions(done)] if done or not bonus else []), *([_surprises(bonus)] if bonus else [])]
        if len(parts) == 1:
            return Score(done + bonus, parts[0], free=bonus)
        values = {"missions": parts[0], "surprises": parts[1], "points": done + bonus}
        return Score(done + bonus, Why("%(missions)s + %(surprises)s = %(points)s", values), free=bonus)

    def score(self, round_: Round[Report]) -> tuple[Score | None, ...]:
        """Every seat scores the missions it did (jokrummy J14, J15)."""
        return tuple(None if entry is None else self.count(entry, round_.options) for entry in round_.entries)

    def complete(self, round_: Round[Report]) -> bool:
        """Every seat in play has reported, whoever ended the round: it also ends when all missions are done (jokrummy
        J13, J16). Or somebody ended it by reaching the limit, who wins at once (J15).
        """
        if None not in round_.entries:
            return True
        closer = round_.closer
        last = None if closer is None else round_.entries[closer]
        if closer is None or last is None:
            return False
        return round_.before[closer] + self.count(last, round_.options).points >= _limit(round_.options)

    def needs_closer(self, round_: Round[Report], complete: bool) -> bool:
        """When somebody's mission is not done, somebody else has ended the round (jokrummy J13, J16)."""
        return any(entry is not None and not entry.missions for entry in round_.entries)

    def reminded(self, round_: Round[Report]) -> tuple[int, ...]:
        """Whoever did not do the mission keeps it or changes it before the next deal (jokrummy J14)."""
        reports = zip(round_.seats, round_.entries, strict=True)
        return tuple(seat for seat, entry in reports if entry is not None and not entry.missions)

    def problems(self, round_: Round[Report]) -> tuple[Problem, ...]:
        """Also more surprises than a seat may have in a match, and a round that a surprise cannot have ended (jokrummy
        J12, J13, J16).
        """
        found, limit = [*super().problems(round_)], _limit(round_.options)
        for place, entry in enumerate(round_.entries):
            if entry is None:
                continue
            alone = place == round_.closer and not entry.missions
            if alone and 0 < entry.bonus < limit - round_.before[place]:
                said = Why(N_("A surprise ends the round only if it is mission number %(limit)s."), {"limit": limit})
                found.append(Problem(said, (round_.seats[place],)))
            before = sum(earlier.bonus for earlier in round_.earlier[place])
            # Too many in one round is said of that round alone.
            if before and 0 < entry.bonus <= MOST_SURPRISES < before + entry.bonus:
                said = Why(
                    N_("Nobody can have %(held)s surprises in one match: a player gets %(most)s at most."),
                    {"held": before + entry.bonus, "most": MOST_SURPRISES},
                )
                found.append(Problem(said, (round_.seats[place],), before + entry.bonus))
        return tuple(found)

    def first_start(self, starter: int, options: Options) -> Start:
        """The first dealer is chosen, and the seat on the left begins: this one (jokrummy J4)."""
        return Start(starter, CLOCKWISE, Why(N_("on the dealer’s left")))

    def next_start(self, before: Start, round_: Round[Report], ring: Sequence[int], playing: Sequence[int]) -> Start:
        """The deal goes to the left, to the seat that began, so the next seat on its left begins (jokrummy J14)."""
        if before.seat is None or before.seat not in ring:
            return Start(None, CLOCKWISE, None)
        return Start(next_to(ring, before.seat, playing), CLOCKWISE, Why(N_("on the dealer’s left")))

    def why_over(self, round_: Round[Report], totals: Sequence[int]) -> Why:
        """Why the match ended (jokrummy J15)."""
        values = {"limit": _limit(round_.options), "round": round_.number}
        return Why(N_("%(limit)s missions done in round %(round)s"), values)

    def places(self, round_: Round[Report], totals: Sequence[int]) -> tuple[int, ...]:
        """Whoever ended the round by reaching the limit wins alone; else those who reached it share (jokrummy J16)."""
        limit, closer = _limit(round_.options), round_.closer
        if closer is None or totals[closer] < limit:
            return ranks([min(total, limit) for total in totals], lowest_wins=False)
        first = [max(totals) + 1 if place == closer else total for place, total in enumerate(totals)]
        return ranks(first, lowest_wins=False)

    def moment(self, round_: Round[Report], totals: Sequence[int]) -> Moment:
        """The mission that was laid (jokrummy J13)."""
        laid = [entry is not None and entry.missions > 0 for entry in round_.entries]
        return moment(round_, self.score(round_), totals, _limit(round_.options), laid)


def _limit(options: Options) -> int:
    """How many missions win the match (jokrummy J15)."""
    return int(chosen(OPTIONS, options, "limit"))


def _missions(number: int) -> Why:
    if number == 0:
        return Why(N_("no mission"))
    return Why(NN_("%(num)s mission", "%(num)s missions"), {"num": number})


def _surprises(number: int) -> Why:
    return Why(NN_("%(num)s surprise", "%(num)s surprises"), {"num": number})
