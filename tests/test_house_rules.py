"""The house rules that a program can check: who may import whom, sizes, and what pages may contain.

Each rule is one test, which names all the files that break it.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.sources import MODULES, PACKAGE, ROOT, TEMPLATES, TESTS, imports, module_name, ours, short, text

LONGEST = 300

# What each room may import of ours. The top of the house, companion/__init__.py, has them all.
MAY_IMPORT = {
    "games": {"games"},
    "cache": {"cache"},
    "hub": {"hub"},
    "rates": {"rates"},
    "places": {"places"},
    "metrics": {"metrics"},
    "headers": {"headers"},
    "discreet": {"discreet"},
    "failing": {"failing"},
    "logs": {"logs", "discreet", "metrics", "settings"},
    "app_state": {"app_state", "cache", "hub", "metrics", "rates", "places"},
    "terminal": {"terminal", "games"},
    "arguments": {"arguments", "terminal", "games"},
    "settings": {"settings", "terminal"},
    "hangup": {"hangup"},
    "addresses": {"addresses"},
    "quotas": {"quotas"},
    "crowd": {"crowd", "addresses"},
    "connections": {"connections", "crowd"},
    "health": {"health", "ledger", "app_state"},
    "stopping": {"stopping", "connections", "app_state"},
    "server": {
        "server",
        "",
        "failing",
        "hangup",
        "tls",
        "terminal",
        "connections",
        "crowd",
        "stopping",
        "quotas",
        "settings",
    },
    "authority": {"authority", "settings", "terminal", "games"},
    "tls": {"tls", "", "authority", "headers", "settings", "terminal"},
    "seals": {"seals"},
    "starting": {"starting", "settings", "ledger", "terminal", "games"},
    "backup": {"backup", "settings", "ledger", "terminal"},
    "interchange": {"interchange", "games"},
    "ledger": {"ledger", "games", "cache", "app_state", "seals", "interchange", "terminal"},
    "thinking": {"thinking"},
    "thinker": {"thinker", "discreet", "games"},
    "bots": {"bots", "thinking", "ledger", "app_state", "games"},
    "views": {"views", "ledger", "app_state", "hub", "logs", "addresses", "places", "games", "seals", "interchange"},
    "": {
        "",
        "quotas",
        "settings",
        "health",
        "headers",
        "logs",
        "views",
        "bots",
        "hangup",
        "metrics",
        "ledger",
        "hub",
        "app_state",
        "games",
        "terminal",
    },
    "cli": {
        "cli",
        "keeping",
        "tls",
        "",
        "arguments",
        "terminal",
        "server",
        "settings",
        "ledger",
        "games",
        "seals",
        "backup",
        "starting",
        "workers",
    },
    "keeping": {"keeping", "", "terminal", "settings", "ledger", "backup", "starting"},
    "worker": {"worker", "", "keeping", "server", "settings", "starting", "tls", "ledger", "terminal"},
    "workers": {"workers", "worker", "server", "terminal", "discreet", "settings"},
    "__main__": {"cli"},
}
INSIDE_A_GAME = ("scoring", "state", "play", "playout", "search", "bot")


def room(module: str) -> str:
    """The room of one of our modules; "" is companion/__init__.py."""
    return module.partition(".")[2].partition(".")[0]


def found(pattern: str) -> list[tuple[str, list[str]]]:
    """The templates in which a pattern occurs, and where it matches."""
    matches = ((short(path), [match.group() for match in re.finditer(pattern, text(path))]) for path in TEMPLATES)
    return [each for each in matches if each[1]]


def test_every_room_says_what_it_may_import() -> None:
    assert {room(module_name(path)) for path in MODULES} <= set(MAY_IMPORT), "say in this file what it may import"


def test_a_module_imports_only_from_the_rooms_below_it() -> None:
    for path in MODULES:
        upward = [name for name, *_ in ours(path) if room(name) not in MAY_IMPORT[room(module_name(path))]]
        assert not upward, short(path)


def test_the_rules_need_only_the_standard_library() -> None:
    for path in MODULES:
        if path.is_relative_to(PACKAGE / "games"):
            foreign = {name.split(".")[0] for name, *_ in imports(path)} - set(sys.stdlib_module_names) - {"companion"}
            assert not foreign, short(path)


def test_inside_a_game_nothing_imports_upward_or_sideways() -> None:
    shared = {f"companion.games.{file.stem}" for file in (PACKAGE / "games").glob("*.py")}
    for path in (path for path in MODULES if path.parent.parent == PACKAGE / "games"):
        game = f"companion.games.{path.parent.name}"
        for name, *_ in ours(path):
            assert name in shared or name.startswith(f"{game}."), f"{short(path)}: {name} is another game, or above it"
            file, _, _ = name.removeprefix(f"{game}.").partition(".")
            if path.stem in INSIDE_A_GAME and file in INSIDE_A_GAME:
                assert INSIDE_A_GAME.index(file) < INSIDE_A_GAME.index(path.stem), f"{short(path)} imports {name}"


def test_a_file_is_short_enough_to_read() -> None:
    lines = {short(path): len(text(path).splitlines()) for path in (*MODULES, *TESTS, *TEMPLATES)}
    assert not {path: count for path, count in lines.items() if count > LONGEST}


def test_a_page_has_no_inline_script_or_style() -> None:
    assert not found(r"<script\b(?![^>]*src=)(?![^>]*type=\"application/json\")[^>]*>")
    assert not found(r"<style\b|<[^>]*\sstyle\s*=")
    assert not found(r"<[^>]*\son[a-z]+\s*="), "handlers belong in a module under static/js"


def test_a_template_prints_and_loops_but_does_not_decide() -> None:
    """What is chosen or matched comes ready from a view. A macro says what it needs, so that Jinja compiles its file
    once for all pages.
    """
    decides = re.compile(r"namespace\(|startswith|endswith|\|\s*(?:select|reject|group|dictsort|unique)|with context")
    found = [f"{short(path)}: {it[0]}" for path in TEMPLATES for it in decides.finditer(text(path))]
    assert found == []


def test_a_page_speaks_htmx_4() -> None:
    old = r"\b(?:hx-ext|hx-on\b|hx-vars|hx-prompt|hx-disinherit|hx-inherit|sse-swap|sse-connect|ws-connect)"
    assert not found(old), "an idiom of htmx 2, which fails silently"
    assert not found(r"""hx-vals=["']js:"""), "it needs eval, which the policy forbids"


