"""A migration that landed stays as it is: a database on some kitchen shelf was brought up by exactly that.

`migrations.sums` has the SHA-256 of each; one that is new gets a line when it lands, no line is ever changed.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from companion.ledger.upgrading import MIGRATIONS

from .told import RELICS

SUMS = Path(__file__).with_name("migrations.sums")


def sums() -> dict[str, str]:
    """The checksum of every migration there is."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted((MIGRATIONS / "versions").glob("*.py"))
    }


def landed() -> dict[str, str]:
    """The checksum of every migration that landed, as it was then."""
    lines = (line.split() for line in SUMS.read_text(encoding="utf-8").splitlines())
    return {name: digest for digest, name in lines}


def test_no_migration_that_landed_was_changed_or_taken_away() -> None:
    now = sums()
    changed = [name for name, digest in landed().items() if now.get(name) != digest]
    assert not changed, "people have databases that these made: write another migration that follows"


def test_every_migration_is_on_the_list() -> None:
    new = [f"{digest}  {name}" for name, digest in sums().items() if name not in landed()]
    assert not new, f"add to {SUMS.name} when it lands"


def test_every_release_has_left_a_database() -> None:
    """0.1.0, 0.2.0 and 0.3.0, and the state before and after each change of all tables."""
    releases = {"0.1.0", "0.2.0", "0.3.0", "three-games", "every-cell", "four-games"}
    assert releases <= {path.stem for path in RELICS.glob("*.sqlite3")}
