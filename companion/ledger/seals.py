"""The shuffles of a match as everybody may see them: sealed, or open where no secret is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.games.game import Game, packs_of
from companion.games.table import shuffled
from companion.seals import FORMAT, commitment, fingerprint

from .deals import NONCE
from .dealt import DEAL, Dealt, Line
from .state import MatchState
from .store import all_lines


@dataclass(frozen=True, slots=True)
class SealedCard:
    """One card of a shuffle. `card` and `nonce` are None while it is sealed."""

    commitment: str
    card: str | None
    nonce: str | None


@dataclass(frozen=True, slots=True)
class Shuffle:
    """One shuffle of a match, the first card drawn first. `line`: its number in the round's lines; `pack`: which of the
    game's packs was shuffled, `whole`: all of it.
    """

    round: int
    line: int
    at: datetime
    cards: tuple[SealedCard, ...]
    pack: int
    whole: bool

    @property
    def fingerprint(self) -> str:
        """All its commitments in 16 hexadecimal digits."""
        return fingerprint([card.commitment for card in self.cards])

    @property
    def opened(self) -> int:
        """How many of its cards are open."""
        return sum(card.card is not None for card in self.cards)


def shuffles(state: MatchState) -> tuple[Shuffle, ...]:
    """Every shuffle of the match, oldest first.

    A card opens when it has become public: at the end of its round, or of the match, or once it was mixed anew.
    """
    lines = all_lines(state.id)
    mixed = [(round_, line) for round_, line in lines if shuffled(line.move)]
    hidden = _hidden(state, lines, mixed)
    return tuple(_shuffle(state, *one, kept) for one, kept in zip(mixed, hidden, strict=True))


def last_shuffle(dealt: Dealt) -> Line | None:
    """The newest shuffle in the round on screens; None when it plays on with an older stock."""
    return next((line for line in reversed(dealt.lines) if shuffled(line.move)), None)


def fingerprint_of(match: str, round_: int, line: Line) -> str:
    """The fingerprint of a shuffle, as `Shuffle` has it."""
    return fingerprint([promise for _, _, promise in _promised(match, round_, line)])


def spelled(state: MatchState, found: Sequence[Shuffle]) -> dict[str, Any]:
    """The shuffles of a match as a file that `companion verify` reads."""
    marks = ["", *(shuffle.fingerprint for shuffle in found)]
    return {
        "format": FORMAT,
        "match": state.public_id,
        "game": state.game.key,
        "packs": [dict(pack) for pack in packs_of(state.game)],
        "count": len(found),
        "shuffles": [
            {
                "round": shuffle.round,
                "line": shuffle.line,
                "before": before,
                "pack": shuffle.pack,
                "whole": shuffle.whole,
                "open": shuffle.opened,
                "fingerprint": mark,
                "cards": [
                    {"commitment": card.commitment, "card": card.card, "nonce": card.nonce} for card in shuffle.cards
                ],
            }
            for shuffle, before, mark in zip(found, marks, marks[1:], strict=False)
        ],
    }


Mixed = Sequence[tuple[int, Line]]


def _hidden(state: MatchState, lines: Mixed, mixed: Mixed) -> list[frozenset[int]]:
    """For each shuffle the places that stay sealed now."""
    done = next((deal for deal in _newest_first(state.game, lines) if deal.over), None)
    sealed = [_all(line) for _, line in mixed]
    if done is not None:
        before = [line.move for round_, line in mixed if (round_, line.number) <= (done.round, done.last)]
        sealed[: len(before)] = done.deal.sealed(before)
    return [frozenset() if at < state.opened else places for at, places in enumerate(sealed)]


def _newest_first(game: Game[Any], lines: Mixed) -> Iterator[Dealt]:
    """Every deal of the match, abandoned ones too; each is replayed only when it is asked for."""
    end = len(lines)
    for start in range(len(lines) - 1, -1, -1):
        if lines[start][1].move.startswith(DEAL):
            yield Dealt.of(game, lines[start][0], [line for _, line in lines[start:end]])
            end = start


def _all(line: Line) -> frozenset[int]:
    return frozenset(range(len(shuffled(line.move))))


def _shuffle(state: MatchState, round_: int, line: Line, hidden: frozenset[int]) -> Shuffle:
    mixed, cards = shuffled(line.move), []
    for place, (card, nonce, promise) in enumerate(_promised(state.public_id, round_, line)):
        open_ = place not in hidden
        cards.append(SealedCard(promise, card if open_ else None, nonce if open_ else None))
    packs = packs_of(state.game)
    pack = next(at for at, copies in enumerate(packs) if set(mixed) <= set(copies))
    return Shuffle(round_, line.number, line.at, tuple(cards), pack, len(mixed) == sum(packs[pack].values()))


def _promised(match: str, round_: int, line: Line) -> Iterator[tuple[str, str, str]]:
    """Each card of a shuffle with its nonce, in hexadecimal digits, and its commitment."""
    nonces = line.nonces or b""
    for place, card in enumerate(shuffled(line.move)):
        nonce = nonces[place * NONCE : (place + 1) * NONCE].hex()
        yield card, nonce, commitment(match, round_, line.number, place, card, nonce)
