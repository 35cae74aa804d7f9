"""Rounds on screens: dealing, moving, abandoning, and who plays for a seat. A deal is another pen for the sheet."""

from __future__ import annotations

import secrets

from companion.app_state import app_state
from companion.games.game import table_of
from companion.games.table import DEALER, Deal, Move, Setup, shuffled
from companion.games.why import N_, IllegalMove, Refusal, Why

from .cells import BOT, CLOSER, ENTRY, HOLDER, LINE, OPENED, Cell
from .dealt import ABANDON, DEAL, Dealt
from .pen import Change, Late, Pen
from .phones import AWAY, check_in
from .state import MatchState

NONCE = 16
"""Bytes of chance for each card of a shuffle: its commitment tells nothing before it is opened."""

Act = tuple[int | None, Move, bytes | None]


def begin(pen: Pen, round_: int, handed_round: bool = False) -> MatchState:
    """Write that the open round is dealt on screens: its Setup and the shuffle. `round_`: the round the phone means;
    `handed_round`: whoever has neither a phone nor a bot plays on this phone. Dealt already, it is that deal.

    Raises Refusal when it cannot be dealt now, or somebody has neither a phone nor a bot.
    """

    def plan(state: MatchState) -> list[Change]:
        if state.dealing == round_:
            return []
        idle = _may_begin(state, round_)
        if idle and not handed_round:
            said = N_("Nobody plays for %(name)s yet: choose a phone or a bot.")
            raise Refusal(said, "seat", name=state.name(idle[0]))
        setup = _setup(state, round_)
        lines: list[Act] = [(None, DEAL + setup.spell(), None)]
        deal = _shuffle(table_of(state.game).deal(setup), lines)
        last = state.dealt.last if state.dealt and state.dealt.round == round_ else 0
        if idle:
            check_in(state, pen.phone)
        taken = [Change(Cell(HOLDER, seat=seat), pen.phone) for seat in idle]
        return taken + _written(state, round_, last, lines, deal)

    return pen.write(plan, "deal", round_)


def move(pen: Pen, seat: int, move: Move, seen_line: int) -> MatchState:
    """Write a move of a seat by the phone that holds it. `seen_line`: the number of the newest line the phone knew.

    Raises IllegalMove with the rules' reason, Late when the table has moved on, Refusal for a seat of somebody else.
    """

    def plan(state: MatchState) -> list[Change]:
        dealt = _running(state)
        if state.holders.get(seat) != pen.phone:
            raise Refusal(N_("Another phone plays for this player."), "move")
        if seat in state.bots:
            raise Late(N_("A bot plays for this player: take over from the bot first."), "move")
        if not _fresh(dealt, seat, seen_line):
            raise Late(N_("Something just changed on the table: look again, then choose."), "move")
        return _moved(state, dealt, seat, move)

    return pen.write(plan, "move", seat, move)


def bot_move(pen: Pen, seat: int, move: Move, round_: int, seen_line: int) -> MatchState:
    """Write a bot's move behind line `seen_line` of the round, once, whoever thought of it first: the pen, of the phone
    that dealt, has a client id that names round and line.

    Raises Late when the table has changed meanwhile: a person took the seat back, or the round was abandoned.
    """

    def plan(state: MatchState) -> list[Change]:
        dealt = state.dealt
        here = dealt is not None and dealt.running and (dealt.round, dealt.last) == (round_, seen_line)
        if dealt is None or not here or state.stopped or seat not in state.bots:
            raise Late(N_("Something just changed on the table: look again, then choose."))
        return _moved(state, dealt, seat, move)

    return pen.write(plan)


def abandon(pen: Pen, round_: int) -> MatchState:
    """Write that a round on screens is not played to its end: it can be dealt again, or played with cards.

    Raises Refusal when that round is not on screens (any more), or for a phone that neither plays nor hosts.
    """

    def plan(state: MatchState) -> list[Change]:
        if why := why_not_given_up(state, pen.phone, round_):
            raise Late(why.msgid)
        assert state.dealt is not None
        return [Change(Cell(LINE, round_, state.dealt.last + 1), (None, ABANDON, None))]

    return pen.write(plan, "abandon", round_)


def why_not_given_up(state: MatchState, phone: int, round_: int) -> Why | None:
    """Why a phone may not give a round on screens up; None when it may: it plays in it, or hosts the match."""
    if state.dealing != round_:
        return Why(N_("This round is no longer on screen."))
    if phone == state.host or sits_at(state, phone):
        return None
    return Why(N_("Only who plays this round, or the host, can give it up."))


def sits_at(state: MatchState, phone: int) -> bool:
    return state.dealt is not None and any(state.holders.get(seat) == phone for seat in state.dealt.setup.seats)


def hand_over(pen: Pen, seat: int, strength: str | None, gone_for: float = 0.0) -> MatchState:
    """Write that a bot of that strength plays for a seat, or (None) its person again: by the host, or the seat's phone;
    a bot for who is missing in their turn by anybody who plays. `gone_for`: seconds since the seat's phone was seen.

    Raises Refusal from others, and for a strength or a seat that there is not.
    """

    def plan(state: MatchState) -> list[Change]:
        if not 0 <= seat < len(state.seats):
            raise Refusal(N_("Choose someone from the list."), "seat")
        if pen.phone not in (state.host, state.holders.get(seat)):
            _check_missing(state, pen.phone, seat, strength, gone_for)
        if strength is not None and strength not in state.game.strengths:
            raise Refusal(N_("Choose how well the bot plays."), "strength")
        return [Change(Cell(BOT, seat=seat), strength)]

    return pen.write(plan, "hand over", seat, strength)


