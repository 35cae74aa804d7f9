"""Jok-R-ummy jr: four missions of suites and groups win, monkeys stand for any card."""

from random import Random

from .. import deal as words
from . import bot, play
from .observe import Observation
from .scoring import Jokrummy


class Table(Jokrummy):
    """Jok-R-ummy jr with its table: rounds on screens, and bots."""

    strengths = bot.STRENGTHS

    def deal(self, setup: words.Setup) -> play.Deal:
        """A round on screens from its setup. Raises ValueError for a setup that cannot be."""
        return play.deal(setup)

    def choose(self, observation: words.Observation, rng: Random, seconds: float, strength: str) -> words.Move:
        """A bot's move for the seat that observes. Raises KeyError for a strength that is not in `strengths`."""
        if not isinstance(observation, Observation):
            raise TypeError("this is not an observation of Jok-R-ummy jr")
        return bot.choose(observation, rng, seconds, strength)


GAME = Table()
