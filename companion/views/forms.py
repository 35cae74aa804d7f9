"""The forms. They check the shape of what was typed; whether it can be is the rules' and the ledger's matter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import request
from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from flask_wtf.form import _Auto
from wtforms import BooleanField, Field, HiddenField, IntegerField, StringField
from wtforms.validators import ValidationError

from companion.games.cards import number, read
from companion.games.game import N_, BadEntry, Entry, Game, Option, Options
from companion.ledger.matches import Refused
from companion.ledger.players import LONGEST, clean, name_key

from .phone import fresh_id
from .words import gettext, say


class NumberField(IntegerField):
    """A whole number as people type it; one clear sentence when it is none, or out of range."""

    def __init__(self, label: Any = None, least: int = 0, most: int = 9999, **more: Any) -> None:
        super().__init__(label, **more)
        self.least, self.most, self.typed = least, most, ""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take what was typed; keep it to show it again."""
        self.data = None
        self.typed = valuelist[0] if valuelist else ""
        try:
            value = number(self.typed, self.name)
        except BadEntry:
            value = None
        if value is None or not self.least <= value <= self.most:
            raise ValidationError(
                gettext("Write a whole number from %(least)s to %(most)s.", least=self.least, most=self.most)
            )
        self.data = value

    @property
    def value(self) -> int:
        """The number, once the form is valid."""
        return int(self.data or 0)

    def _value(self) -> str:
        return self.typed or ("" if self.data is None else str(self.data))


class ClientForm(FlaskForm):
    """A form that writes once however often it is sent."""

    class Meta(FlaskForm.Meta):
        """Forms are read from form fields alone: a file or a JSON body is no hand."""

        def wrap_formdata(self, form: Any, formdata: Any) -> Any:
            """The fields of a POST, or nothing."""
            return formdata if formdata is not _Auto else (request.form if request.method == "POST" else None)

    client_id = HiddenField(default=fresh_id)

    def client(self) -> str:
        """The client id that came with the form, or one of its own when none came."""
        return str(self.client_id.data or fresh_id())

    def all_errors(self) -> list[tuple[str, str]]:
        """Every error with the id of its field, for the summary above the form."""
        mine = [("main", str(error)) for error in self.form_errors]
        return mine + [(field.name, str(error)) for field in self for error in field.errors]

    def refuse(self, refused: Refused | BadEntry) -> None:
        """Put a refusal beside the field it belongs to, or above the form."""
        field = self._fields.get(refused.field)
        said = say(refused.why)
        if isinstance(field, Field):
            field.errors = [*field.errors, said]
        else:
            self.form_errors.append(said)


NOBODY = 10**6
"""A seat number that is none."""


