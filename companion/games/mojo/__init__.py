"""Mojo: the highest card of each colour counts, and whoever ends the round takes the Mojo card: 0 or +10."""

from ..bot import STRENGTHS
from ..table import Table
from . import bot, play
from .look import look
from .scoring import PACK, Mojo

GAME = Mojo(table=Table(STRENGTHS, PACK, play.deal, look, play.determinize, bot.choose, shows_hands=True))
