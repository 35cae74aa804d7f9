"""What the `companion` command says, in the language of the computer that it runs on.

Pages ask Flask-Babel, which speaks the language of a phone; a command speaks before there is an app, and its refusals
are read by whoever looks after the computer. So these texts come from the standard library's gettext: the language is
that of LANGUAGE, LC_ALL, LC_MESSAGES or LANG, and a text that is not translated stays English.
"""

from __future__ import annotations

import gettext
from pathlib import Path

from companion.games.why import N_

DOMAIN = "messages"
"""The catalogue of the pages; argparse looks its own texts up in it, too, for it is gettext's default."""

gettext.bindtextdomain(DOMAIN, str(Path(__file__).parent / "translations"))

ARGPARSE = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("%(prog)s: error: %(message)s\n"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("expected one argument"),
    N_("invalid %(type)s value: %(value)r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("ignored explicit argument %r"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
)
"""What Python's argparse says itself, named here so that translators are asked for it."""


def spoken(msgid: str, /, **values: object) -> str:
    """A text in the language of this computer, its `%(name)s` places filled when values are given."""
    text = gettext.dgettext(DOMAIN, msgid)
    return text % values if values else text


def spoken_number(one: str, many: str, num: int, /, **values: object) -> str:
    """A text that depends on a number, which fills `%(num)s`, in the language of this computer."""
    return gettext.dngettext(DOMAIN, one, many, num) % {"num": num, **values}


def spoken_decimal(number: float) -> str:
    """A number with one digit behind the point, or the comma, of the language that texts are spoken in."""
    from babel.numbers import format_decimal  # Only the arena counts in fractions.

    spoken_here = gettext.translation(DOMAIN, gettext.bindtextdomain(DOMAIN), fallback=True)
    return str(format_decimal(number, "0.0", locale=spoken_here.info().get("language", "en")))
