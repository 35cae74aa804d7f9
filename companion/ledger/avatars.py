"""What a person is known by at a glance: a colour and its shape, letters or an emoji, wherever the person is shown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

PAIRS = 8
"""So many pairs of a colour and a shape there are."""
UNNAMED = PAIRS
"""What somebody who was deleted has instead: a shape without a colour."""
JOINER = "\u200d"
"""Emoji families are made with it."""
_PICTURE = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf\u2934\u2935\u2b05-\u2b55"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff]"
    "(?:\ufe0f|[\U0001f3fb-\U0001f3ff])?(?:[\U000e0020-\U000e007e]{1,6}\U000e007f)?"
)
_EMOJI = re.compile(f"[\U0001f1e6-\U0001f1ff]{{2}}|[0-9#*]\ufe0f?\u20e3|{_PICTURE}(?:\u200d{_PICTURE}){{0,3}}")
"""One emoji by the grammar of UTS 51: a flag, a key, or a picture with its skin tone, tags, and those joined to it."""
LONGEST_EMOJI = 48


class Avatar(NamedTuple):
    """What stands for a person. `pair`: the number of the colour and shape; `emoji`: stands there instead of the
    `letters`; a `bot` has a shape of its own.
    """

    pair: int
    emoji: str = ""
    bot: bool = False
    letters: str = ""


def next_pair(taken: Sequence[int], bot: bool = False) -> int:
    """The pair of somebody new among people, or bots, who have these: the least used, for bots from the last one."""
    return min(range(PAIRS)[:: -1 if bot else 1], key=taken.count)


def of_all(pairs: Sequence[int], emojis: Sequence[str], bots: Sequence[bool]) -> Avatar:
    """The avatar of those at one place: of several the pair of the first, for their letters say who they are."""
    return Avatar(pairs[0], "" if emojis[1:] else emojis[0], bots[0])


def apart(people: Iterable[tuple[str, Avatar]]) -> tuple[Avatar, ...]:
    """The avatars of people, by name, who stand together, no two alike.

    Of two with the same pair the later one borrows one that nobody there has; people come before bots. With more
    people than pairs the letters tell them apart. Who was deleted has none, and keeps to that.
    """
    told = list(people)
    named = [at for at, (_, avatar) in enumerate(told) if avatar.pair != UNNAMED]
    found = [avatar for _, avatar in told]
    for at, said in zip(named, letters_of([told[at][0] for at in named]), strict=True):
        found[at] = found[at]._replace(letters=said)
    free = [pair for pair in range(PAIRS) if all(avatar.pair != pair for avatar in found)]
    taken: set[int] = set()
    for at in sorted(named, key=lambda at: found[at].bot):
        if found[at].pair in taken and free:
            found[at] = found[at]._replace(pair=free.pop(0))
        taken.add(found[at].pair)
    return tuple(found)


def letters_of(names: Sequence[str]) -> tuple[str, ...]:
    """The letters that stand for people who are together: the first one, of two words both, and two where others
    begin alike.
    """
    initials = [_initials(name) for name in names]
    beginnings = [said[0] for said in initials]
    found: dict[int, str] = {}
    # Who has two words has two letters already, and keeps them.
    for at in sorted(range(len(names)), key=lambda at: -len(initials[at])):
        if beginnings.count(beginnings[at]) == 1:
            found[at] = "".join(initials[at])
        else:
            first, *last = initials[at]
            seconds = (*last, *_letters(names[at])[1:], *map(str, range(2, len(names) + 2)))
            found[at] = next(first + second for second in seconds if first + second not in found.values())
    return tuple(found[at] for at in range(len(names)))


def _initials(name: str) -> list[str]:
    """The first letter of the first and of the last word; of a name without letters what it begins with."""
    words = [letters[0] for letters in map(_letters, name.split()) if letters]
    return [words[0], *words[1:][-1:]] if words else [*signs(name), "?"][:1]


def _letters(name: str) -> list[str]:
    return [_capital(sign) for sign in signs(name) if sign[0].isalnum()]


def _capital(sign: str) -> str:
    """In capitals, where that is no longer: two letters have no room for the SS of a ß."""
    return sign.upper() if len(sign.upper()) == len(sign) else sign


def is_emoji(text: str) -> bool:
    """Whether that is one emoji, and nothing else."""
    return _EMOJI.fullmatch(text) is not None


def signs(text: str) -> list[str]:
    """A text as people see it: letters with their accents, whole emoji with their joiners and skin tones."""
    found: list[str] = []
    for mark in text:
        if found and (_continues(mark) or found[-1].endswith(JOINER)):
            found[-1] += mark
        else:
            found.append(mark)
    return found


def _continues(mark: str) -> bool:
    return mark == JOINER or unicodedata.category(mark) in ("Mn", "Mc", "Me") or "\U0001f3fb" <= mark <= "\U0001f3ff"
