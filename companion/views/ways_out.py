"""Ways out: a match, a person's matches or the whole group to take along, each way with what it is for."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

from babel import Locale, UnknownLocaleError
from flask import Blueprint, Response, abort, render_template, request, stream_with_context, url_for

from companion.app_state import app_state
from companion.interchange import bgstats_out
from companion.interchange.csv_out import ROUNDS, TOTALS, comma_for, rounds_of, totals_of, written
from companion.interchange.results import Result
from companion.ledger import outgoing
from companion.ledger.hidden import seen_by
from companion.ledger.members import Kept, kept_by
from companion.ledger.outgoing import OnTheTable, Outgoing
from companion.ledger.persons import Person
from companion.ledger.results import result_of, results
from companion.ledger.state import MatchState, read_state

from . import limits
from .act import Answer
from .avatars import seat_at
from .end import end_of
from .evening_text import evening_text
from .group import title_of
from .person import person_of
from .phone import opened, token
from .picture import height_of, picture_of
from .words import dated, gettext, say
from .zone import zone

ways_out = Blueprint("ways_out", __name__)

FILES = {
    "companion.json": "application/json",
    "rounds.csv": "text/csv",
    "totals.csv": "text/csv",
    "plays.json": "application/json",
}
"""The files of a group, or of a person, and what they are."""
PLAY = "play.bgsplay"
LONGEST_CODE = 2_300
"""A phone reads no code of more characters from a screen."""


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses of the files of one page; the spreadsheets with what stands between cells in the reader's language,
    and with the other sign.
    """

    companion: str
    rounds: str
    totals: str
    plays: str
    other_rounds: str
    other_totals: str


@ways_out.get("/m/<public_id>/take")
def match(public_id: str) -> str:
    """The ways out of one match."""
    return _match(opened(public_id)[1])


@ways_out.get('/m/<public_id>/take/<any("companion.json","rounds.csv","totals.csv","plays.json"):what>')
def match_file(public_id: str, what: str) -> Answer:
    """One match as a file."""
    return _match_file(public_id, what)


@ways_out.get(f"/m/<public_id>/take/{PLAY}")
def play(public_id: str) -> Answer:
    """One match as BG Stats takes a single play."""
    return _match_file(public_id, PLAY)


@ways_out.get("/m/<public_id>/take/result.svg")
def picture(public_id: str) -> Response:
    """The result of a match as a picture; 404 before its end."""
    found, _ = opened(public_id)
    state = seen_by(read_state(found), None)
    end = end_of(state)
    if end is None:
        abort(404)
    return Response(picture_of(state, end), mimetype="image/svg+xml")


@ways_out.get("/m/<public_id>/take/bgstats.svg")
def code(public_id: str) -> Response:
    """The QR code of the link to BG Stats, which takes a tenth of a second to make; 404 where there is none."""
    import segno  # See server.py.

    address = _address(result_of(opened(public_id)[0].id))
    if len(address) not in range(1, LONGEST_CODE):
        abort(404)
    drawn = BytesIO()
    segno.make(address, error="l", micro=False).save(drawn, kind="svg", omitsize=True, border=2, light="#fff")
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


@ways_out.get("/group/<int:group>/take")
def group(group: int) -> str:
    """The ways out of everything that a group has."""
    return _group(_kept(group))


@ways_out.get('/group/<int:group>/take/<any("companion.json","rounds.csv","totals.csv","plays.json"):what>')
def group_file(group: int, what: str) -> Answer:
    """All of a group as a file."""
    kept = _kept(group)
    try:
        return _file(what, outgoing.of_group(kept.id), "companion")
    except OnTheTable as refused:
        return _group(kept, refused), refused.code


@ways_out.get("/people/<int:player>/take")
def person(player: int) -> str:
    """The ways out of a person's matches."""
    return _person(person_of(player))


@ways_out.get('/people/<int:player>/take/<any("companion.json","rounds.csv","totals.csv","plays.json"):what>')
def person_file(player: int, what: str) -> Answer:
    """All matches of a person as a file."""
    its = person_of(player)
    try:
        return _file(what, outgoing.of_person(its.id), "companion-matches")
    except OnTheTable as refused:
        return _person(its, refused), refused.code


