"""One class, one thing: whoever goes on by a link keeps the stylesheets of the pages before, so what one page defines
must mean nothing on another.
"""

from __future__ import annotations

from pathlib import Path

from .sources import ROOT, TEMPLATES, text
from .stylesheets import always, clashes, defined, ours, used

# Where a stylesheet is loaded that not every page loads: the beginnings, or the ends, of the names of those templates.
AT_HOME = {
    "history": ("history/page.html",),
    "https": ("https/",),
    "moment": ("live/",),
    "new": ("home/new.html", "menu/", "table/"),
    "people": ("people/page.html", "people/person.html", "people/_"),
    "person": ("people/person.html", "people/_person.html", "people/avatar.html"),
    "round": ("entry/",),
    "table": ("table/", "/table.html"),
    "table-play": ("table/", "/table.html"),
    "table-teach": ("table/", "/table.html"),
    "tv": ("tv/", "live/"),
    "ways": ("ways/",),
}


def homes(sheet: str) -> tuple[str, ...]:
    """The templates of the pages that load a stylesheet: a game's own goes with its own templates."""
    name = Path(sheet)
    return AT_HOME[name.stem] if name.parent.name == "css" else (f"{name.parent.name}/", f"{name.stem}/")


def strays(sheet: str, css: str, templates: dict[str, str]) -> dict[str, set[str]]:
    """The templates that use what a stylesheet defines, and are on pages that do not load it; by their names."""
    mine, away = defined(css), {name: page for name, page in templates.items() if not _at_home(name, homes(sheet))}
    return {name: mine & used(page) for name, page in away.items() if mine & used(page)}


def _at_home(name: str, there: tuple[str, ...]) -> bool:
    return any(name.endswith(one) if one.startswith("/") else name.startswith(one) for one in there)


def test_no_class_is_defined_in_two_stylesheets_that_are_not_always_together() -> None:
    assert clashes(ours(), always()) == {}


def test_what_a_stylesheet_of_some_pages_defines_is_used_on_no_other() -> None:
    pages = {path.relative_to(ROOT / "templates").as_posix(): text(path) for path in TEMPLATES}
    some = {name: css for name, css in ours().items() if name not in always()}
    assert {name: strays(name, css, pages) for name, css in some.items() if strays(name, css, pages)} == {}


def test_a_clash_is_found() -> None:
    """What a class is inside something, with something, or in some state of the page is no definition."""
    one = "/* .no */ @layer a { .pile, .card:hover { x: y } @media (b) { .chip { x: y } } .felt .heap { x: y } }"
    two = "p.card { x: y } .pile { .chip { x: y } } .chip:has(.heap), .heap[open] { x: y } @keyframes a { .felt { } }"
    assert defined(one) == {"pile", "card", "chip"}
    assert defined(two) == {"pile"}
    assert clashes({"one": one, "two": two}, {"one"}) == {"pile": ["one", "two"]}
    assert clashes({"one": one, "two": two}, {"one", "two"}) == {}


def test_a_stray_is_found() -> None:
    pages = {"tv/page.html": '<b class="row {{ a }} top">', "pad/page.html": '<b class="row{{ x }}">', "a.html": "row"}
    assert strays("static/css/tv.css", ".row, .top { x: y }", pages) == {"pad/page.html": {"row"}}
    assert strays("static/mojo/entry.css", ".row { x: y }", pages).keys() == {"tv/page.html", "pad/page.html"}
