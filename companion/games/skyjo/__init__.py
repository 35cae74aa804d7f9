"""Skyjo: twelve cards face down, the lowest sum wins, and whoever ends the round has to be the lowest."""

from ..bot import STRENGTHS
from ..table import Table
from . import bot, play
from .look import look
from .scoring import PACK, Skyjo

GAME = Skyjo(table=Table(STRENGTHS, PACK, play.deal, look, play.determinize, bot.choose, shows_hands=True))
