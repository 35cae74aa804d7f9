"""The form for a new match: who sits where, who is a bot, and what the game lets a group choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games import GAMES
from companion.games.cards import number
from companion.games.game import Game
from companion.games.options import Option, Options
from companion.games.why import BadEntry
from companion.ledger.players import clean, name_key, people_in

from .forms import name_error, seen_number
from .words import gettext

BOT_NAMES = ("Robo", "Gizmo", "Pixel", "Turbo", "Sparky", "Widget", "Cosmo", "Zippy", "Bolt")
"""One more than a match has seats."""


class NewMatch:
    """The new match form: as many name rows as the group needs, and one field per option of the game.

    It is read from request data by hand, because rows move; `errors` are by field name (`name-2`, `limit`, `names`).
    `known`: what the group called a game that has no name of its own, and what it was set to then.
    """

    def __init__(
        self,
        game: Game[Any],
        names: Sequence[str],
        youngest: int = 0,
        typed: Options | None = None,
        plays: Sequence[str] = (),
        known: Mapping[str, Options] | None = None,
    ) -> None:
        self.game = game
        self.known = known or {}
        self.names = list(names)
        self.plays = [*plays, *[""] * len(self.names)][: len(self.names)]
        self.youngest = youngest
        self.typed = {option.key: (typed or {}).get(option.key, option.default) for option in game.options}
        self.errors: dict[str, str] = {}
        self.focus: int | None = None

    @classmethod
    def from_request(cls, game: Game[Any], data: Any, known: Mapping[str, Options]) -> NewMatch:
        """The form as it was sent."""
        rows = data.getlist("name")[: 8 * game.seats.stop]
        typed = {option.key: data.get(option.key, option.default) for option in game.options}
        plays = [row if row in game.strengths else "" for row in data.getlist("plays")]
        return cls(game, [str(row)[:2000] for row in rows], seen_number(data.get("youngest")), typed, plays, known)

    @property
    def more_open(self) -> bool:
        """Whether something under "More" is wrong or not as usual, so that it must be seen."""
        rare = [option for option in self.game.options if not option.everyday]
        return any(option.key in self.errors or self.typed[option.key] != option.default for option in rare)

    def offered(self, remembered: Sequence[str]) -> list[str]:
        """The remembered people who are not in a row yet; bots, which are none, are added by a button of their own."""
        there = self._there()
        return [name for name in remembered if name_key(name) not in there]

    def act(self, act: str) -> None:
        """Do what a button says: `up-2`, `down-2`, `drop-2` (a row), `more`, `bot`, `add-<name>`, `game-<key>`,
        `call-<name>`.
        """
        verb, _, what = act.partition("-")
        at = seen_number(what, len(self.names))
        if verb == "more" and len(self.names) < self.game.seats.stop - 1:
            self._append("")
            self.focus = len(self.names) - 1
        elif verb == "bot" and self.game.strengths:
            self._add_bot()
        elif verb == "add":
            self._add(what)
        elif verb in ("up", "down") and 0 <= at < len(self.names):
            self._move(at, at - 1 if verb == "up" else at + 1)
        elif verb == "game":
            self._change(what)
        elif verb == "call" and what in self.known:
            self.typed |= {**self.known[what], "called": what}
        elif verb == "drop" and at < len(self.names):
            self.names.pop(at)
            self.plays.pop(at)
            if self.youngest > at or self.youngest >= len(self.names):
                self.youngest = max(0, self.youngest - 1)

    def _change(self, key: str) -> None:
        """Another game: what it lets a group choose stands as usual, the people stay."""
        before, self.game = self.game, next((game for game in GAMES if game.key == key), self.game)
        if before.sides and not self.game.sides:
            self.names = [name for row in self.names for name in (people_in(row, before.sides) or [row])]
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

    def _add_bot(self) -> None:
        """A bot in the first blank row, or in a new one; how well it plays is chosen beside its name."""
        there = set(map(name_key, self.names))
        name = next(name for name in BOT_NAMES if name_key(name) not in there)
        middling = self.game.strengths[len(self.game.strengths) // 2]
        blank = next((at for at, row in enumerate(self.names) if not clean(row)), None)
        if blank is not None:
            self.names[blank], self.plays[blank] = name, middling
        elif len(self.names) < self.game.seats.stop - 1:
            self._append(name, middling)

    def _move(self, at: int, to: int) -> None:
        if 0 <= to < len(self.names):
            for rows in (self.names, self.plays):
                rows[at], rows[to] = rows[to], rows[at]
            self.youngest = {at: to, to: at}.get(self.youngest, self.youngest)

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

    def asks(self, option: Option) -> bool:
        """Whether an option is asked at all, as the others stand."""
        return option.only is None or str(self.typed[option.only[0]]) == option.only[1]

    def _option(self, option: Option) -> int | str:
        if not self.asks(option):
            return option.default
        typed = str(self.typed[option.key])
        if option.kind == "text":
            return self._text(option, typed)
        if option.kind == "choice":
            if typed not in [value for value, _ in option.choices]:
                self.errors[option.key] = gettext("Choose one of these.")
            return typed
        if option.none and not typed.strip():
            return 0
        try:
            value = number(typed, option.key)
        except BadEntry:
            value = option.least - 1
        if not option.least <= value <= option.most:
            said = gettext("Write a whole number from %(least)s to %(most)s.", least=option.least, most=option.most)
            self.errors[option.key] = said
        return value

    def _text(self, option: Option, typed: str) -> str:
        """A name, as the group has written it before if it did."""
        said = clean(typed)
        if not said:
            self.errors[option.key] = gettext("Write what you play, such as Uno.")
        elif len(said) > option.most:
            long = {"most": option.most, "long": len(said)}
            self.errors[option.key] = gettext("Keep it to %(most)s characters: this has %(long)s.", **long)
        return next((name for name in self.known if name_key(name) == name_key(said)), said)