def _check_missing(state: MatchState, phone: int, seat: int, strength: str | None, gone_for: float) -> None:
    """Raise Late unless a phone that plays may let a bot play for a seat that all wait for, and that nobody is at."""
    if strength is None or seat in state.bots or not sits_at(state, phone) or seat not in waited_for(state):
        raise Late(N_("Only the host’s phone or the player’s own phone can do that."), "seat")
    if seat in state.holders and gone_for < AWAY:
        raise Late(N_("%(name)s’s phone was here a moment ago: wait a little."), "seat", name=state.name(seat))


def waited_for(state: MatchState) -> tuple[int, ...]:
    """The seats whose people the round on screens waits for; none while bots move or nothing is played."""
    dealt = state.dealt
    if dealt is None or not dealt.running or state.stopped:
        return ()
    return tuple(seat for seat in dealt.deal.to_move if seat not in state.bots)


def open_rest(pen: Pen) -> MatchState:
    """Write that what is still sealed may be seen: the match has ended. Raises Refusal before that."""

    def plan(state: MatchState) -> list[Change]:
        if state.status == "open" or state.dealing:
            raise Late(N_("These cards are still in play: they can be opened at the end of the match."))
        return [Change(Cell(OPENED), state.shuffles)]

    return pen.write(plan, "open")


def _moved(state: MatchState, dealt: Dealt, seat: int, move: Move) -> list[Change]:
    """The changes that a move brings, with the shuffles that follow and the hands when the round ends.

    Raises IllegalMove.
    """
    why = dealt.deal.why_not(seat, move)
    if why is not None:
        raise IllegalMove(why.msgid, "move", **why.values)
    lines: list[Act] = [(seat, move, None)]
    deal = _shuffle(dealt.deal.after(seat, move), lines)
    return _written(state, dealt.round, dealt.last, lines, deal)


def _may_begin(state: MatchState, round_: int) -> list[int]:
    """The seats for which nobody plays yet. Raises Refusal unless that round is open and untouched."""
    if state.game.table is None:
        raise Refusal(N_("This game can’t be played on screen."))
    if state.status == "stopped":
        raise Late(N_("This match was stopped. Resume it to keep playing."))
    if state.sheet.over:
        raise Late(N_("This match is over: start a new one."))
    if round_ != state.sheet.open_round:
        raise Late(N_("Round %(round)s isn’t the next one to deal: look again."), round=round_)
    if state.dealing:
        raise Late(N_("Round %(round)s is on screen: finish it first."), round=state.dealing)
    if state.sheet.rounds[round_ - 1].begun:
        raise Late(N_("Round %(round)s was started on the pad: finish it there."), round=round_)
    if state.dealt and state.dealt.round > round_:
        raise Late(N_("A later round has already been dealt: enter round %(round)s on the pad."), round=round_)
    return [seat for seat in state.playing_in(round_) if seat not in state.holders and seat not in state.bots]


def _setup(state: MatchState, round_: int) -> Setup:
    """What the round starts from: people, starter and totals from the sheet, the carry from the round before it."""
    start = state.sheet.rounds[round_ - 1].start
    seats = state.playing_in(round_)
    totals = tuple(state.sheet.totals[seat] for seat in seats)
    number = round_ if state.agreement.rounds else 0
    return Setup(seats, start.seat, start.direction or 1, state.options, totals, _carry(state, round_), number)


def _carry(state: MatchState, round_: int) -> str:
    """What the last round left, if it was the last one on screens, and nobody has seen it since."""
    dealt = state.dealt
    if dealt is None or dealt.round != round_ - 1 or not dealt.over:
        return ""
    return "" if state.opened >= state.shuffles else dealt.deal.carry()


def _shuffle(deal: Deal, lines: list[Act]) -> Deal:
    """Let the dealer do what it has to do, each time with a nonce for every hidden card."""
    while deal.to_move == (DEALER,):
        move = deal.chance(app_state().luck)
        hidden = len(shuffled(move))
        lines.append((DEALER, move, secrets.token_bytes(NONCE * hidden) if hidden else None))
        deal = deal.after(DEALER, move)
    return deal


def _written(state: MatchState, round_: int, last: int, lines: list[Act], deal: Deal) -> list[Change]:
    """The lines as changes; at the end of the round also the hands, exactly as the pad would write them."""
    changes = [Change(Cell(LINE, round_, number), line) for number, line in enumerate(lines, last + 1)]
    if deal.to_move:
        return changes
    changes += [Change(Cell(ENTRY, round_, seat), entry) for seat, entry in deal.entries().items()]
    changes.append(Change(Cell(CLOSER, round_), deal.closer))
    after = state.what_if({change.cell: change.value for change in changes})
    if not after.sheet.over:
        return changes
    mixed = state.shuffles + sum(bool(shuffled(move)) for _, move, _ in lines)
    return [*changes, Change(Cell(OPENED), mixed)]


def _running(state: MatchState) -> Dealt:
    if state.dealt is None or not state.dealt.running:
        raise Late(N_("The round is over."), "move")
    if state.stopped:
        raise Late(N_("This match was stopped. Resume it to keep playing."))
    return state.dealt


def _fresh(dealt: Dealt, seat: int, seen: int) -> bool:
    """Whether what the seat could do then is what it can do now: it was to move, and has not moved since."""
    since = [line for line in dealt.lines if line.number > seen]
    if not since:
        return seen == dealt.last
    if seen < dealt.lines[0].number or any(line.seat in (seat, DEALER, None) for line in since):
        return False
    then = dealt.deals[len(dealt.moves) - len(since)]
    return seat in then.to_move
