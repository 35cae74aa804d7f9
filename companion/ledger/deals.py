"""Rounds on screens: dealing, moving, abandoning, and who plays for a seat. A deal is another pen for the sheet."""

from __future__ import annotations

import secrets
from random import Random, SystemRandom

from companion.games.deal import DEALER, Deal, Move, Setup, shuffled
from companion.games.game import N_, Why

from .matches import Change, Refused, client_key, put
from .records import bot_cell, closer_cell, entry_cell, holder_cell, line_cell
from .screen import ABANDON, DEAL, Screen, all_lines
from .state import MatchState

NONCE = 16
"""Bytes of chance for each card of a shuffle: its commitment tells nothing before it is opened."""

LUCK: Random = SystemRandom()
"""The system's randomness: nobody can foretell a shuffle."""

Act = tuple[int | None, Move, bytes | None]


class Stale(Refused):
    """The table has moved on since the page was shown."""


class Unfit(Refused):
    """A move that the rules refuse."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.msgid, "move", **why.values)


def begin(
    match_id: int, phone: int, client_id: str, round_: int, luck: Random = LUCK, handed_round: bool = False
) -> MatchState:
    """Write that the open round is dealt on screens: its Setup and the shuffle. `round_`: the round the phone means;
    `handed_round`: whoever has neither a phone nor a bot plays on this phone.

    Raises Refused when it cannot be dealt now, or somebody has neither a phone nor a bot.
    """

    def plan(state: MatchState) -> list[Change]:
        idle = _may_begin(state, round_)
        if idle and not handed_round:
            said = N_("Nobody plays for %(name)s yet: choose a phone or a bot.")
            raise Refused(said, "seat", name=state.name(idle[0]))
        setup = _setup(state, round_)
        lines: list[Act] = [(None, DEAL + setup.spell(), None)]
        deal = _shuffle(state.game.deal(setup), lines, luck)
        last = state.screen.last if state.screen and state.screen.round == round_ else 0
        taken = [Change(holder_cell(seat), phone) for seat in idle]
        return taken + _written(state, round_, last, lines, deal)

    return put(match_id, phone, client_key(client_id, "deal", round_), plan)


def play(
    match_id: int, phone: int, client_id: str, seat: int, move: Move, seen: int, luck: Random = LUCK
) -> MatchState:
    """Write a move of a seat by the phone that holds it. `seen`: the number of the newest line the phone knew.

    Raises Unfit with the rules' reason, Stale when the table has moved on, Refused for a seat of somebody else.
    """

    def plan(state: MatchState) -> list[Change]:
        screen = _running(state)
        if state.holders.get(seat) != phone:
            raise Refused(N_("Another phone plays for this seat."), "move")
        if seat in state.bots:
            raise Refused(N_("A bot plays for this seat: take it back first."), "move")
        if not _fresh(state, screen, seat, seen):
            raise Stale(N_("The table has moved on: look again, then choose."), "move")
        return _moved(state, screen, seat, move, luck)

    return put(match_id, phone, client_key(client_id, "move", seat, move), plan)


def play_bot(
    match_id: int, phone: int, round_: int, number: int, seat: int, move: Move, luck: Random = LUCK
) -> MatchState:
    """Write a bot's move as line `number` of the round, once, whoever thought of it first. `phone`: who dealt.

    Raises Stale when the table has changed meanwhile: a person took the seat back, or the round was abandoned.
    """

    def plan(state: MatchState) -> list[Change]:
        screen = state.screen
        here = screen is not None and screen.running and (screen.round, screen.last) == (round_, number - 1)
        if screen is None or not here or state.stopped or seat not in state.bots:
            raise Stale(N_("The table has moved on: look again, then choose."))
        return _moved(state, screen, seat, move, luck)

    return put(match_id, phone, f"bot {round_} {number}", plan)


def abandon(match_id: int, phone: int, client_id: str, round_: int) -> MatchState:
    """Write that a round on screens is not played to its end: it can be dealt again, or played with cards.

    Raises Refused when that round is not on screens (any more).
    """

    def plan(state: MatchState) -> list[Change]:
        screen = state.screen
        if screen is None or state.on_screens != round_:
            raise Refused(N_("This round is not on screens any more."))
        return [Change(line_cell(round_, screen.last + 1), (None, ABANDON, None))]

    return put(match_id, phone, client_key(client_id, "abandon", round_), plan)


def hand_over(match_id: int, phone: int, client_id: str, seat: int, strength: str | None) -> MatchState:
    """Write that a bot of that strength plays for a seat, or (None) its person again: by the host, or the seat's phone.

    Raises Refused from others, and for a strength or a seat that there is not.
    """

    def plan(state: MatchState) -> list[Change]:
        if not 0 <= seat < len(state.seats):
            raise Refused(N_("Choose somebody from the list."), "seat")
        if state.host != phone and state.holders.get(seat) != phone:
            raise Refused(N_("Only the host’s phone, or the seat’s own, can do that."), "seat")
        if strength is not None and strength not in state.game.strengths:
            raise Refused(N_("Choose how well the bot plays."), "strength")
        return [Change(bot_cell(seat), strength)]

    return put(match_id, phone, client_key(client_id, "hand over", seat, strength), plan)


def open_rest(match_id: int, phone: int, client_id: str) -> MatchState:
    """Write that what is still sealed may be seen: the match has ended. Raises Refused before that."""

    def plan(state: MatchState) -> list[Change]:
        if state.status == "open" or state.on_screens:
            raise Refused(N_("The cards are still being played with: they open at the end of the match."))
        return [Change("opened", _shuffles(state))]

    return put(match_id, phone, client_key(client_id, "open"), plan)


def _moved(state: MatchState, screen: Screen, seat: int, move: Move, luck: Random) -> list[Change]:
    """The changes that a move brings, with the shuffles that follow and the hands when the round ends. Raises Unfit."""
    why = screen.deal.why_not(seat, move)
    if why is not None:
        raise Unfit(why)
    lines: list[Act] = [(seat, move, None)]
    deal = _shuffle(screen.deal.after(seat, move), lines, luck)
    return _written(state, screen.round, screen.last, lines, deal)


def _may_begin(state: MatchState, round_: int) -> list[int]:
    """The seats for which nobody plays yet. Raises Refused unless that round is open and untouched."""
    if not state.game.strengths:
        raise Refused(N_("This game is not played on screens."))
    if state.status == "stopped":
        raise Refused(N_("This match was stopped. Open it again to play on."))
    if state.sheet.over:
        raise Refused(N_("This match is over: start the next one together."))
    if round_ != state.sheet.open_round:
        raise Refused(N_("Round %(round)s is not the one to be dealt: look again."), round=round_)
    if state.on_screens:
        raise Refused(N_("The round is on screens already."))
    if state.sheet.rounds[round_ - 1].begun:
        raise Refused(N_("Round %(round)s has begun on the pad: finish it there."), round=round_)
    if state.screen and state.screen.round > round_:
        raise Refused(N_("A later round was dealt already: enter round %(round)s on the pad."), round=round_)
    return [seat for seat in state.playing_in(round_) if seat not in state.holders and seat not in state.bots]


def _setup(state: MatchState, round_: int) -> Setup:
    """What the round starts from: people, starter and totals from the sheet, the carry from the round before it."""
    start = state.sheet.rounds[round_ - 1].start
    seats = state.playing_in(round_)
    totals = tuple(state.sheet.totals[seat] for seat in seats)
    return Setup(seats, start.seat, start.direction or 1, state.options, totals, _carry(state, round_))


def _carry(state: MatchState, round_: int) -> str:
    """What the last round left, if it was the last one on screens, and nobody has seen it since."""
    screen = state.screen
    if screen is None or screen.round != round_ - 1 or not screen.over:
        return ""
    return "" if state.opened >= _shuffles(state) else screen.deal.carry()


def _shuffles(state: MatchState) -> int:
    """How many hidden shuffles the match has seen."""
    return sum(bool(shuffled(line.move)) for _, line in all_lines(state.id))


def _shuffle(deal: Deal, lines: list[Act], luck: Random) -> Deal:
    """Let the dealer do what it has to do, each time with a nonce for every hidden card."""
    while deal.to_move == (DEALER,):
        move = deal.chance(luck)
        hidden = len(shuffled(move))
        lines.append((DEALER, move, secrets.token_bytes(NONCE * hidden) if hidden else None))
        deal = deal.after(DEALER, move)
    return deal


def _written(state: MatchState, round_: int, last: int, lines: list[Act], deal: Deal) -> list[Change]:
    """The lines as changes; at the end of the round also the hands, exactly as the pad would write them."""
    changes = [Change(line_cell(round_, number), line) for number, line in enumerate(lines, last + 1)]
    if deal.to_move:
        return changes
    changes += [Change(entry_cell(round_, seat), entry.closing(False)) for seat, entry in deal.entries().items()]
    changes.append(Change(closer_cell(round_), deal.closer))
    after = state.with_changes({change.cell: change.value for change in changes})
    if not after.sheet.over:
        return changes
    mixed = _shuffles(state) + sum(bool(shuffled(move)) for _, move, _ in lines)
    return [*changes, Change("opened", mixed)]


def _running(state: MatchState) -> Screen:
    if state.screen is None or not state.screen.running:
        raise Stale(N_("The round is over."), "move")
    if state.stopped:
        raise Refused(N_("This match was stopped. Open it again to play on."))
    return state.screen


def _fresh(state: MatchState, screen: Screen, seat: int, seen: int) -> bool:
    """Whether what the seat could do then is what it can do now: it was to move, and has not moved since."""
    since = [line for line in screen.lines if line.number > seen]
    if not since:
        return seen == screen.last
    if seen < screen.lines[0].number or any(line.seat in (seat, DEALER, None) for line in since):
        return False
    then = screen.deals(state.game)[len(screen.moves) - len(since)]
    return seat in then.to_move
