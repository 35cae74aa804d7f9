"""Skyjo: twelve cards face down, the lowest sum wins, and whoever ends the round has to be the lowest."""

from collections.abc import Sequence
from random import Random

from .. import deal as words
from . import bot, play, text
from .observe import Observation
from .scoring import Skyjo


class Table(Skyjo):
    """Skyjo with its table: rounds on screens, and bots."""

    strengths = bot.STRENGTHS
    shows_hands = True

    def read(self, typed: str) -> tuple[int, ...]:
        """The cards of `-2 0 5 x 3 3 1 x`, an x for a column that is gone. Raises BadEntry on anything else."""
        return text.read(typed)

    def spell(self, cards: Sequence[int]) -> str:
        """A grid as the text field has it; the twin of `read`."""
        return text.spell(cards)

    def deal(self, setup: words.Setup) -> play.Deal:
        """A round on screens from its setup. Raises ValueError for a setup that cannot be."""
        return play.deal(setup)

    def choose(self, observation: words.Observation, rng: Random, seconds: float, strength: str) -> words.Move:
        """A bot's move for the seat that observes. Raises KeyError for a strength that is not in `strengths`."""
        if not isinstance(observation, Observation):
            raise TypeError("this is not an observation of Skyjo")
        return bot.choose(observation, rng, seconds, strength)


GAME = Table()
