"""The colour, the shape and the emoji of a person: for phones of the group, and for those that write in a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for

from companion.games.why import N_, Refusal
from companion.ledger.avatars import PAIRS, Avatar, is_emoji
from companion.ledger.persons import Person, dress, people_at, remembered_people

from .act import Answer, tried
from .forms import NOBODY, AvatarForm, seen_number
from .people import MANY
from .person import person_of
from .phone import opened, token
from .words import gettext

avatar_page = Blueprint("avatar", __name__)

SHAPES = (
    *(N_("Circle"), N_("Square"), N_("Flower"), N_("Diamond")),
    *(N_("Shield"), N_("House"), N_("Plus"), N_("Leaf")),
)
"""What the shapes are called, by their pairs."""


@dataclass(frozen=True, slots=True)
class Wearer:
    """Whose avatar it is. `others`: who there has which pair; `here`: what the match of the address shows; `url`: where
    it is chosen, `back`: where one came from.
    """

    person: Person
    others: Mapping[int, str]
    here: Avatar | None
    url: str
    back: str


@dataclass(frozen=True, slots=True)
class Pair:
    """One to choose from. `said`: its shape; `others`: who has it already."""

    avatar: Avatar
    said: str
    others: str
    chosen: bool


@avatar_page.get("/people/<int:player>/avatar")
@avatar_page.get("/m/<public_id>/people/<int:player>/avatar")
def page(player: int, public_id: str = "") -> str:
    """The eight pairs, and the field for an emoji."""
    wearer = _wearer(player, public_id)
    own = wearer.person.avatar
    return _page(wearer, AvatarForm(pair=str(own.pair), emoji=own.emoji))


@avatar_page.post("/people/<int:player>/avatar")
@avatar_page.post("/m/<public_id>/people/<int:player>/avatar")
def choose(player: int, public_id: str = "") -> Answer:
    """Choose; the page that follows has one tap that changes it back."""
    wearer, form = _wearer(player, public_id), AvatarForm()
    if not form.validate_on_submit():
        return _page(wearer, form), 422

    def again(refused: Refusal) -> str:
        form.refuse(refused)
        return _page(wearer, form)

    was = wearer.person.avatar
    where = f"{wearer.url}?{urlencode({'pair': was.pair, 'emoji': was.emoji})}"
    pair, emoji = seen_number(form.pair.data, NOBODY), form.emoji.data or ""
    return tried(lambda: dress(player, pair, emoji), lambda: redirect(where, 303), again)


def _wearer(player: int, public_id: str) -> Wearer:
    return _in_match(player, public_id) if public_id else _in_group(player)


def _in_group(player: int) -> Wearer:
    person = person_of(player)
    people = reversed(remembered_people(token(), most=MANY))
    others = {one.avatar.pair: one.name for one in people if one.id != person.id}
    url = url_for("avatar.page", player=person.id)
    return Wearer(person, others, None, url, url_for("person.page", player=person.id))


def _in_match(player: int, public_id: str) -> Wearer:
    _, state = opened(public_id)
    person = next(iter(people_at([player])), None)
    own = next((seat for seat in state.seats if player in (*seat.players, *seat.persons)), None)
    if person is None or own is None:
        abort(404)
    others = {seat.avatar.pair: seat.name for seat in state.seats if seat is not own and not seat.absent}
    url = url_for("avatar.page", player=player, public_id=public_id)
    alone, borrows = len(own.players) == 1, own.avatar.pair != person.avatar.pair
    if alone:
        person = replace(person, avatar=person.avatar._replace(letters=own.avatar.letters))
    here = own.avatar if alone and borrows else None
    return Wearer(person, others, here, url, url_for("menu.page", public_id=public_id))


def _page(wearer: Wearer, form: AvatarForm) -> str:
    return render_template(
        "people/avatar.html",
        it=wearer,
        form=form,
        pairs=[_pair(wearer, form, number) for number in range(PAIRS)],
        before=_before(wearer.person.avatar),
        errors=form.all_errors(),
    )


def _pair(wearer: Wearer, form: AvatarForm, number: int) -> Pair:
    avatar = wearer.person.avatar._replace(pair=number)
    return Pair(avatar, gettext(SHAPES[number]), wearer.others.get(number, ""), form.pair.data == str(number))


def _before(own: Avatar) -> Avatar | None:
    """What it was before the last change, as the address says; None when that is how it is."""
    pair, emoji = seen_number(request.args.get("pair"), NOBODY), request.args.get("emoji", "")
    was = own._replace(pair=pair, emoji=emoji)
    return was if pair < PAIRS and (not emoji or is_emoji(emoji)) and was != own else None
