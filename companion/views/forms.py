"""The forms. They check the shape of what was typed; whether it can be is the rules' and the ledger's matter."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import request
from flask_babel import LazyString
from flask_wtf import FlaskForm
from flask_wtf.form import _Auto
from wtforms import BooleanField, Field, HiddenField, IntegerField, StringField, TextAreaField
from wtforms.meta import DefaultMeta
from wtforms.validators import ValidationError

from companion.games.cards import number
from companion.games.game import E, Game
from companion.games.options import Option
from companion.games.why import N_, NC_, BadEntry, Refusal
from companion.ledger.cells import ADJUST, CLOSER, ENTRY, LIMIT, Cell, Kind
from companion.ledger.players import LONG_NAME, LONGEST, NO_NAME, clean

from .phone import fresh_id
from .words import gettext, language, say


def whole(text: str, least: int, most: int) -> int | None:
    """A whole number as people type it; None when it is none, or out of range."""
    try:
        value = number(text, "number")
    except BadEntry:
        return None
    return value if least <= value <= most else None


@dataclass(frozen=True, slots=True)
class FieldChoice:
    """One of the things that a field offers."""

    value: str
    said: str
    chosen: bool


class NumberField(IntegerField):
    """A whole number as people type it; one clear sentence when it is none, or out of range."""

    def __init__(self, label: Any = None, least: int = 0, most: int = 9999, **more: Any) -> None:
        super().__init__(label, **more)
        self.least, self.most, self.typed = least, most, ""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take what was typed; keep it to show it again."""
        self.data = None
        self.typed = valuelist[0] if valuelist else ""
        value = whole(self.typed, self.least, self.most)
        if value is None:
            raise ValidationError(
                gettext("Enter a whole number from %(least)s to %(most)s.", least=self.least, most=self.most)
            )
        self.data = value

    @property
    def value(self) -> int:
        """The number, once the form is valid."""
        return int(self.data or 0)

    def _value(self) -> str:
        return self.typed or ("" if self.data is None else str(self.data))


class ClientForm(FlaskForm):
    """A form that writes once however often it is sent. `seen`: the newest numbers that its page knew, by cell."""

    class Meta(FlaskForm.Meta):
        """Forms are read from form fields alone: a file or a JSON body is no hand. WTForms keeps the texts of its own
        by language; Flask-WTF reads them from the disk for every request. CSRFProtect has looked at the token already.
        """

        csrf = False

        @property
        def locales(self) -> tuple[str]:
            """The language of this request."""
            return (language(),)

        get_translations = DefaultMeta.get_translations

        def wrap_formdata(self, form: Any, formdata: Any) -> Any:
            """The fields of a POST, or nothing."""
            return formdata if formdata is not _Auto else (request.form if request.method == "POST" else None)

    client_id = HiddenField(default=fresh_id)

    def __init__(self, seen: Mapping[Cell, int] | None = None, **more: Any) -> None:
        super().__init__(**more)
        self.seen = dict(seen or {})

    def all_errors(self) -> list[tuple[str, str]]:
        """Every error with the id of its field, for the summary above the form."""
        mine = [("main", str(error)) for error in self.form_errors]
        return mine + [(field.name, str(error)) for field in self for error in field.errors]

    def error(self, name: str = "") -> str:
        """What is wrong with a field, or with the whole form; the first thing of it, empty when nothing is."""
        return next((str(error) for error in (self[name].errors if name else self.form_errors)), "")

    def refuse(self, refused: Refusal) -> None:
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


# Until 0.4 a form spelled what its page had seen in other fields: a page that was open, a hand that waits on a phone.
_SEEN_BEFORE: Mapping[str, Mapping[str, Kind]] = {
    "entry.write": {"seen": ENTRY, "seen_closer": CLOSER},
    "entry.preview": {"seen": ENTRY, "seen_closer": CLOSER},
    "pad.closer": {"seen": CLOSER},
    "cell.withdraw": {"seen": ENTRY},
    "cell.adjust": {"seen": ADJUST},
    "menu.limit": {"seen": LIMIT},
}


def seen_in_form() -> dict[Cell, int]:
    """The newest number that the form's page knew, by cell: its fields are `seen/entry/2/1` and the like."""
    seen, at = {}, {name.rstrip("_"): value for name, value in (request.view_args or {}).items()}
    for name, kind in _SEEN_BEFORE.get(request.endpoint or "", {}).items():
        if name in request.form:
            seen[Cell(kind, **{place: at[place] for place in kind.places})] = seen_number(request.form[name])
    for name, text in request.form.items():
        if name.startswith("seen/"):
            with suppress(ValueError):
                seen[Cell.read(name.removeprefix("seen/"))] = seen_number(text)
    return seen


def sent_fields() -> dict[str, str]:
    """The fields of the form as it was sent, for a form that sends them again; what belongs to one page is left out."""
    own = ("csrf_token", "confirmed", "also")
    return {name: text for name, text in request.form.items() if name not in own}


