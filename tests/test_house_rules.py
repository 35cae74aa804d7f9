"""The house rules that a program can check: who may import whom, sizes, and what pages may contain."""

import ast
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "companion"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "migrations" not in path.parts)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
LONGEST = 300

# What each room may import of ours. The top of the house, companion/__init__.py, has them all.
MAY_IMPORT = {
    "games": {"games"},
    "live": {"live"},
    "settings": {"settings"},
    "server": {"server"},
    "seals": {"seals"},
    "ledger": {"ledger", "games", "live", "seals"},
    "bots": {"bots", "ledger", "live", "games"},
    "views": {"views", "ledger", "live", "games", "seals"},
    "": {"", "settings", "views", "bots", "ledger", "live", "games"},
    "cli": {"cli", "", "server", "settings", "ledger", "games", "seals"},
    "__main__": {"cli"},
}
INSIDE_A_GAME = ("scoring", "state", "play", "playout", "search", "bot")


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room(module: str) -> str:
    """Returns the room of one of our modules; "" is companion/__init__.py."""
    return module.partition(".")[2].partition(".")[0]


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or path.is_dir()


def imports(path: Path) -> Iterator[str]:
    """Yields the full name of every module that a file imports, wherever in the file it does so."""
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package.pop()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                yield inner if source.startswith("companion") and is_module(inner) else source


def ours(path: Path) -> list[str]:
    return [name for name in imports(path) if name.split(".")[0] == "companion"]


def each(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=lambda path: str(path.relative_to(ROOT)))


@each(MODULES)
def test_a_module_imports_only_from_the_rooms_below_it(path: Path) -> None:
    here = room(module_name(path))
    assert here in MAY_IMPORT, f"{here} is a new room: say in this file what it may import"
    upward = [name for name in ours(path) if room(name) not in MAY_IMPORT[here]]
    assert not upward


@each([path for path in MODULES if path.is_relative_to(PACKAGE / "games")])
def test_the_rules_need_only_the_standard_library(path: Path) -> None:
    foreign = {name.split(".")[0] for name in imports(path)} - set(sys.stdlib_module_names) - {"companion"}
    assert not foreign


@each([path for path in MODULES if path.parent.parent == PACKAGE / "games"])
def test_inside_a_game_nothing_imports_upward_or_sideways(path: Path) -> None:
    game = f"companion.games.{path.parent.name}"
    shared = {f"companion.games.{file.stem}" for file in (PACKAGE / "games").glob("*.py")}
    for name in ours(path):
        assert name in shared or name.startswith(f"{game}."), f"{name} is another game, or above this one"
        file, _, _ = name.removeprefix(f"{game}.").partition(".")
        if path.stem in INSIDE_A_GAME and file in INSIDE_A_GAME:
            assert INSIDE_A_GAME.index(file) < INSIDE_A_GAME.index(path.stem)


@each([*MODULES, *sorted((ROOT / "tests").rglob("*.py")), *TEMPLATES])
def test_a_file_is_short_enough_to_read(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


@each(TEMPLATES)
def test_a_page_has_no_inline_script_or_style(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    scripts = re.findall(r"<script\b[^>]*>", page)
    assert not [tag for tag in scripts if "src=" not in tag and 'type="application/json"' not in tag]
    assert not re.findall(r"<style\b|<[^>]*\sstyle\s*=", page)
    assert not re.findall(r"<[^>]*\son[a-z]+\s*=", page), "handlers belong in a module under static/js"


@each(TEMPLATES)
def test_a_page_speaks_htmx_4(path: Path) -> None:
    old = r"\b(?:hx-ext|hx-on\b|hx-vars|hx-prompt|hx-disinherit|hx-inherit|sse-swap|sse-connect|ws-connect)"
    page = path.read_text(encoding="utf-8")
    assert not re.findall(old, page), "an idiom of htmx 2, which fails silently"
    assert not re.findall(r"""hx-vals=["']js:""", page), "it needs eval, which the policy forbids"


# Brackets keep these patterns from matching the lines that they stand on.
ELSEWHERE = re.compile(
    r"pypi[.]org|python[h]osted[.]org|registry[.]npm|deb[.]debian[.]org|--(?:extra-)?index-ur[l]|--find-link[s]"
    r"|(?<!\w)/wor[k]/\w|(?<!\w)/roo[t]/\w"
)
NOT_OURS = {".git", ".venv", "node_modules", "instance", "dist", "build", "test-results", "__pycache__"}
NOT_OURS |= {".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", "vendor"}


def texts() -> Iterator[tuple[Path, str]]:
    """Yields every text file of the project with its text."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(set(folders) - NOT_OURS)
        for name in files:
            path = Path(folder, name)
            try:
                yield path, path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


def test_no_file_names_a_registry_or_a_folder_of_one_machine() -> None:
    found = {str(path.relative_to(ROOT)): match.group() for path, text in texts() for match in ELSEWHERE.finditer(text)}
    assert not found
