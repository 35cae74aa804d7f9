"""Jok-R-ummy jr: four missions of runs and sets win, monkeys stand for any card."""

from collections import Counter

from ..bot import STRENGTHS
from ..table import Table
from . import bot, play
from .choose import find
from .look import look
from .missions import FULL_MISSIONS, spell_missions
from .pack import PACK, SPELLING
from .scoring import Jokrummy

PACKS = (
    {SPELLING[value]: copies for value, copies in PACK.items()},
    dict(Counter(spell_missions(FULL_MISSIONS).split(" "))),
)
GAME = Jokrummy(table=Table(STRENGTHS, PACK, play.deal, look, play.determinize, bot.choose, packs=PACKS, find=find))
