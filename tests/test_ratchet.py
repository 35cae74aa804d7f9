"""What there should be less of: each count may only fall. `make fmt` lowers the numbers of tests/ratchet.json."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import timedelta
from pathlib import Path, PurePath
from types import FunctionType, GenericAlias, NoneType, UnionType
from typing import Any, Literal, TypeVar

import pytest
from flask import Blueprint
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import ClauseElement
from sqlalchemy.engine.interfaces import Compiled
from sqlalchemy.orm.util import AliasedClass

from companion.games.game import Game
from tests.sources import MODULES, PACKAGE, TEMPLATES, functions, module_name, ours, short, text, tree

NUMBERS = Path(__file__).with_name("ratchet.json")
ALLOWED: dict[str, int] = json.loads(NUMBERS.read_text(encoding="utf-8"))
START_UP = (
    *("companion/__init__.py", "companion/cli.py", "companion/hub/__init__.py", "companion/server.py"),
    *("companion/keeping.py", "companion/views/__init__.py", "companion/worker.py", "companion/workers.py"),
    "companion/thinker.py",
)
"""They import inside functions on purpose: what has to be first, gevent or how errors are told; and what costs time."""
REFUSALS = {"Refusal", "BadEntry", "IllegalMove", "OnScreens", "Late", "Conflict"}


def circles() -> Iterator[str]:
    """Groups of modules that import each other, late or for their types only, too."""
    known = {module_name(path): path for path in MODULES}
    arrows = {name: {found.module for found in ours(path)} & set(known) - {name} for name, path in known.items()}
    reach = {name: _reached(arrows, name) for name in arrows}
    groups = {frozenset(other for other in reach[name] if name in reach[other]) for name in arrows}
    yield from (" ".join(sorted(group)) for group in groups if group)


def _reached(arrows: Mapping[str, set[str]], start: str) -> set[str]:
    """All modules that importing one leads to; itself only in a circle."""
    reached: set[str] = set()
    todo = [start]
    while todo:
        news = arrows[todo.pop()] - reached
        reached |= news
        todo += news
    return reached


def late_imports() -> Iterator[str]:
    """Imports inside a function."""
    for path in MODULES:
        if short(path) not in START_UP:
            yield from (f"{short(path)}:{found.line}" for found in ours(path) if found.late)


def cell_texts() -> Iterator[str]:
    """Where a cell's name is cut or matched as text; `Cell.read` alone may."""
    for path in (path for path in MODULES if {"ledger", "views"} & {*path.parts}):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _cuts(node, node.func):
                yield f"{short(path)}:{node.lineno}: {ast.unparse(node)}"


def _cuts(call: ast.Call, method: ast.Attribute) -> bool:
    argument = ast.unparse(call.args[0]) if call.args else ""
    if method.attr in ("split", "rsplit", "partition", "rpartition"):
        return argument == "'/'"
    return method.attr == "startswith" and "cell" in ast.unparse(method.value)


def refusals_caught() -> Iterator[str]:
    """Where a view answers a refusal or a conflict by itself."""
    for path in (path for path in MODULES if path.is_relative_to(PACKAGE / "views")):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ExceptHandler) and REFUSALS & set(
                re.findall(r"\w+", ast.unparse(node.type or node))
            ):
                yield f"{short(path)}:{node.lineno}"


def long_functions() -> Iterator[str]:
    """Functions that do not fit on a page."""
    for path in MODULES:
        for node in functions(path):
            if (lines := (node.end_lineno or 0) - node.lineno + 1) > 30:
                yield f"{short(path)}: {node.name}: {lines}"


def wide_functions() -> Iterator[str]:
    """Functions that ask for too much; the object they belong to is not counted."""
    for path in MODULES:
        for node in functions(path):
            it = node.args
            names = [
                argument.arg
                for argument in (*it.posonlyargs, *it.args, *it.kwonlyargs, it.vararg, it.kwarg)
                if argument
            ]
            if (count := len(names) - (names[:1] in (["self"], ["cls"]))) > 6:
                yield f"{short(path)}: {node.name}: {count}"


def wide_lines() -> Iterator[str]:
    """Template lines that nobody reads to their end."""
    for path in TEMPLATES:
        for number, line in enumerate(text(path).splitlines(), 1):
            if len(line) > 120:
                yield f"{short(path)}:{number}: {len(line)}"


def widest() -> int:
    """How long the longest line of all templates is."""
    return max(len(line) for path in TEMPLATES for line in text(path).splitlines())


CONSTANT = (str, bytes, int, float, NoneType, tuple, frozenset, range, type, FunctionType, re.Pattern, PurePath, Game)
CONSTANT += (
    GenericAlias,
    timedelta,
    UnionType,
    TypeVar,
    Blueprint,
    SQLAlchemy,
    ClauseElement,
    Compiled,
    AliasedClass,
    type(Callable[[], int]),
    type(Literal[0]),
    type(re.compile),
)
"""What does not change once a module is imported: Flask's and SQLAlchemy's parts belong to whoever imports them."""


def globals_that_change() -> Iterator[str]:
    """What a module keeps for the whole process: it belongs into the state of an app."""
    for path in MODULES:
        module = importlib.import_module(module_name(path)) if path.stem != "__main__" else None
        for name in _assigned(tree(path)):
            if module and not _constant(getattr(module, name, None)):
                yield f"{short(path)}: {name}"


def _assigned(module: ast.Module) -> Iterator[str]:
    for node in module.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        yield from (target.id for target in targets if isinstance(target, ast.Name))


def _constant(value: Any) -> bool:
    """A table that is filled when its module is imported counts as a constant; an empty one waits to be filled."""
    if type(value) in (dict, list, set):
        return bool(value)
    frozen = dataclasses.is_dataclass(value) and type(value).__dataclass_params__.frozen  # type: ignore[attr-defined]
    return frozen or isinstance(value, CONSTANT)


COUNTS: Mapping[str, Callable[[], Iterable[str] | int]] = {
    "import circles": circles,
    "late imports": late_imports,
    "places that cut or match a cell's text": cell_texts,
    "excepts of a refusal or conflict in views": refusals_caught,
    "functions over 30 lines": long_functions,
    "functions over 6 parameters": wide_functions,
    "template lines over 120": wide_lines,
    "letters of the longest template line": widest,
    "mutable module globals": globals_that_change,
}


def places(what: str) -> tuple[int, list[str]]:
    """How many there are, and where, if they have places."""
    found = COUNTS[what]()
    if isinstance(found, int):
        return found, []
    listed = sorted(found)
    return len(listed), listed


@pytest.mark.parametrize("what", ALLOWED)
def test_there_is_no_more_of_it_than_there_was(what: str) -> None:
    count, listed = places(what)
    assert count <= ALLOWED[what], f"{count} {what}, and there were {ALLOWED[what]}; yours are among these: {listed}"
    assert count == ALLOWED[what], f"well done: only {count} {what} are left, so run `make fmt`"


def lower() -> None:
    """Lower the numbers to what is left."""
    left = {what: min(places(what)[0], before) for what, before in ALLOWED.items()}
    NUMBERS.write_text(json.dumps(left, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    lower()
