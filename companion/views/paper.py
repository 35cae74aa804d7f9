"""The sheet as HTML, put together from pieces; and the one next thing to do, which differs from phone to phone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from flask import render_template, url_for
from markupsafe import Markup, escape

from companion.games import by_key
from companion.games.game import Problem
from companion.games.scoresheet import SheetRound
from companion.ledger.cells import CLOSER, ENTRY, Cell
from companion.ledger.state import MatchState

from .chart import totals_by_round
from .end import End, end_of
from .heads import heads, heads_of, persons
from .moment import moment
from .notes import notes, notes_of, open_round
from .pieces import CLIENT_HOLE, CSRF_HOLE, NOTICE_HOLE, piece
from .rows import rows
from .seat_round import entered_here
from .sheet import columns, ranking
from .starter import headline
from .words import gettext, isolated, linked, phone_name, say, seat_names, short


def sheet(state: MatchState) -> str:
    """Everything on the pad that changes when somebody writes, the same for every phone of one language."""
    ranks, end, open_ = ranking(state), end_of(state), open_round(state)
    people = heads_of(state, ranks)
    missing = () if open_ is None or len(open_.missing) == len(open_.playing) else open_.missing
    return render_template(
        "pad/_sheet.html",
        moment=moment(state),
        top=_end(state, end) if end else headline(state),
        alerts=_alerts(state, open_),
        heads=heads(people),
        rows=rows(state, columns(state)),
        persons=persons(people),
        notes=piece(notes, notes_of(state, ranks, missing)),
        chart=totals_by_round(state),
        back=_looking_back(state) if end and state.sheet.unknown is None else "",
        share=Markup(render_template("pad/_share.html", end=end, match=state.public_id)) if end else "",
    )


def _looking_back(state: MatchState) -> Markup:
    """What there is to see of a match that has ended, beside what stands on the pad."""
    written = ((cell.round, trail) for cell, trail in state.trails.cells.items() if cell.kind is ENTRY)
    on_screens = sorted({round_ or 0 for round_, trail in written if any(record.dealt for record in trail)})
    shown = {"match": state.public_id, "on_screens": on_screens, "sealed": state.shuffles > 0}
    return Markup(render_template("pad/_looking_back.html", **shown))


def _end(state: MatchState, end: End) -> Markup:
    html = render_template("pad/_end.html", end=end, match=state.public_id, csrf=CSRF_HOLE, client_id=CLIENT_HOLE)
    return Markup(html)


@dataclass(frozen=True, slots=True)
class Alert:
    """Something wrong with a round: what it is, the links to the sheets where it can be put right, and what then."""

    said: str
    links: Markup
    then: str


@dataclass(frozen=True, slots=True)
class Asked:
    """The question who ended a round; `seen`: the newest answer that this page knows; `seats` with their names;
    `nobody`: whether nobody is an answer, too (house H3).
    """

    question: str
    url: str
    seen: Mapping[Cell, int]
    seats: tuple[tuple[int, str], ...]
    nobody: bool


def _alerts(state: MatchState, open_: SheetRound | None) -> Markup:
    """What is wrong with a round, and the question who ended the round; mostly nothing."""
    alerts = [_problem(state, round_.number, p) for round_ in state.sheet.rounds for p in round_.problems]
    alerts += [_gap(state, round_) for round_ in state.sheet.rounds[: state.current - 1] if _is_gap(round_)]
    asked = next((_asked(state, round_) for round_ in _fresh(state, open_) if round_.needs_closer), None)
    if not alerts and not asked:
        return Markup("")
    html = render_template("pad/_alerts.html", alerts=alerts, asked=asked, csrf=CSRF_HOLE, client_id=CLIENT_HOLE)
    return Markup(html)


def _fresh(state: MatchState, open_: SheetRound | None) -> tuple[SheetRound, ...]:
    """The round that is open, and the last one before it as long as nothing of the open one is written."""
    if open_ and open_.begun:
        return (open_,)
    last = open_.number - 1 if open_ else state.sheet.over_round or 0
    return (*([open_] if open_ else []), *state.sheet.rounds[max(last - 1, 0) : last])


def _asked(state: MatchState, round_: SheetRound) -> Asked:
    seats = tuple((seat, state.name(seat)) for seat in state.order if seat in round_.playing)
    url = url_for("pad.closer", public_id=state.public_id, round_=round_.number)
    seen = state.trails.numbers(Cell(CLOSER, round_.number))
    return Asked(gettext(state.game.words.asked), url, seen, seats, state.agreement.unclosed)


def _is_gap(round_: SheetRound) -> bool:
    """A round that others were played after, and that is not complete (any more)."""
    return round_.counted and not round_.complete and not round_.problems


def _gap(state: MatchState, round_: SheetRound) -> Alert:
    said = gettext("Round %(round)s isn’t complete, so it doesn’t count yet.", round=round_.number)
    missing = [_link(state, round_.number, seat) for seat in round_.missing]
    links = linked(gettext("Still missing: %(links)s."), missing) if missing else Markup("")
    then = gettext("Until then the result may still change.") if state.sheet.over else ""
    return Alert(said, links, then)


def _problem(state: MatchState, round_: int, problem: Problem) -> Alert:
    why, alone = say(problem.why, state.name), problem.seats[0] if len(problem.seats) == 1 else None
    if alone is None:
        said = gettext("Round %(round)s: %(problem)s", round=round_, problem=why)
    else:
        name = isolated(state.name(alone))
        said = gettext("Round %(round)s, %(name)s: %(problem)s", round=round_, name=name, problem=why)
    links = [_link_by(state, round_, seat) for seat in problem.seats]
    return Alert(said, linked(gettext("Check: %(links)s."), links), gettext(state.game.words.retype))


def _link(state: MatchState, round_: int, seat: int) -> Markup:
    """The name of a seat, which leads to its sheet."""
    url = _entry_url(state.public_id, round_, seat)
    return Markup('<a href="{}">{}</a>').format(url, isolated(state.name(seat)))


def _link_by(state: MatchState, round_: int, seat: int) -> Markup:
    """The same, and whose phone wrote there where that may be several."""
    link, trail = _link(state, round_, seat), state.trails.of(Cell(ENTRY, round_, seat))
    if not state.holders or not trail:
        return link
    phone = trail[-1].phone
    if seats := state.seats_of(phone):
        said = gettext("%(name)s (%(names)s’s phone)")
        return escape(said) % {"name": link, "names": seat_names(state, seats)}
    return escape(gettext("%(name)s (%(phone)s)")) % {"name": link, "phone": phone_name(state, phone)}


def _entry_url(match: str, round_: int, seat: int) -> str:
    return url_for("entry.edit", public_id=match, round_=round_, seat=seat)


class ActFacts(NamedTuple):
    """What a phone has to do next. `round` is 0 when there is nothing; `seat`: whose hand comes first, None while the
    round is played on screens; `mine`, `own`: the phone enters for somebody, and for that seat; `screens`: the round
    could be played there, and with `bots` it probably will; `ends`: the round after which the group may end the match,
    0 when it may not; `elsewhere`: whose hand it is has a phone here to enter it; `scored`: there are numbers to see;
    `together`: the phone tells of several on one page.
    """

    game: str
    match: str
    round: int
    scored: bool
    seat: int | None = None
    name: str = ""
    mine: bool = False
    own: bool = False
    begun: bool = True
    screens: bool = False
    bots: bool = False
    ends: int = 0
    elsewhere: bool = False
    together: bool = False


@dataclass(frozen=True, slots=True)
class ActText:
    """The buttons for it, and the `hint` while no message stands above them. `own`: what a script knows this phone's
    own next hand by; `first`: which one stands out, "enter", "table" or none; `end`: to end the match after the round
    `after`.
    """

    hint: str
    enter: str = ""
    enter_url: str = ""
    own: str = ""
    begun: int = 1
    table: str = ""
    table_url: str = ""
    first: str = ""
    end: str = ""
    after: int = 0


def next_act(state: MatchState, phone: int, elsewhere: frozenset[int]) -> Markup:
    """The one thing to do next on this phone: the table if it is played on, else its own hand first, then others', and
    last of those that are entered `elsewhere`, on phones that are here.
    """
    open_, where, scored = open_round(state), (state.game.key, state.public_id), state.last_complete > 0
    if open_ is None or not open_.missing:
        return piece(act, ActFacts(*where, 0, scored))
    if state.dealing == open_.number:
        return piece(act, ActFacts(*where, open_.number, scored, screens=True))
    mine = state.seats_of(phone)
    own = [seat for seat in mine if seat in open_.missing]
    missing = [seat for seat in state.order if seat in open_.missing]
    seat = min(own or missing, key=lambda seat: seat in elsewhere)
    screens = state.game.table is not None and not open_.begun
    facts = ActFacts(
        *where,
        open_.number,
        scored,
        seat,
        state.name(seat),
        mine=bool(mine),
        own=bool(own),
        begun=open_.begun,
        screens=screens,
        bots=screens and bool(state.bots),
        ends=0 if state.agreement.length or open_.begun else state.last_complete,
        elsewhere=seat in elsewhere,
        together=state.game.together is not None and len(entered_here(state, phone, elsewhere, missing)) > 1,
    )
    return piece(act, facts)


def act(it: ActFacts) -> str:
    """The line for messages, and the buttons for the next thing to do."""
    hint = gettext("Tap a number to see why, or to change it") if it.scored else ""
    if not it.round:
        return _act_html(it, ActText(hint))
    table_url = url_for("table.page", public_id=it.match)
    if it.seat is None:
        said = gettext("Round %(round)s is on screen: go to the table", round=it.round)
        return _act_html(it, ActText(hint, table=said, table_url=table_url, first="table"))
    end = gettext("End the match after round %(round)s", round=it.ends) if it.ends else ""
    text = ActText(
        hint,
        *_way_in(it, it.seat),
        f"{it.match}-{it.round}-{it.seat}" if it.own else "",
        int(it.begun),
        gettext("Play this round on screen") if it.screens else "",
        table_url,
        "table" if it.bots else "" if it.elsewhere or (it.mine and not it.own) else "enter",
        end,
        it.ends,
    )
    return _act_html(it, text)


def _way_in(it: ActFacts, seat: int) -> tuple[str, str]:
    """What the button to enter says, and where it leads: to a sheet, or to the page for all."""
    if it.together:
        said = gettext("Enter round %(round)s", round=it.round)
        return said, url_for("whole_round.page", public_id=it.match, round_=it.round)
    return gettext(by_key(it.game).words.enter, name=short(it.name)), _entry_url(it.match, it.round, seat)


def _act_html(it: ActFacts, text: ActText) -> str:
    holes = {"csrf": CSRF_HOLE, "client_id": CLIENT_HOLE, "notice": NOTICE_HOLE}
    return render_template("pad/_act.html", act=text, match=it.match, **holes)
