"""Every text goes through gettext, and the catalogue for translators has them all."""

from __future__ import annotations

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
