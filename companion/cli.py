"""The `companion` command.

Flask and SQLAlchemy are imported inside the functions: `serve` patches the standard library first.
"""

import argparse
import gc
import io
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import arguments, keeping, seals
from companion.games.why import N_, Refusal
from companion.terminal import spoken, spoken_decimal, spoken_number

if TYPE_CHECKING:
    from companion.ledger.members import GroupRow


def main(given: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code; raises SystemExit with a sentence for the user."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # What an old terminal has no letter for is no reason to stop in the middle.
            stream.reconfigure(errors="replace")
    options = arguments.parser().parse_args(given)
    try:
        if options.command == "serve":
            return serve(options)
        if options.command == "arena":
            return arena(options)
        if options.command == "verify":
            return verify(options.file, options.fingerprint)
        if options.command == "link":
            return link(options.group, options.keeper, options.address)
        return keeping.COMMANDS[options.command](options)
    except KeyboardInterrupt:
        return 130


def serve(asked: argparse.Namespace) -> int:
    """Serves the app until it is stopped; returns 0."""
    if asked.workers > 1:
        from companion import workers

        return workers.serve(asked)
    # Of what is made while all is imported nothing goes again: to look for it would be a tenth of the start.
    gc.disable()
    from gevent import monkey

    # Before anything else is imported: what took hold of a blocking socket or lock would keep it.
    monkey.patch_all()
    from companion import server, settings, starting, tls

    with starting.explained():
        https = tls.asked(asked, settings.data_folder(), server.names)
    server.serve(keeping.served_app(), asked.host, asked.port, https)
    return 0


def link(group: int | None, keeper: bool, address: str | None) -> int:
    """Prints a group's link with its QR code, or which groups there are; returns 0.

    Raises SystemExit with a sentence when there is no group, or none of that number.
    """
    app = keeping.ready_app()
    from companion import server
    from companion.ledger import links, members

    with app.app_context():
        groups = members.all_groups()
        named = groups if group is None else [one for one in groups if one.id == group]
        if not named:
            if not groups:
                raise SystemExit(spoken("There is no group yet: the first match starts one."))
            raise SystemExit(spoken("There is no group %(group)s: “companion link” lists the groups.", group=group))
        if len(named) > 1:
            _list_groups(named)
            return 0
        secret = links.keeper_link(named[0].id) if keeper else links.link_of_group(named[0].id)
    root = address or server.url_of(next(iter(server.lan_addresses()), "localhost"), 8000)
    url = f"{root.rstrip('/')}/J/{secret}"
    print(f"{url}\n{server.drawn(url.upper(), sys.stdout.encoding)}")
    if keeper:
        print(spoken("Whoever opens this link keeps the group, and can remove others. The link works once."))
    else:
        print(spoken("Whoever opens this link is in the group. Share it only with people in your group."))
    return 0


def _list_groups(groups: "Iterable[GroupRow]") -> None:
    for group in groups:
        people = ", ".join(group.people) or spoken("nobody yet")
        said = spoken_number("%(people)s; %(num)s match", "%(people)s; %(num)s matches", group.matches, people=people)
        print(f"{group.id:4}  {said}")
    print(spoken("Say which one, for example: companion link 2"))


def verify(file: Path, fingerprints: Sequence[str] = ()) -> int:
    """Prints whether all promises were kept, those with the fingerprints too; returns 0 if so, else 1.

    Raises SystemExit with a sentence for a file that cannot be read.
    """
    told, wrong = _checked(file, {mark.strip().lower(): 0 for mark in fingerprints})
    for sentence in wrong:
        print(spoken("WRONG: %(what)s", what=sentence))
    shuffles, opened, sealed = seals.counted(told)
    print(
        spoken_number(
            "%(num)s shuffle. Open cards: %(open)s. Still sealed: %(sealed)s.",
            "%(num)s shuffles. Open cards: %(open)s. Still sealed: %(sealed)s.",
            shuffles,
            open=opened,
            sealed=sealed,
        )
    )
    print(spoken("Something isn’t as it was sealed.") if wrong else spoken("All opened cards match their seals."))
    for shuffle in told["shuffles"]:
        number, mark = shuffle["round"], shuffle["fingerprint"]
        print(spoken("Fingerprint in round %(round)s: %(fingerprint)s", round=number, fingerprint=mark))
    if not fingerprints:
        print(
            spoken(
                "Were all the cards sealed again later? Only a fingerprint that you wrote down can tell:"
                " add --fingerprint."
            )
        )
    return 1 if wrong else 0


def _checked(file: Path, noted: Mapping[str, int]) -> tuple[dict[str, Any], list[str]]:
    """What a file of seals holds, and a sentence for each promise that was not kept. Raises SystemExit with one."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        broken = seals.check(told, noted)
        wrong = [spoken(seals.TEXTS[each.what], **each._asdict()) for each in broken]
        if not _has_packs_of_game(told):
            wrong.append(spoken("its packs are not those of the game"))
    except seals.Unreadable as problem:
        raise SystemExit(spoken(problem.msgid, file=file, **problem.values)) from None
    except OSError as problem:
        said = spoken("%(file)s cannot be checked: it cannot be read (%(detail)s).", file=file, detail=problem.strerror)
        raise SystemExit(said) from None
    except ValueError as problem:
        raise SystemExit(spoken(seals.NO_SEALS, file=file, detail=problem)) from None
    return told, wrong


def _has_packs_of_game(told: dict[str, Any]) -> bool:
    """Whether the packs of a file are those of its game. Raises seals.Unreadable for a game that there is not."""
    from companion.games import by_key
    from companion.games.game import packs_of

    try:
        packs = [dict(pack) for pack in packs_of(by_key(str(told["game"])))]
    except KeyError:
        raise seals.Unreadable(N_("%(file)s cannot be checked: its game is not known here.")) from None
    return bool(told.get("packs") == packs)


def arena(asked: argparse.Namespace) -> int:
    """Prints how often one bot wins against others; returns 0. Raises SystemExit for bots that there are not."""
    from companion.games import by_key
    from companion.games.arena import Conditions, contest

    try:
        terms = Conditions(asked.seconds, _settings_of(asked.option), asked.seed)
        found = contest(by_key(asked.game), asked.one, asked.others, asked.matches, asked.seats, terms)
    except KeyError:
        raise SystemExit(spoken("There is no game called %(game)s.", game=asked.game)) from None
    except Refusal as refused:
        raise SystemExit(spoken(str(refused.why.msgid), **refused.why.values)) from None
    rate, low, high, par = (spoken_decimal(100 * part) for part in (found.rate, *found.interval, found.par))
    rivals = f"{asked.others} × {asked.seats - 1}" if asked.seats > 2 else asked.others
    print(
        spoken_number(
            "%(bot)s against %(others)s: wins %(rate)s %% of %(num)s match"
            " (95 %% interval: %(low)s to %(high)s; equal bots: %(par)s).",
            "%(bot)s against %(others)s: wins %(rate)s %% of %(num)s matches"
            " (95 %% interval: %(low)s to %(high)s; equal bots: %(par)s).",
            found.matches,
            bot=asked.one,
            others=rivals,
            rate=rate,
            low=low,
            high=high,
            par=par,
        )
    )
    return 0


def _settings_of(options: Sequence[str]) -> dict[str, str]:
    """What matches are set to, of texts such as discards=2. Raises Refusal for one without its sign."""
    for option in options:
        if "=" not in option:
            said = N_("“%(option)s” sets nothing: write --option KEY=VALUE, for example discards=2.")
            raise Refusal(said, option=option)
    return dict(option.split("=", 1) for option in options)
