"""The command speaks the language of the computer, as far as it is translated."""

from __future__ import annotations

import gettext
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion import create_app, server, terminal
from companion.cli import main
from companion.ledger.base import db
from companion.ledger.upgrading import bring_up_to_date
from companion.server import announce
from tests.conftest import SETTINGS, Phone, close

from .test_verify_command import told

ROOT = Path(__file__).parent.parent
PATIENCE_SECONDS = 60
NARROW = "\N{NARROW NO-BREAK SPACE}"
IN_FRENCH: dict[str | tuple[str, str], str | tuple[str, ...]] = {
    "usage: ": f"utilisation{NARROW}: ",
    "print the link that brings phones back into a group": "affiche le lien qui ramène les téléphones dans un groupe",
    "the port to listen on (default: %(default)s; 0 chooses one that is free)": "le port (%(default)s sinon)",
    "the following arguments are required: %s": f"il manque{NARROW}: %s",
    "FILE": "FICHIER",
    "All opened cards match their seals.": "Les cartes visibles sont celles qui ont été scellées.",
    (
        "%(num)s shuffle. Open cards: %(open)s. Still sealed: %(sealed)s.",
        "%(num)s shuffles. Open cards: %(open)s. Still sealed: %(sealed)s.",
    ): ("%(num)s mélange, visibles : %(open)s, scellées : %(sealed)s.", "%(num)s de mélanges", "%(num)s mélanges"),
    "round %(round)s, line %(line)s: the card at position %(more)s isn’t the one that was sealed": (
        "manche %(round)s, ligne %(line)s : carte changée en position %(more)s"
    ),
    "WRONG: %(what)s": "FAUX : %(what)s",
    "%(file)s cannot be checked: it does not hold seals (%(detail)s).": "%(file)s ne contient pas de sceaux.",
    "Whoever opens this link is in the group. Share it only with people in your group.": (
        "Qui ouvre ce lien fait partie du groupe."
    ),
    "There is no group %(group)s: “companion link” lists the groups.": "Il n’y a pas de groupe %(group)s.",
    "Companion is open on this computer:": f"Companion est ouvert ici{NARROW}:",
    "On phones in the same network:": f"Sur les téléphones du même réseau{NARROW}:",
    "Press Ctrl-C to stop.": "Ctrl-C pour arrêter.",
    "%(where)s is empty.": "%(where)s est vide.",
    "%(port)s is not a port. Choose one up to 65535: companion serve --port 8000": "%(port)s n’est pas un port.",
    "%(game)s has no bot called %(bot)s. It has: %(bots)s": "%(game)s, robots : %(bots)s",
    (
        "%(bot)s against %(others)s: wins %(rate)s %% of %(num)s match"
        " (95 %% interval: %(low)s to %(high)s; equal bots: %(par)s).",
        "%(bot)s against %(others)s: wins %(rate)s %% of %(num)s matches"
        " (95 %% interval: %(low)s to %(high)s; equal bots: %(par)s).",
    ): ("%(num)s partie", "%(num)s de parties", "%(bot)s : %(rate)s %% de %(num)s parties, au hasard %(par)s"),
}


def write_catalogue(folder: Path, language: str, texts: dict[str | tuple[str, str], str | tuple[str, ...]]) -> None:
    """Compile texts with their translations to where a language's catalogue is looked for."""
    catalogue = Catalog(locale=language)
    for msgid, text in texts.items():
        catalogue.add(msgid, text)
    path = folder / language / "LC_MESSAGES" / "messages.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalogue)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where catalogues are looked for: one, in French. The computer's language is not set."""
    write_catalogue(tmp_path / "translations", "fr", IN_FRENCH)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    before = gettext.bindtextdomain(terminal.DOMAIN)
    gettext.bindtextdomain(terminal.DOMAIN, str(tmp_path / "translations"))
    yield tmp_path / "translations"
    gettext.bindtextdomain(terminal.DOMAIN, before)


