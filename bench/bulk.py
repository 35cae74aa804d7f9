"""Many matches at once: one that was filled over HTTP is copied, row by row, in the database of a running server."""

import sqlite3
from pathlib import Path

NAMED_ONCE = ("public_id", "client_id", "link", "watch_link", "code")
"""What no two matches share; the copies have their number there."""


def copies(folder: Path, public_id: str, number: int) -> list[str]:
    """Copies a match with all its rows so many times; returns the public ids of the copies."""
    with sqlite3.connect(folder / "companion.sqlite3", timeout=60) as database:
        (match,) = database.execute("SELECT id FROM matches WHERE public_id = ?", (public_id,)).fetchone()
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = {table: [row[1] for row in database.execute(f"PRAGMA table_info({table})")] for table in tables}
        held = [table for table in tables if "match_id" in columns[table]]
        numbered = [table for table in ("matches", *held) if "id" in columns[table]]
        newest = [database.execute(f"SELECT max(id) FROM {table}").fetchone()[0] or 0 for table in numbered]
        before = {row[0] for row in database.execute("SELECT public_id FROM matches")}
        for table in ("matches", *held):
            copy_rows(database, table, columns[table], match, max(newest) + 1, number)
        found = [row[0] for row in database.execute("SELECT public_id FROM matches ORDER BY id")]
    database.close()
    return [one for one in found if one not in before]


def copy_rows(database: sqlite3.Connection, table: str, columns: list[str], match: int, step: int, number: int) -> None:
    """Adds a match's rows of one table again and again: every copy's ids are `step` higher than those of the last."""
    picked = {
        column: f"t.{column} + n * :step"
        if column in ("id", "match_id", "write_id")
        else f"t.{column} || '-' || n"
        if table == "matches" and column in NAMED_ONCE
        else f"t.{column}"
        for column in columns
    }
    database.execute(
        f"WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < :number)"
        f" INSERT INTO {table} ({', '.join(picked)}) SELECT {', '.join(picked.values())} FROM copy, {table} AS t"
        f" WHERE t.{'id' if table == 'matches' else 'match_id'} = :match",
        {"step": step, "number": number, "match": match},
    )
