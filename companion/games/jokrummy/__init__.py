"""Jok-R-ummy jr: four missions of suites and groups win, monkeys stand for any card."""

from random import Random

from .. import deal as words
from . import play
from .observe import Observation
from .scoring import Jokrummy


class Table(Jokrummy):
    """Jok-R-ummy jr with its table: rounds on screens, and bots."""

    def deal(self, setup: words.Setup) -> play.Deal:
        """A round on screens from its setup. Raises ValueError for a setup that cannot be."""
        return play.deal(setup)


GAME = Table()
