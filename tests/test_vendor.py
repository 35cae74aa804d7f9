"""What static/vendor carries is what was vendored, and has each icon that a page asks for."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
VENDOR = ROOT / "static" / "vendor"
LOCK: list[dict[str, str]] = json.loads((VENDOR / "vendor.json").read_text(encoding="utf-8"))
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
    assert {entry["package"]: entry["version"] for entry in LOCK} == asked


def test_each_package_brings_its_licence() -> None:
    licences = (VENDOR / "LICENSES.txt").read_text(encoding="utf-8")
    for entry in LOCK:
        assert f"{entry['package']} {entry['version']} ({entry['licence']})" in licences


def test_each_icon_in_use_is_in_the_sprite() -> None:
    sprite = set(re.findall(r'<symbol id="i-([a-z0-9-]+)"', (VENDOR / "icons.svg").read_text(encoding="utf-8")))
    pages = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static" / "js").rglob("*.js")]
    used = {
        (first or second): path.relative_to(ROOT)
        for path in pages
        for first, second in ICON.findall(path.read_text(encoding="utf-8"))
    }
    missing = {name: path for name, path in used.items() if name not in sprite}
    assert not missing, "add them to the icons in package.json and run `make vendor`"