@pytest.fixture
def french(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer in France."""
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({}, "Press Ctrl-C to stop."),
        ({"LANG": "fr_FR.UTF-8"}, "Ctrl-C pour arrêter."),
        ({"LANG": "fr"}, "Ctrl-C pour arrêter."),
        ({"LANG": "fr_CA@euro"}, "Ctrl-C pour arrêter."),
        ({"LANG": "C.UTF-8"}, "Press Ctrl-C to stop."),
        ({"LANG": "de_DE.UTF-8"}, "Press Ctrl-C to stop."),
        ({"LANG": "no/../such\\language"}, "Press Ctrl-C to stop."),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "Press Ctrl-C to stop."),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "Ctrl-C pour arrêter."),
        ({"LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "C"}, "Press Ctrl-C to stop."),
        ({"LC_MESSAGES": "C", "LC_ALL": "fr_FR.UTF-8"}, "Ctrl-C pour arrêter."),
    ],
)
def test_the_language_is_that_of_the_computer(
    environment: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert terminal.spoken("Press Ctrl-C to stop.") == said


@pytest.mark.usefixtures("french")
def test_what_is_not_translated_stays_english() -> None:
    assert terminal.spoken("Start Companion again.") == "Start Companion again."
    assert terminal.spoken_number("%(num)s day", "%(num)s days", 2) == "2 days"


@pytest.mark.usefixtures("french")
def test_seals_are_checked_in_french(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, file = tmp_path / "seals.json", told()
    path.write_text(json.dumps(file), encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    said = capsys.readouterr().out
    assert "1 mélange, visibles : 149, scellées : 1.\nLes cartes visibles sont celles qui ont été scellées.\n" in said
    file["shuffles"][0]["cards"][1]["card"] = "12"
    path.write_text(json.dumps(file), encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    assert "FAUX : manche 1, ligne 2 : carte changée en position 1\n" in capsys.readouterr().out
    path.write_text("[]")
    with pytest.raises(SystemExit, match=r"seals\.json ne contient pas de sceaux\."):
        main(["verify", str(path)])


@pytest.mark.usefixtures("french")
def test_a_link_is_given_in_french(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    app = create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{tmp_path / 'companion.sqlite3'}"})
    with app.app_context():
        bring_up_to_date()
        db.session.remove()
    Phone(app).begin("Ana", "Pau")
    assert main(["link"]) == 0
    assert capsys.readouterr().out.endswith("Qui ouvre ce lien fait partie du groupe.\n")
    with pytest.raises(SystemExit, match=r"Il n’y a pas de groupe 7\."):
        main(["link", "7"])
    close(app)


@pytest.mark.usefixtures("french")
def test_the_server_announces_itself_in_french_and_its_addresses_stay_in_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "lan_addresses", lambda: ["192.168.1.20"])
    out = io.StringIO()
    announce("0.0.0.0", 8000, out)
    lines = out.getvalue().splitlines()
    assert lines[0] == f"Companion est ouvert ici{NARROW}:           http://localhost:8000/"
    assert lines[1] == f"Sur les téléphones du même réseau{NARROW}:  http://192.168.1.20:8000/"
    assert lines[-1] == "Ctrl-C pour arrêter."


@pytest.mark.usefixtures("french")
def test_the_arena_counts_with_a_decimal_comma(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "mojo", "easy", "easy", "--matches", "2"]) == 0
    assert re.fullmatch(r"easy : \d+,\d % de 2 parties, au hasard 50,0\n", capsys.readouterr().out)
    with pytest.raises(SystemExit, match="mojo, robots : easy, normal, strong"):
        main(["arena", "mojo", "superb", "easy"])


@pytest.mark.parametrize(
    ("key", "port", "said"),
    [("", "0", "secret_key est vide. Put a backup back"), ("0" * 64, "70000", "70000 n’est pas un port.")],
)
def test_a_server_that_cannot_start_says_so_in_french(folder: Path, key: str, port: str, said: str) -> None:
    (folder / "secret_key").write_text(key)
    script = (
        "import gettext, sys\n"
        "from companion import terminal\n"
        "from companion.cli import main\n"
        "gettext.bindtextdomain(terminal.DOMAIN, sys.argv[1])\n"
        "sys.exit(main(['serve', '--host', '127.0.0.1', '--port', sys.argv[2]]))\n"
    )
    more = {"COMPANION_DATA": str(folder), "LANG": "fr_FR.UTF-8", "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        [sys.executable, "-c", script, str(folder), port],
        cwd=folder,
        env={**{name: value for name, value in os.environ.items() if name != "DATABASE_URL"}, **more},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_SECONDS,
    )
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1), ended.stderr
    assert said in ended.stderr


@pytest.mark.usefixtures("french")
def test_help_and_what_is_missing_are_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith("utilisation : companion")
    assert "affiche le lien qui ramène les téléphones dans un groupe" in said
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    assert "le port (8000 sinon)" in " ".join(capsys.readouterr().out.split())
    with pytest.raises(SystemExit):
        main(["restore"])
    assert f"il manque{NARROW}: FICHIER" in capsys.readouterr().err


def marked(text: str) -> str:
    """A text whose words are in small print, so that what is not in the catalogue is seen; places stay."""
    return re.sub(r"(%\(\w+\)[sr]|%[sr]|%%|\n)|([a-zA-Z])", lambda found: found[1] or f"{found[2]}\u0332", text)


IDENTIFIERS = {"companion", "h", "X", "HOST", "PORT", "ADDRESS", "MATCHES", "SEATS", "SECONDS", "SEED"}
COMMANDS = {"serve", "migrate", "move", "rebuild", "link", "backup", "restore", "verify", "arena"}


@pytest.mark.parametrize(
    "asked",
    [
        *([*command, "--help"] for command in ([], *([name] for name in sorted(COMMANDS)))),
        [],
        ["dance"],
        ["serve", "--port", "soon"],
        ["serve", "--port"],
        ["serve", "--tide"],
        ["link", "--keeper=1"],
    ],
    ids=" ".join,
)
def test_nothing_that_the_command_is_asked_for_is_in_english_only(
    asked: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with (ROOT / "companion" / "translations" / "messages.pot").open("rb") as file:
        texts = {
            msg.id: tuple(map(marked, msg.id)) if isinstance(msg.id, tuple) else marked(msg.id)
            for msg in read_po(file)
            if msg.id
        }
    write_catalogue(folder, "en", texts)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    with pytest.raises(SystemExit):
        main(asked)
    said = capsys.readouterr()
    words = set(re.findall(r"(?<![-\u0332\w])[A-Za-z]+(?![\u0332\w.])", said.out + said.err))
    given = {word for argument in asked for word in re.findall(r"[a-zA-Z]+", argument)}
    assert words - IDENTIFIERS - COMMANDS - given - {"mojo", "skyjo", "jokrummy", "int", "prog"} == set()
    assert "\u0332" in said.out + said.err