class EntryForm(ClientForm):
    """What a seat reports, in the fields of its game; who ended the round. `typed`: the game's fields as they were sent
    or are filled in; `seen`: what the page knew; `wrong`: what is wrong with the game's fields, by name.
    """

    closed = BooleanField(LazyString(gettext, N_("Ended the round")))
    release = HiddenField()
    confirmed = HiddenField()
    shown = HiddenField()

    def __init__(self, seen: Mapping[Cell, int], typed: Mapping[str, str] | None = None, **more: Any) -> None:
        super().__init__(seen, **more)
        self.typed = request.form.to_dict() if typed is None else dict(typed)
        self.wrong: dict[str, str] = {}

    @property
    def closes(self) -> bool:
        """Whether the box says that this seat ended the round."""
        return bool(self.closed.data)

    def entry(self, game: Game[E]) -> E:
        """What was typed, as the game reads it. Raises BadEntry, with the field, when it is nothing; a box that was
        ticked before the sheet could show what it counts is no hand of 0.
        """
        entry = game.read(self.typed, self.closes)
        fields = game.fields(entry)
        if not any(fields.values()) and not self.shown.data:
            raise BadEntry(N_("No cards are entered. If none are left, enter 0 as the sum."), next(iter(fields)))
        return entry

    def all_errors(self) -> list[tuple[str, str]]:
        """Also those of the game's own fields."""
        return [*super().all_errors(), *self.wrong.items()]

    def refuse(self, refused: Refusal) -> None:
        """Also beside the game's own fields, which a BadEntry names."""
        if isinstance(refused, BadEntry) and refused.field not in self._fields:
            self.wrong[refused.field] = say(refused.why)
        else:
            super().refuse(refused)


class AdjustForm(ClientForm):
    """A house rule for one cell."""

    points = NumberField(LazyString(gettext, N_("To add or subtract")), least=-999, most=999)
    note = StringField(LazyString(gettext, N_("Why (optional)")))

    def validate_note(self, field: Field) -> None:
        """A note is a few words."""
        field.data = clean(field.data or "")
        if len(field.data) > 80:
            raise ValidationError(gettext("The note can have 80 characters at most."))


class NoteForm(ClientForm):
    """What there is to tell of a match, and where it was; how long that may be is the ledger's matter."""

    note = TextAreaField(LazyString(gettext, N_("Note")))
    place = StringField(LazyString(gettext, NC_("where", "Place")))


class LimitForm(ClientForm):
    """How long the match is, in what its game counts; see `limit_form`."""

    limit: NumberField


def limit_form(length: Option | None, **data: Any) -> LimitForm:
    """The form for a match whose length this option says; None where the group ends it, and the form is not shown."""
    least, most = (length.least, length.most) if length else (1, 1)

    class Form(LimitForm):
        limit = NumberField(LazyString(gettext, N_("Play to")), least=least, most=most)

    return Form(**data)


class NameForm(ClientForm):
    """Another name for whoever sits there."""

    seat = NumberField(LazyString(gettext, N_("Who")), most=99)
    new_name = StringField(LazyString(gettext, N_("New name")))
    what = HiddenField()

    def validate_what(self, field: Field) -> None:
        """Two different things: the page asks which."""
        if field.data not in ("spelt", "other"):
            raise ValidationError(gettext("Say which of the two it is."))

    def validate_new_name(self, field: Field) -> None:
        """Names as in a new match."""
        field.data = clean(field.data or "")
        if error := name_error(field.data):
            raise ValidationError(error)


class AvatarForm(ClientForm):
    """What a person is known by at a glance; which there are is the ledger's matter."""

    pair = StringField(LazyString(gettext, N_("Colour and shape")))
    emoji = StringField(LazyString(gettext, N_("An emoji")), filters=[lambda typed: (typed or "").strip()])


class LeaveForm(ClientForm):
    """Somebody goes home."""

    seat = NumberField(LazyString(gettext, N_("Who is leaving?")), most=99)
    last_round = NumberField(LazyString(gettext, N_("Last round")), most=9999)


class JoinForm(ClientForm):
    """Somebody comes in."""

    name = StringField(LazyString(gettext, N_("Name")))
    first_round = NumberField(LazyString(gettext, N_("First round")), most=9999)
    points = NumberField(LazyString(gettext, N_("Starting total")), least=-999, most=9999)

    def validate_name(self, field: Field) -> None:
        """Names as in a new match."""
        field.data = clean(field.data or "")
        if error := name_error(field.data):
            raise ValidationError(error)


def name_error(name: str) -> str:
    """What is wrong with one clean name, empty when nothing is."""
    if not name:
        return gettext(NO_NAME)
    if len(name) > LONGEST:
        return gettext(LONG_NAME, most=LONGEST, long=len(name))
    return ""