# Brackets keep these patterns from matching the lines that they stand on.
ELSEWHERE = re.compile(
    r"pypi[.]org|python[h]osted[.]org|registry[.]npm|deb[.]debian[.]org|--(?:extra-)?index-ur[l]|--find-link[s]"
    r"|(?<!\w)/wor[k]/\w|(?<!\w)/roo[t]/\w"
)
NOT_OURS = {".git", ".venv", "node_modules", "instance", "dist", "build", "test-results", "__pycache__"}
NOT_OURS |= {".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", "vendor"}


def texts() -> Iterator[tuple[Path, str]]:
    """Every text file of the project with its text."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(set(folders) - NOT_OURS)
        for name in sorted(set(files) - NOT_OURS):
            path = Path(folder, name)
            try:
                yield path, path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


def test_no_file_names_a_registry_or_a_folder_of_one_machine() -> None:
    assert not [(short(path), match.group()) for path, text in texts() for match in ELSEWHERE.finditer(text)]


def test_long_work_lets_those_go_on_who_have_just_come() -> None:
    """`busy.give_way` looks at connections; a sleep of no length only lets those go on who are at work already."""
    at_once = {short(path): text(path).count("sleep(0)") for path in MODULES if "ledger" in path.parts}
    assert len(at_once) > 50
    assert not {path: found for path, found in at_once.items() if found}


def test_a_browser_test_waits_for_a_function() -> None:
    """Playwright evaluates an expression anew whenever it looks, which the pages' own policy forbids from the second
    look on; a function it evaluates once."""
    waits = {short(path): re.findall(r"wait_for_function\(\s*(f?\".*?\")", text(path)) for path in TESTS}
    assert sum(map(len, waits.values())) > 5
    assert not {path: told for path, found in waits.items() if (told := [one for one in found if "=>" not in one])}


def test_a_browser_test_does_not_let_its_clock_outrun_the_server() -> None:
    """What a page asked for is late by a clock that leaps: `pass_time` leaps in steps and waits for answers."""
    leaps = {
        short(path): re.findall(r"clock\.(?:run_for|fast_forward)\((\w+)", text(path).replace("_000", "000"))
        for path in TESTS
    }
    assert sum(map(len, leaps.values())) > 3
    far = {path: [leap for leap in found if leap.isdigit() and int(leap) >= 5_000] for path, found in leaps.items()}
    assert not {path: found for path, found in far.items() if found}
