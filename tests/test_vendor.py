"""What static/vendor carries is what was vendored, and has each icon that a page asks for."""

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Literal, get_args, get_type_hints

import pytest
from jinja2 import Environment, nodes

from companion.views.signs import Sign

ROOT = Path(__file__).resolve().parent.parent
VENDOR = ROOT / "static" / "vendor"
TOOLS = {"@biomejs/biome", "typescript"}
LOCK: list[dict[str, str]] = json.loads((VENDOR / "vendor.json").read_text(encoding="utf-8"))
TEMPLATES = ROOT / "templates"
VIEWS = ROOT / "companion" / "views"
ADD = "add them to the icons in package.json and run `make vendor`"
# A page names an icon in an address, or by an `icon("name")` macro.
ICON = re.compile(r"""#i-([a-z0-9-]+)|\bicon\(\s*["']([a-z0-9-]+)["']""")


@pytest.mark.parametrize("entry", LOCK, ids=lambda entry: entry["file"])
def test_a_vendored_file_has_the_bytes_that_were_vendored(entry: dict[str, str]) -> None:
    digest = hashlib.sha384((VENDOR / entry["file"]).read_bytes()).digest()
    assert base64.b64encode(digest).decode() == entry["sha384"], "run `make vendor`"


def test_nothing_lies_in_vendor_that_is_not_accounted_for() -> None:
    listed = {entry["file"] for entry in LOCK} | {"vendor.json", "LICENSES.txt"}
    assert {path.name for path in VENDOR.iterdir()} == listed


def test_the_vendored_versions_are_the_ones_that_package_json_asks_for() -> None:
    asked = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    shipped = {package: version for package, version in asked.items() if package not in TOOLS}
    assert {entry["package"]: entry["version"] for entry in LOCK} == shipped


def test_each_package_brings_its_licence() -> None:
    licences = (VENDOR / "LICENSES.txt").read_text(encoding="utf-8")
    for entry in LOCK:
        assert f"{entry['package']} {entry['version']} ({entry['licence']})" in licences


SPRITE = set(re.findall(r'<symbol id="i-([a-z0-9-]+)"', (VENDOR / "icons.svg").read_text(encoding="utf-8")))


@cache
def parsed(template: str) -> nodes.Template:
    """A template as Jinja reads it."""
    return Environment(extensions=["jinja2.ext.i18n"]).parse((TEMPLATES / template).read_text(encoding="utf-8"))


def macros(template: str) -> dict[str, int]:
    """The macros that a template may call, its own and those it imports, and which of their arguments names an icon."""
    own = {one.name: [arg.name for arg in one.args] for one in parsed(template).find_all(nodes.Macro)}
    found = {name: args.index("sign") for name, args in own.items() if "sign" in args}
    if "icon" in own:
        found["icon"] = 0
    for one in parsed(template).find_all(nodes.FromImport):
        assert isinstance(one.template, nodes.Const)
        theirs = macros(one.template.value)
        found |= {name: theirs[name] for name in one.names if isinstance(name, str) and name in theirs}
    return found


def icons(template: str) -> Iterator[str]:
    """The icons that a template names, also those of two that it may show."""
    known = macros(template)
    for call in parsed(template).find_all(nodes.Call):
        at = known.get(call.node.name) if isinstance(call.node, nodes.Name) else None
        if at is None:
            continue
        named = [pair.value for pair in call.kwargs if pair.key == "sign"]
        yield from (one for arg in (*call.args[at : at + 1], *named) for one in texts(arg))


def texts(arg: nodes.Expr) -> Iterator[str]:
    """What an argument is, as far as the template says it."""
    if isinstance(arg, nodes.Const):
        yield from [arg.value] if isinstance(arg.value, str) and arg.value else []
    elif isinstance(arg, nodes.CondExpr):
        yield from texts(arg.expr1)
        if arg.expr2 is not None:
            yield from texts(arg.expr2)


def test_each_icon_that_a_template_names_is_in_the_sprite() -> None:
    used = {name: path.name for path in TEMPLATES.rglob("*.html") for name in icons(str(path.relative_to(TEMPLATES)))}
    assert {"arrow-left", "calculator", "eye-off", "log-out", "rotate-ccw", "volume-2", "x"} <= set(used)
    missing = {name: path for name, path in used.items() if name not in SPRITE}
    assert not missing, ADD


def test_each_icon_that_a_view_names_is_in_the_sprite() -> None:
    """The type checker knows that views name no others."""
    assert set(get_args(Sign)) <= SPRITE, ADD


def test_a_view_names_icons_by_their_type() -> None:
    hints = [
        get_type_hints(kind)["sign"]
        for path in VIEWS.glob("*.py")
        for kind in vars(import_module(f"companion.views.{path.stem}")).values()
        if is_dataclass(kind) and any(field.name == "sign" for field in fields(kind))
    ]
    assert len(hints) > 5
    assert all(set(get_args(hint)) <= {*get_args(Sign), Sign, Literal[""]} for hint in hints)


def test_each_icon_in_use_is_in_the_sprite() -> None:
    scripts = [path for path in (ROOT / "static").rglob("*.js") if path.parent != VENDOR]
    pages = [*(ROOT / "templates").rglob("*.html"), *scripts]
    used = {
        (first or second): path.relative_to(ROOT)
        for path in pages
        for first, second in ICON.findall(path.read_text(encoding="utf-8"))
    }
    missing = {name: path for name, path in used.items() if name not in SPRITE}
    assert not missing, ADD
