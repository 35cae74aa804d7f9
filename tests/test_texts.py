"""Every text goes through gettext, and the catalogue for translators has them all."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "companion" / "translations" / "messages.pot"


def texts(path: Path) -> set[str]:
    with path.open("rb") as file:
        return {str(message.id) for message in read_po(file) if message.id}


def test_the_catalogue_for_translators_has_every_text(tmp_path: Path) -> None:
    """`make texts` was run after the last change; the same command is run here."""
    fresh = tmp_path / "messages.pot"
    line = next(line for line in (ROOT / "Makefile").read_text().splitlines() if "pybabel --quiet extract" in line)
    keywords = [word for word in line.replace("\\", "").split("extract", 1)[1].split() if word]
    command = [sys.executable, "-m", "babel.messages.frontend", "--quiet", "extract", *keywords]
    subprocess.run([*command, "--no-location", "-o", str(fresh), "."], cwd=ROOT, check=True)
    assert texts(fresh) == texts(CATALOGUE)
    assert len(texts(fresh)) > 100


def test_what_is_translated_is_marked_where_it_stands() -> None:
    """The extractor does not look into variables: a text that is kept in one is marked there (N_, NN_, NC_)."""
    found = []
    for path in sorted((ROOT / "companion").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and called(node) in TRANSLATES]
        names = {arg.id for call in calls for arg in call.args if isinstance(arg, ast.Name)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign):
                pairs = [(target, node.value) for target in node.targets]
                for target, value in pairs:
                    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                        pairs += zip(target.elts, value.elts, strict=False)
                    elif isinstance(target, ast.Name) and target.id in names and plain_text(value):
                        found.append(f"{path.name}:{node.lineno}")
    assert found == []


TRANSLATES = ("gettext", "ngettext", "spoken", "spoken_number", "Why", "Refusal", "Late")


def called(node: ast.Call) -> str:
    """The name of what is called."""
    return str(getattr(node.func, "id", getattr(node.func, "attr", "")))


def plain_text(value: ast.expr) -> bool:
    """Whether it is a sentence that nothing marks."""
    return isinstance(value, ast.Constant) and isinstance(value.value, str) and " " in value.value
