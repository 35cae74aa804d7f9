"""Stylesheets as tests read them: which classes each defines for whatever page it comes to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .sources import ROOT, short, text

SHEETS = sorted(path for path in (ROOT / "static").rglob("*.css") if "vendor" not in path.parts)
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)(?:::?[a-z-]+(?:\([^()]*\))?)*")
"""A selector that is one class, in whatever state it is."""


def rules(css: str) -> Iterator[str]:
    """The selectors of all rules that are not inside another one, each by itself."""
    around: list[str] = []
    for before, sign in re.findall(r"([^{};]*)([{};])", re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)):
        head = before.strip()
        if sign == "}":
            around.pop()
        elif sign == "{":
            if not head.startswith("@") and all(one.startswith("@") and "keyframes" not in one for one in around):
                yield from (one.strip() for one in re.split(r",(?![^()]*\))", head))
            around.append(head)


def defined(css: str) -> set[str]:
    """The classes that it defines: those that stand alone in a selector, with no element, other class or attribute, and
    nothing that has to be around, beside or in them.
    """
    alone = (CLASS.fullmatch(one) for one in rules(css) if ":has(" not in one)
    return {match[1] for match in alone if match}


def always() -> set[str]:
    """The stylesheets that every page loads."""
    line = re.search(r"for sheet in \(([^)]*)\)", text(ROOT / "templates" / "base.html"))
    assert line
    return {f"static/css/{name}.css" for name in re.findall(r"'(\w+)'", line[1])}


def clashes(sheets: dict[str, str], together: set[str]) -> dict[str, list[str]]:
    """The classes that more than one stylesheet defines, by the sheets; those that are always `together` may share one.
    `sheets`: their text by their name.
    """
    homes: dict[str, list[str]] = {}
    for name, css in sheets.items():
        for each in defined(css):
            homes.setdefault(each, []).append(name)
    return {each: named for each, named in homes.items() if len(named) > 1 and not together.issuperset(named)}


def ours() -> dict[str, str]:
    """Every stylesheet of ours by its name."""
    return {short(path): text(path) for path in SHEETS}


def used(template: str) -> set[str]:
    """The classes that a template writes down; those that come from a view are not among them."""
    written = " ".join(re.findall(r'class="([^"]*)"', re.sub(r"\{\{.*?\}\}|\{%.*?%\}", " ", template, flags=re.DOTALL)))
    return set(written.split())
