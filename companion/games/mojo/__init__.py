"""Mojo: the highest card of each colour counts, and whoever ends the round takes the Mojo card: 0 or +10."""

from random import Random

from .. import deal as words
from . import bot, play
from .observe import Observation
from .scoring import Mojo


class Table(Mojo):
    """Mojo with its table: rounds on screens, and bots."""

    strengths = bot.STRENGTHS
    shows_hands = True

    def deal(self, setup: words.Setup) -> play.Deal:
        """A round on screens from its setup. Raises ValueError for a setup that cannot be."""
        return play.deal(setup)

    def choose(self, observation: words.Observation, rng: Random, seconds: float, strength: str) -> words.Move:
        """A bot's move for the seat that observes. Raises KeyError for a strength that is not in `strengths`."""
        if not isinstance(observation, Observation):
            raise TypeError("this is not an observation of Mojo")
        return bot.choose(observation, rng, seconds, strength)


GAME = Table()
