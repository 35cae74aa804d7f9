"""The forms. They check the shape of what was typed; whether it can be is the rules' and the ledger's matter."""

from __future__ import annotations

from typing import Any

from flask import request
from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from flask_wtf.form import _Auto
from wtforms import BooleanField, Field, HiddenField, IntegerField, StringField
from wtforms.validators import ValidationError

from companion.games.cards import number
from companion.games.game import N_, BadEntry, Entry, Game
from companion.ledger.deals import Stale
from companion.ledger.matches import OnScreens, Refused
from companion.ledger.players import LONGEST, clean

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


def code_of(refused: Refused | BadEntry) -> int:
    """The status of a refusal: 409 where it is the state of the table that stands in the way, not what was typed."""
    return 409 if isinstance(refused, OnScreens | Stale) else 422


NOBODY = 10**6
"""A seat number that is none."""


def seen_number(text: str | None, otherwise: int = 0) -> int:
    """A number that a page carries (a record it had seen, a seat, a page): `otherwise` for anything that is none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 9 else otherwise


class EntryForm(ClientForm):
    """A hand: cards or points, who ended the round, and what the page had seen."""

    cards = StringField(_l("Cards"))
    points = StringField(_l("Or the sum"))
    bonus = StringField(_l("Surprises"))
    closed = BooleanField(_l("Ended the round"))
    seen = HiddenField()
    seen_closer = HiddenField()
    release = HiddenField()
    confirmed = HiddenField()

    @property
    def took(self) -> bool:
        """Whether the box says that this seat ended the round."""
        return bool(self.closed.data)

    def entry(self, game: Game) -> Entry:
        """The hand that was typed, as the game reads it. Raises BadEntry, with the field, when it is none."""
        cards, points = (self.cards.data or "").strip(), (self.points.data or "").strip()
        if cards and points:
            raise BadEntry(N_("Enter the cards or the sum, not both: clear one of them."), "points")
        bonus = number(self.bonus.data, "bonus") if self.bonus.data else 0
        if points:
            return Entry(points=number(points, "points"), bonus=bonus)
        if not cards and not (self.took and game.empty_closes):
            raise BadEntry(game.words.blank, "cards" if game.reports_cards else "points")
        return Entry(cards=game.read(cards), bonus=bonus)


class AdjustForm(ClientForm):
    """A house rule for one cell."""

    points = NumberField(_l("To add or take away"), least=-999, most=999)
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