def seen_number(text: str | None, otherwise: int = 0) -> int:
    """A number that a page carries (a record it had seen, a seat, a page): `otherwise` for anything that is none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 9 else otherwise


class EntryForm(ClientForm):
    """A hand: cards or points, the Mojo, and what the page had seen."""

    cards = StringField(_l("Cards"))
    points = StringField(_l("Or the sum"))
    closed = BooleanField(_l("Took the Mojo"))
    seen = HiddenField()
    seen_closer = HiddenField()
    release = HiddenField()
    confirmed = HiddenField()

    @property
    def took(self) -> bool:
        """Whether the box says that this seat ended the round."""
        return bool(self.closed.data)

    def entry(self) -> Entry:
        """The hand that was typed. Raises BadEntry, with the field, when it is none."""
        cards, points = (self.cards.data or "").strip(), (self.points.data or "").strip()
        if cards and points:
            raise BadEntry(N_("Enter the cards or the sum, not both: clear one of them."), "points")
        if points:
            return Entry(points=number(points, "points"))
        if not cards and not self.closed.data:
            raise BadEntry(N_("Nothing is entered yet: tap the cards left in front of you."))
        return Entry(cards=read(cards))


class AdjustForm(ClientForm):
    """A house rule for one cell."""

    points = NumberField(_l("Points to add or take away"), least=-999, most=999)
    note = StringField(_l("Why (optional)"))
    seen = HiddenField()

    def validate_note(self, field: Field) -> None:
        """A note is a few words."""
        field.data = clean(field.data or "")
        if len(field.data) > 80:
            raise ValidationError(gettext("Keep the note under 80 characters."))


class LimitForm(ClientForm):
    """How far the match goes."""

    limit = NumberField(_l("Play to"), least=1)
    seen = HiddenField()


class NameForm(ClientForm):
    """Another name for whoever sits there."""

    seat = NumberField(_l("Who"), most=99)
    new_name = StringField(_l("New name"))

    def validate_new_name(self, field: Field) -> None:
        """Names as in a new match."""
        field.data = clean(field.data or "")
        if error := name_error(field.data):
            raise ValidationError(error)


class LeaveForm(ClientForm):
    """Somebody goes home."""

    seat = NumberField(_l("Who leaves"), most=99)
    last_round = NumberField(_l("Last round"), most=9999)


class JoinForm(ClientForm):
    """Somebody comes in."""

    name = StringField(_l("Name"))
    first_round = NumberField(_l("Plays from"), most=9999)
    points = NumberField(_l("Starts with"), least=-999, most=9999)

    def validate_name(self, field: Field) -> None:
        """Names as in a new match."""
        field.data = clean(field.data or "")
        if error := name_error(field.data):
            raise ValidationError(error)


def name_error(name: str) -> str:
    """What is wrong with one clean name, empty when nothing is."""
    if not name:
        return gettext("Write a name.")
    if len(name) > LONGEST:
        return gettext("Keep the name to %(most)s characters: this one has %(long)s.", most=LONGEST, long=len(name))
    return ""


class NewMatch:
    """The new match form: as many name rows as the group needs, and one field per option of the game.

    It is read from request data by hand, because rows move; `errors` are by field name (`name-2`, `limit`, `names`).
    """

    def __init__(self, game: Game, names: Sequence[str], youngest: int = 0, typed: Options | None = None) -> None:
        self.game = game
        self.names = list(names)
        self.youngest = youngest
        self.typed = {option.key: (typed or {}).get(option.key, option.default) for option in game.options}
        self.errors: dict[str, str] = {}
        self.focus: int | None = None

    @classmethod
    def from_request(cls, game: Game, data: Any) -> NewMatch:
        """The form as it was sent."""
        rows = data.getlist("name")[: 8 * game.seats.stop]
        typed = {option.key: data.get(option.key, option.default) for option in game.options}
        return cls(game, [str(row)[:2000] for row in rows], seen_number(data.get("youngest")), typed)

    @property
    def more_open(self) -> bool:
        """Whether something under "More" is wrong or not as usual, so that it must be seen."""
        rare = [option for option in self.game.options if not option.everyday]
        return any(option.key in self.errors or self.typed[option.key] != option.default for option in rare)

    def offered(self, remembered: Sequence[str]) -> list[str]:
        """The remembered people who are not in a row yet."""
        there = set(map(name_key, self.names))
        return [name for name in remembered if name_key(name) not in there]

    def act(self, act: str) -> None:
        """Do what a button beside a row says: `up-2`, `down-2`, `drop-2`, `more`, or `add-<name>`."""
        verb, _, what = act.partition("-")
        at = seen_number(what, len(self.names))
        if verb == "more" and len(self.names) < self.game.seats.stop - 1:
            self.names.append("")
            self.focus = len(self.names) - 1
        elif verb == "add":
            self._add(what)
        elif verb in ("up", "down") and 0 <= at < len(self.names):
            self._move(at, at - 1 if verb == "up" else at + 1)
        elif verb == "drop" and at < len(self.names):
            self.names.pop(at)
            if self.youngest > at or self.youngest >= len(self.names):
                self.youngest = max(0, self.youngest - 1)

    def _add(self, name: str) -> None:
        if name_key(name) in map(name_key, self.names):
            return
        blank = next((at for at, row in enumerate(self.names) if not clean(row)), None)
        if blank is not None:
            self.names[blank] = name
        elif len(self.names) < self.game.seats.stop - 1:
            self.names.append(name)

    def _move(self, at: int, to: int) -> None:
        if 0 <= to < len(self.names):
            self.names[at], self.names[to] = self.names[to], self.names[at]
            self.youngest = {at: to, to: at}.get(self.youngest, self.youngest)

    def validate(self) -> bool:
        """Check everything, filling `errors`; afterwards `people`, `starter` and `options` hold what to begin with."""
        rows = [(at, clean(name)) for at, name in enumerate(self.names)]
        filled = [(at, name) for at, name in rows if name]
        self.people = [name for _, name in filled]
        first: dict[str, str] = {}
        for at, name in filled:
            key = name_key(name)
            if error := name_error(name):
                self.errors[f"name-{at}"] = error
            elif key in first:
                said = gettext("%(name)s is there already: add a letter to tell the two apart.", name=first[key])
                self.errors[f"name-{at}"] = said
            first.setdefault(key, name)
        least, most = self.game.seats.start, self.game.seats.stop - 1
        if not least <= len(filled) <= most:
            said = gettext("%(game)s is for %(least)s to %(most)s people.", game=self.game.name, least=least, most=most)
            self.errors["names"] = said
        self.starter = next((seat for seat, (at, _) in enumerate(filled) if at >= self.youngest), 0)
        self.options = {option.key: self._option(option) for option in self.game.options}
        return not self.errors

    def _option(self, option: Option) -> int | str:
        typed = str(self.typed[option.key])
        if option.kind == "choice":
            if typed not in [value for value, _ in option.choices]:
                self.errors[option.key] = gettext("Choose one of these.")
            return typed
        try:
            value = number(typed, option.key)
        except BadEntry:
            value = option.least - 1
        if not option.least <= value <= option.most:
            said = gettext("Write a whole number from %(least)s to %(most)s.", least=option.least, most=option.most)
            self.errors[option.key] = said
        return value
