"""The sources of the house as tests read them: each file once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "companion"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "migrations" not in path.parts)
TESTS = sorted((ROOT / "tests").rglob("*.py"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


class Import(NamedTuple):
    """A module that is imported, on which line, and whether inside a function."""

    module: str
    line: int
    late: bool


@cache
def text(path: Path) -> str:
    """A file's text."""
    return path.read_text(encoding="utf-8")


@cache
def tree(path: Path) -> ast.Module:
    """A module's syntax."""
    return ast.parse(text(path))


def short(path: Path) -> str:
    """A file's name from the root of the house."""
    return path.relative_to(ROOT).as_posix()


def module_name(path: Path) -> str:
    """The name under which a module is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_module(name: str) -> bool:
    """Whether there is a module or package of that name."""
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or path.is_dir()


@cache
def imports(path: Path) -> tuple[Import, ...]:
    """Every module that a file imports, by its full name, wherever in the file it does so."""
    return tuple(_imports(path, tree(path), late=False))


def _imports(path: Path, node: ast.AST, late: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (Import(alias.name, child.lineno, late) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            source = _source(path, child)
            for alias in child.names:
                inner = f"{source}.{alias.name}"
                yield Import(
                    inner if source.startswith("companion") and is_module(inner) else source, child.lineno, late
                )
        else:
            yield from _imports(path, child, late or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef))


def _source(path: Path, node: ast.ImportFrom) -> str:
    """What stands behind `from`, as a full name."""
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package.pop()
    base = package[: len(package) - node.level + 1] if node.level else []
    return ".".join([*base, *([node.module] if node.module else [])])


def ours(path: Path) -> list[Import]:
    """What a file imports of ours."""
    return [found for found in imports(path) if found.module.split(".")[0] == "companion"]


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of a module, those inside classes and functions, too."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