def _match_file(public_id: str, what: str) -> Answer:
    found, state = opened(public_id)
    day = state.created_at.astimezone(zone()).date()
    try:
        return _file(what, outgoing.one(found.id), f"{state.game.key}-{day.isoformat()}")
    except OnTheTable as refused:
        return _match(state, refused), refused.code


def _kept(group: int) -> Kept:
    """A group of this phone, else 404."""
    kept = next((one for one in kept_by(token()) if one.id == group), None)
    if kept is None:
        abort(404)
    return kept


def _file(what: str, out: Outgoing, name: str) -> Response:
    """A file, sent while it is made. Its name says what it is of."""
    limits.check_file()
    place, places = limits.place("FILES_OUT_AN_ADDRESS", limits.FILES_NOW), app_state().places
    if what == "companion.json":
        pieces = outgoing.told(out)
    elif what == "rounds.csv":
        pieces = written(ROUNDS, rounds_of(results(out, rounds=True), zone()), gettext, _comma())
    elif what == "totals.csv":
        pieces = written(TOTALS, totals_of(results(out), zone()), gettext, _comma())
    else:
        pieces = bgstats_out.file_of(results(out), zone(), about=what == PLAY)
    answer = Response(stream_with_context(pieces), mimetype=FILES.get(what, FILES["plays.json"]))
    called = f"{name}.json" if what == "companion.json" else f"{name}-{what}"
    answer.call_on_close(lambda: places.leave(place))
    answer.headers["Content-Disposition"] = f'attachment; filename="{called}"'
    return answer


def _comma() -> str:
    """What stands between the cells of a spreadsheet: as the address says, else as the reader's language has it."""
    return {"comma": ",", "semicolon": ";"}.get(request.args.get("between", "")) or _own_comma()


def _own_comma() -> str:
    try:
        locale = Locale.parse((request.accept_languages.best or "en").replace("-", "_"))
    except (ValueError, UnknownLocaleError):
        return ","
    return comma_for(locale.number_symbols.get("latn", {}).get("decimal", "."))


def _links(page: str) -> Links:
    other = "comma" if _own_comma() == ";" else "semicolon"
    companion, rounds, totals, plays = (f"{page}/{what}" for what in FILES)
    return Links(companion, rounds, totals, plays, f"{rounds}?between={other}", f"{totals}?between={other}")


def _match(state: MatchState, refused: OnTheTable | None = None) -> str:
    shown = seen_by(read_state(state), None)
    seat_at(shown)
    result, end = result_of(state.id), end_of(shown)
    address = _address(result)
    return _page(
        refused,
        heading=gettext("Take it along"),
        note=f"{state.called}, {dated(state.created_at, 'd MMMM y')}",
        back=url_for("menu.page", public_id=state.public_id),
        back_said=gettext("Back to the match menu"),
        links=_links(url_for("ways_out.match", public_id=state.public_id)),
        match=state.public_id,
        end=end,
        height=height_of(end) if end else 0,
        over=result.over,
        address=address,
        code=0 < len(address) < LONGEST_CODE,
        play=url_for("ways_out.play", public_id=state.public_id),
    )


def _address(result: Result) -> str:
    """The link that makes this match a play in BG Stats; empty before its end, and where it would be too long."""
    return (bgstats_out.link(result) or "") if result.over else ""


def _group(kept: Kept, refused: OnTheTable | None = None) -> str:
    back = url_for("group.page", group=kept.id)
    text = evening_text(results(outgoing.latest(kept.id)))
    links = _links(url_for("ways_out.group", group=kept.id))
    return _of_many(refused, title_of(kept), back, gettext("Back to our group"), links, text)


def _person(its: Person, refused: OnTheTable | None = None) -> str:
    back = url_for("person.page", player=its.id)
    links = _links(url_for("ways_out.person", player=its.id))
    return _of_many(refused, its.name, back, gettext("Back to %(name)s", name=its.name), links)


def _of_many(refused: OnTheTable | None, note: str, back: str, back_said: str, links: Links, evening: str = "") -> str:
    heading = gettext("Take everything along")
    return _page(refused, heading=heading, note=note, back=back, back_said=back_said, links=links, evening=evening)


def _page(refused: OnTheTable | None, **shown: object) -> str:
    running = url_for("table.page", public_id=refused.public_id) if refused else ""
    return render_template("ways/page.html", refusal=say(refused.why) if refused else "", running=running, **shown)
