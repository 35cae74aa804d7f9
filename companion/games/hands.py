"""Games in which a seat reports the cards left before it, or their sum."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

from .agreement import Agreement
from .cards import Cards, Counted, Hand, Pack, number, read, spell, too_many
from .game import Game, Json, Problem, Round, Score
from .house import Terms
from .options import Option, Options, offered
from .why import N_, BadEntry, Why


def played_to(points: int) -> Option:
    """The option that says how many points end a match."""
    said = N_("The match ends when someone has this many points or more.")
    return Option("limit", "int", points, N_("Play to"), said, line=N_("Play to %(value)s"))


class CardGame(Game[Hand]):
    """What Mojo and Skyjo share. The sheet has two fields, `cards` and `points`, of which one is filled in."""

    pack: Pack
    empty_closes: bool = False
    """Whether a sheet that says nothing but who ended the round is a hand without cards."""
    near: int
    """From how many points before the limit a round may be the last."""

    def agreement(self, options: Options) -> Agreement:
        """The lowest total wins, and one who reaches the limit ends the match (mojo M20, skyjo S12), or a number of
        rounds (house H1).
        """
        limit, house = offered(self.options, "limit"), Terms.of(options)
        return Agreement(
            self.name,
            limit,
            int(limit.of(options)),
            house.rounds,
            near=self.near,
            unclosed=house.unclosed,
            breaks_ties=house.breaks_ties,
            hides=house.hides,
        )

    def read_cards(self, typed: str) -> Cards:
        """The cards that were typed into one text field. Raises BadEntry on anything else."""
        return read(typed)

    def spell_cards(self, cards: Cards) -> str:
        """Cards as the text field has them; the twin of `read_cards`."""
        return spell(cards)

    def read(self, fields: Mapping[str, str], closes: bool) -> Hand:
        """The cards, or the sum."""
        cards, points = fields.get("cards", "").strip(), fields.get("points", "").strip()
        if cards and points:
            raise BadEntry(N_("Enter the cards or the sum, not both."), "points")
        if points:
            return Hand(points=number(points, "points"))
        if not cards and not (closes and self.empty_closes):
            raise BadEntry(self.words.blank, "cards")
        return Hand(self.read_cards(cards))

    def fields(self, entry: Hand) -> dict[str, str]:
        """The two fields, one of them empty."""
        if entry.cards is None:
            return {"cards": "", "points": str(entry.points)}
        return {"cards": self.spell_cards(entry.cards), "points": ""}

    def spell(self, entry: Hand) -> Json:
        """`{"cards": [10, 11]}` or `{"points": 21}`."""
        return {"points": entry.points} if entry.cards is None else {"cards": list(entry.cards)}

    def parse(self, stored: Json) -> Hand:
        """The hand of what `spell` made."""
        return Hand(tuple(stored["cards"])) if "cards" in stored else Hand(points=stored["points"])

    def most_cards(self, seats: int, closes: bool) -> int:
        """How many cards a seat can have left; `seats`: how many play the round, `closes`: whether it ended it."""
        return self.pack.most

    @abstractmethod
    def counted(self, cards: Cards) -> Cards:
        """The cards of a hand that count, in the order given."""

    @abstractmethod
    def counts(self, cards: Cards) -> tuple[bool, ...]:
        """Which cards of a hand count, in the order given."""

    def count(self, entry: Hand, options: Options) -> Score:
        """The sum of the cards that count; typed points count as they are."""
        if entry.cards is None:
            typed = entry.points or 0
            return Score(typed, Why(N_("%(points)s (typed)"), {"points": typed}))
        cards = self.counted(entry.cards)
        points = sum(cards)
        if not cards:
            return Score(0, Why(N_("no cards = 0")))
        if len(cards) == 1:
            return Score(points, Why("%(points)s", {"points": points}))
        return Score(points, Why("%(cards)s = %(points)s", {"cards": cards, "points": points}))

    def faces(self, entry: Hand) -> tuple[Counted, ...]:
        """The cards in the order given; none for a typed sum."""
        cards = entry.cards or ()
        pairs = zip(cards, self.counts(cards), strict=True)
        return tuple(Counted(card, self.pack.suit_number(card), counts) for card, counts in pairs)

    def problems(self, round_: Round[Hand]) -> tuple[Problem, ...]:
        """Hands by themselves, and all that are in against the pack (mojo M29, skyjo S14)."""
        seated = zip(round_.seats, round_.entries, strict=True)
        together = too_many({seat: hand.cards for seat, hand in seated if hand and hand.cards}, self.pack.copies)
        return (*super().problems(round_), *(Problem(why, seats, value) for value, seats, why in together))
