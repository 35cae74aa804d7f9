"""How often a phone and an address may do what costs others something. What is counted, and how much, says `quotas`."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from math import ceil
from time import time
from typing import TYPE_CHECKING, NamedTuple

from flask import current_app, request
from werkzeug.exceptions import TooManyRequests

from companion.addresses import counted_as
from companion.app_state import app_state
from companion.games.why import N_
from companion.ledger.access import known_since
from companion.ledger.door import renew_codes
from companion.ledger.models import SYMBOLS
from companion.places import Place

from .phone import token

if TYPE_CHECKING:
    from limits import RateLimitItem

GUESSED = N_("Too many wrong codes came from here. Scan the QR code, or open the link: they work at once.")
BEGUN = N_("Very many matches were started here. What you typed is kept.")
FILES = N_("Very many files were asked for here.")
LINKS = N_("Very many links were opened from here.")
STREAMS = N_("Very many pages are open here. This one looks for what is new now and then.")
FILES_NOW = N_("Several files are being made or read just now.")
SOON_SECONDS = 10
OLD_DAYS = 1
"""A phone is known when it has been in a group or a match for so long: who guesses makes no known ones by the way."""


class Budget(NamedTuple):
    """A setting of `quotas` that holds rates, and of what it is counted."""

    setting: str
    of: str


def check(said: str, *budgets: Budget) -> None:
    """Answer 429 with a sentence when one of these budgets is used up."""
    rates = app_state().rates
    for budget in budgets:
        for rate in _rates(budget):
            if not rates.test(rate, *budget):
                raise TooManyRequests(said, retry_after=_seconds_left(rate, budget))


def spend(*budgets: Budget) -> bool:
    """Count one try; whether all of it was within the rates."""
    rates = app_state().rates
    within = [rates.hit(rate, *budget) for budget in budgets for rate in _rates(budget)]
    return all(within)


def of_address(setting: str) -> Budget:
    """What this request's address may do."""
    return Budget(setting, f"address {counted_as(request.remote_addr)}")


def of_phone(setting: str) -> Budget:
    """What this request's phone may do; for one that is none yet it is its address that counts."""
    whose = token()
    return Budget(setting, f"phone {sha256(whose.encode()).hexdigest()[:16]}") if whose else of_address(setting)


def check_matches() -> None:
    """Answer 429 to a phone, or an address, that begins very many matches."""
    check(BEGUN, *_matches())


def spend_match() -> None:
    """A match was begun."""
    spend(*_matches())


def _matches() -> tuple[Budget, Budget]:
    return of_phone("MATCHES_A_PHONE"), of_address("MATCHES_AN_ADDRESS")


def guessing() -> tuple[Budget, ...]:
    """What wrong codes are counted on: a known phone has a budget of its own, which nobody else uses up, all others
    share one at their address, and cookies that are dropped make no new one.
    """
    phone = known_since(token(), OLD_DAYS)
    if phone is not None:
        return Budget("WRONG_CODES_A_PHONE", f"phone {phone}"), Budget("WRONG_CODES", "known")
    return of_address("WRONG_CODES_AN_ADDRESS"), Budget("WRONG_CODES", "unknown")


def guessed(typed: str, budgets: tuple[Budget, ...]) -> None:
    """A code was wrong. Codes of which one half was right too often are renewed: somebody knows that half."""
    spend(*budgets)
    code = "".join(sign for sign in typed.upper() if sign.isalnum())
    if len(code) != 6 or any(sign not in SYMBOLS for sign in code):
        return
    for half in (f"{code[:3]}___", f"___{code[3:]}"):
        budget = Budget("WRONG_CODES_A_HALF", f"half {half}")
        if not spend(budget):
            renew_codes(half)
            for rate in _rates(budget):
                app_state().rates.clear(rate, *budget)


def place(setting: str, said: str, each_address: bool = True) -> Place:
    """A place at what only some may be at once, of this address or of all. Answers 429 with a sentence without one."""
    of = f" {counted_as(request.remote_addr)}" if each_address else ""
    taken = app_state().places.take(f"{setting}{of}", int(current_app.config[setting]))
    if taken is None:
        raise TooManyRequests(said, retry_after=SOON_SECONDS)
    return taken


def _rates(budget: Budget) -> tuple[RateLimitItem, ...]:
    return _read(str(current_app.config[budget.setting] or ""))


@cache
def _read(rates: str) -> tuple[RateLimitItem, ...]:
    from limits import parse_many

    return tuple(parse_many(rates)) if rates else ()


def _seconds_left(rate: RateLimitItem, budget: Budget) -> int:
    return max(1, ceil(app_state().rates.get_window_stats(rate, *budget).reset_time - time()))


def check_file() -> None:
    """Answer 429 to a phone that asks for very many files, or brings them; else count this one."""
    budget = of_phone("FILES_A_PHONE")
    check(FILES, budget)
    if not spend(budget):  # Asked for at the same moment, here or in another process.
        check(FILES, budget)
