"""The form for a new match: who sits where, who is a bot, and what the game lets a group choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games import GAMES
from companion.games.game import Game
from companion.games.options import Option, Options
from companion.ledger.persons import Person
from companion.ledger.players import clean, name_key, people_in
from companion.ledger.starters import Started, first_of

from .forms import NOBODY, name_error, seen_number, whole
from .new_paper import Paper
from .words import gettext

BOT_NAMES = ("Robo", "Gizmo", "Pixel", "Turbo", "Sparky", "Widget", "Cosmo", "Zippy", "Bolt")
"""One more than a match has seats."""


class NewMatch:
    """The new match form: as many name rows as the group needs, and one field per option of the game.

    It is read from request data by hand, because rows move; `errors` are by field name (`name-2`, `limit`, `names`).
    `youngest`: the row that was said to start, None where nobody was asked; `known`: what the group called a game that
    has no name of its own, and what it was set to then; `begun`: who started the matches before, the newest first.
    """

    def __init__(
        self,
        game: Game[Any],
        names: Sequence[str],
        youngest: int | None = None,
        typed: Options | None = None,
        plays: Sequence[str] = (),
        known: Mapping[str, Options] | None = None,
    ) -> None:
        self.game = game
        self.known = known or {}
        self.begun: Sequence[Started] = ()
        self.paper = Paper()
        self.names = list(names)
        self.plays = [*plays, *[""] * len(self.names)][: len(self.names)]
        self.youngest = youngest
        self.typed = {option.key: (typed or {}).get(option.key, option.default) for option in game.options}
        self.errors: dict[str, str] = {}
        self.focus: int | None = None
        self.moved: int | None = None

    @classmethod
    def from_request(cls, game: Game[Any], data: Any, known: Mapping[str, Options]) -> NewMatch:
        """The form as it was sent."""
        rows = data.getlist("name")[: 8 * game.seats.stop]
        typed = {option.key: data.get(option.key, option.default) for option in game.options}
        plays = [row if row in game.strengths else "" for row in data.getlist("plays")]
        youngest = seen_number(data.get("youngest"), NOBODY)
        first = None if youngest == NOBODY else youngest
        form = cls(game, [str(row)[:2000] for row in rows], first, typed, plays, known)
        form.paper = Paper([text[:20] for text in data.getlist("total")], (data.get("day") or "")[:10])
        return form

    @property
    def first(self) -> int:
        """The row that starts: the one that was said, else whoever did the last time among those who are here."""
        if self.youngest is not None:
            return self.youngest
        rows = [{name_key(name) for name in people_in(row, self.game.sides)} for row in self.names]
        return first_of(self.begun, rows)

    @property
    def alone(self) -> bool:
        """Whether one person plays with bots: nothing is left to be asked before the cards are dealt."""
        people = [at for at, name in enumerate(self.names) if clean(name) and not self.plays[at]]
        return any(self.plays) and len(people) == 1

    def offered(self, remembered: Sequence[Person]) -> list[Person]:
        """The remembered people who are not in a row yet; bots, which are none, are added by a button of their own."""
        there = self._there()
        return [person for person in remembered if name_key(person.name) not in there]

    def act(self, act: str) -> None:
        """Do what a button says: `up-2`, `down-2`, `to-2-0`, `drop-2`, `first-2`, `bot-2` (a row), `more`, `bot`,
        `add-<name>`, `game-<key>`, `call-<name>`.
        """
        verb, _, what = act.partition("-")
        row, _, place = what.partition("-")
        at = seen_number(row, len(self.names))
        if verb == "more" and len(self.names) < self.game.seats.stop - 1:
            self._append("")
            self.focus = len(self.names) - 1
        elif verb == "bot" and self.game.strengths:
            self._turn(at) if what else self._add_bot()
        elif verb == "add":
            self._add(what)
        elif verb in ("up", "down", "to") and at < len(self.names):
            self._move(at, {"up": at - 1, "down": at + 1}.get(verb, seen_number(place, at)))
        elif verb == "first" and at < len(self.names):
            self.youngest = at
        elif verb == "game":
            self._change(what)
        elif verb == "call" and what in self.known:
            self.typed |= {**self.known[what], "called": what}
        elif verb == "drop" and at < len(self.names):
            self.names.pop(at)
            self.plays.pop(at)
            self.paper.drop(at)
            if self.youngest is not None and (self.youngest > at or self.youngest >= len(self.names)):
                self.youngest = max(0, self.youngest - 1)

    def _change(self, key: str) -> None:
        """Another game: what it lets a group choose stands as usual, the people stay."""
        before, self.game = self.game, next((game for game in GAMES if game.key == key), self.game)
        if before.sides and not self.game.sides:
            parted = [people_in(row, before.sides) or [row] for row in self.names]
            self._reorder([at for at, people in enumerate(parted) for _ in people])
            self.names = [name for people in parted for name in people]
            self.plays = [""] * len(self.names)
        self.typed = {option.key: option.default for option in self.game.options}
        self.plays = [row if row in self.game.strengths else "" for row in self.plays]

    def _add(self, name: str) -> None:
        if name_key(name) in self._there():
            return
        blank = next((at for at, row in enumerate(self.names) if not clean(row)), None)
        if blank is not None:
            self.names[blank] = name
        elif len(self.names) < self.game.seats.stop - 1:
            self._append(name)

    def _there(self) -> set[str]:
        """The keys of all names in the rows."""
        return {name_key(name) for row in self.names for name in people_in(row, self.game.sides)}

    def _append(self, name: str, plays: str = "") -> None:
        self.names.append(name)
        self.plays.append(plays)

    @property
    def _middling(self) -> str:
        return self.game.strengths[len(self.game.strengths) // 2]

    def _turn(self, at: int) -> None:
        """A bot instead of a person in a row, or the other way round."""
        if at < len(self.names):
            self.plays[at] = "" if self.plays[at] else self._middling

    def _add_bot(self) -> None:
        """A bot in the first blank row, or in a new one; how well it plays is chosen beside its name."""
        there = set(map(name_key, self.names))
        name = next(name for name in BOT_NAMES if name_key(name) not in there)
        middling = self._middling
        blank = next((at for at, row in enumerate(self.names) if not clean(row)), None)
        if blank is not None:
            self.names[blank], self.plays[blank] = name, middling
        elif len(self.names) < self.game.seats.stop - 1:
            self._append(name, middling)

    def _move(self, at: int, to: int) -> None:
        if 0 <= to < len(self.names):
            order = list(range(len(self.names)))
            order.insert(to, order.pop(at))
            self._reorder(order)
            self.moved = to

    def _reorder(self, order: Sequence[int]) -> None:
        """The rows as they stood, in another order; a row that stands there twice is doubled, with its total."""
        self.names, self.plays = [self.names[row] for row in order], [self.plays[row] for row in order]
        self.paper.order(order)
        if self.youngest in order:
            self.youngest = order.index(self.youngest)

    def validate(self) -> bool:
        """Check everything, filling `errors`; afterwards `people`, `bots`, `starter` and `options` are set."""
        rows = [(at, clean(name)) for at, name in enumerate(self.names)]
        filled = [(at, name) for at, name in rows if name]
        self.people = [name for _, name in filled]
        self.bots = {seat: self.plays[at] for seat, (at, _) in enumerate(filled) if self.plays[at]}
        first: dict[str, str] = {}
        for at, row in filled:
            for name in people_in(row, self.game.sides):
                key = name_key(name)
                if error := name_error(name):
                    self.errors[f"name-{at}"] = error
                elif key in first:
                    said = gettext("There’s already a %(name)s: add a letter to tell them apart.", name=first[key])
                    self.errors[f"name-{at}"] = said
                first.setdefault(key, name)
        least, most = self.game.seats.start, self.game.seats.stop - 1
        if not least <= len(filled) <= most:
            said = gettext(
                "%(game)s is for %(least)s to %(most)s players.", game=self.game.name, least=least, most=most
            )
            self.errors["names"] = said
        begins = self.first
        self.starter = next((seat for seat, (at, _) in enumerate(filled) if at >= begins), 0)
        self.options = {option.key: self._option(option) for option in self.game.options}
        self.errors |= self.paper.check([at for at, _ in filled])
        return not self.errors

    def asks(self, option: Option) -> bool:
        """Whether an option is asked at all, as the others stand."""
        return option.asked(self.typed)

    def _option(self, option: Option) -> int | str:
        if not self.asks(option):
            return option.default
        typed = str(self.typed[option.key])
        if option.kind == "text":
            return self._text(option, typed)
        if option.kind == "choice":
            if typed not in [value for value, _ in option.choices]:
                self.errors[option.key] = gettext("Choose one.")
            return typed
        if option.none and not typed.strip():
            return 0
        value = whole(typed, option.least, option.most)
        if value is None:
            said = gettext("Enter a whole number from %(least)s to %(most)s.", least=option.least, most=option.most)
            self.errors[option.key] = said
        return option.least if value is None else value

    def _text(self, option: Option, typed: str) -> str:
        """A name, as the group has written it before if it did."""
        said = clean(typed)
        if not said:
            self.errors[option.key] = gettext("Enter what you play, for example Uno.")
        elif len(said) > option.most:
            long = {"most": option.most, "long": len(said)}
            self.errors[option.key] = gettext("Keep it to %(most)s characters: this has %(long)s.", **long)
        return next((name for name in self.known if name_key(name) == name_key(said)), said)
