"""Many matches at once: some that were filled over HTTP are copied, row by row, in the database of a server."""

import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from bench import child

NAMED_ONCE = ("public_id", "client_id", "link", "watch_link", "code")
"""What no two matches share; the copies have their number there."""
MOMENTS = ("created_at", "played_at", "at")


def copies(folder: Path, public_ids: Sequence[str], number: int, hours: int = 0) -> list[str]:
    """Copies matches with all their rows so many times, each so many hours before the last; returns the public ids of
    the copies.
    """
    with sqlite3.connect(folder / "companion.sqlite3", timeout=60) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = {table: [row[1] for row in database.execute(f"PRAGMA table_info({table})")] for table in tables}
        held = [table for table in tables if "match_id" in columns[table]]
        numbered = [table for table in ("matches", *held) if "id" in columns[table]]
        newest = [database.execute(f"SELECT max(id) FROM {table}").fetchone()[0] or 0 for table in numbered]
        before = {row[0] for row in database.execute("SELECT public_id FROM matches")}
        named = {"step": max(newest) + 1, "number": number, "hours": hours}
        for public_id in public_ids:
            (match,) = database.execute("SELECT id FROM matches WHERE public_id = ?", (public_id,)).fetchone()
            for table in ("matches", *held):
                copy_rows(database, table, columns[table], {**named, "match": match})
        found = [row[0] for row in database.execute("SELECT public_id FROM matches ORDER BY id")]
    database.close()
    return [one for one in found if one not in before]


def copy_rows(database: sqlite3.Connection, table: str, columns: Sequence[str], named: dict[str, int]) -> None:
    """Adds a match's rows of one table again and again: every copy's ids are `step` higher than those of the last."""
    picked = {column: copied(table, column, named["hours"]) for column in columns}
    database.execute(
        f"WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < :number)"
        f" INSERT INTO {table} ({', '.join(picked)}) SELECT {', '.join(picked.values())} FROM copy, {table} AS t"
        f" WHERE t.{'id' if table == 'matches' else 'match_id'} = :match",
        named,
    )


def copied(table: str, column: str, hours: int) -> str:
    """What stands in a column of a copy."""
    if column in ("id", "match_id", "write_id"):
        return f"t.{column} + n * :step"
    if column in MOMENTS and hours:
        return f"strftime('%Y-%m-%d %H:%M:%f000', t.{column}, (-n * :hours) || ' hours')"
    return f"t.{column} || '-' || n" if table == "matches" and column in NAMED_ONCE else f"t.{column}"


REMEMBER = """
from companion import create_app
from companion.ledger import rebuilding
from companion.ledger.models import Group
app = create_app({"BOTS": False})
with app.app_context():
    for group in [group.id for group in rebuilding.db.session.query(Group)]:
        rebuilding.remember(group)
"""


def remember(folder: Path) -> None:
    """Computes what the groups of a database remember over all their matches, while no server has it."""
    subprocess.run([sys.executable, "-c", REMEMBER], env=child.on(folder), cwd=child.ROOT, check=True)
