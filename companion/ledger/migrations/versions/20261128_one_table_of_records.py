"""one table of records

What was written in cells of all kinds stands in one table, as JSON, and a line of a dealt round names its match and round
itself. Nothing here knows a game: cards are numbers. It stops, and leaves everything as it was, unless every row arrives.

Revision: c27d94e1b05a
Follows: 81c6e0b27d3f
"""

from collections.abc import Callable, Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "c27d94e1b05a"
down_revision = "81c6e0b27d3f"
branch_labels = None
depends_on = None

BATCH = 5000
LONGEST = 60
"""Signs of cards that the old table takes."""

VALUE = sa.JSON(none_as_null=True)
rounds = sa.table("rounds", *map(sa.column, ("id", "match_id", "number")))
moves = sa.table("move_records", *map(sa.column, ("id", "write_id", "match_id", "round_id", "round", "number")))
entries = sa.table(
    "entry_records", *map(sa.column, ("id", "write_id", "round_id", "seat", "number", "cards", "points", "bonus"))
)
closers = sa.table("closer_records", *map(sa.column, ("id", "write_id", "round_id", "number", "seat")))
NAMES = ("id", "write_id", "match_id", "cell", "number")
facts = sa.table("fact_records", *map(sa.column, NAMES), sa.column("value", VALUE))
records = sa.table("records", *map(sa.column, NAMES), sa.column("value", VALUE))
ENTRY, CLOSER = records.c.cell.like("entry/%"), records.c.cell.like("closer/%")
Stored = dict[str, Any]


def upgrade() -> None:
    create_facts("records")
    copy(entries, with_round(entries), records, from_entry)
    copy(closers, with_round(closers), records, from_closer)
    copy(facts, sa.select(facts), records, lambda row: row)
    as_many([entries, closers, facts], [records])
    with op.batch_alter_table("move_records") as batch_op:
        batch_op.add_column(sa.Column("match_id", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("round", sa.Integer(), nullable=True))
    here = rounds.c.id == moves.c.round_id
    as_many([moves], [moves.join(rounds, here)])
    for name, value in (("match_id", rounds.c.match_id), ("round", rounds.c.number)):
        op.execute(moves.update().values({name: sa.select(value).where(here).scalar_subquery()}))
    with op.batch_alter_table("move_records") as batch_op:
        batch_op.alter_column("match_id", existing_type=sa.Integer(), nullable=False)
        batch_op.alter_column("round", existing_type=sa.Integer(), nullable=False)
        batch_op.drop_constraint("uq_move_records_round_id_number", type_="unique")
        batch_op.drop_constraint("fk_move_records_round_id_rounds", type_="foreignkey")
        batch_op.drop_column("round_id")
        batch_op.create_foreign_key("fk_move_records_match_id_matches", "matches", ["match_id"], ["id"])
        batch_op.create_unique_constraint("uq_move_records_match_id_round_number", ["match_id", "round", "number"])
    for table in ("fact_records", "closer_records", "entry_records", "rounds"):
        op.drop_table(table)


def downgrade() -> None:
    create_old_tables()
    ids = fill_rounds()

    def old(row: Stored) -> Stored:
        _, round_, *seat = row["cell"].split("/")
        here = {**row, "round_id": ids[row["match_id"], int(round_)]}
        return {**here, "seat": int(seat[0]), **to_entry(row["value"])} if seat else {**here, "seat": row["value"]}

    copy(records, sa.select(records).where(ENTRY), entries, old)
    copy(records, sa.select(records).where(CLOSER), closers, old)
    copy(records, sa.select(records).where(~ENTRY, ~CLOSER), facts, lambda row: row)
    as_many([records], [entries, closers, facts])
    with op.batch_alter_table("move_records") as batch_op:
        batch_op.add_column(sa.Column("round_id", sa.Integer(), nullable=True))
    here = (rounds.c.match_id == moves.c.match_id) & (rounds.c.number == moves.c.round)
    as_many([moves], [moves.join(rounds, here)])
    op.execute(moves.update().values(round_id=sa.select(rounds.c.id).where(here).scalar_subquery()))
    with op.batch_alter_table("move_records") as batch_op:
        batch_op.alter_column("round_id", existing_type=sa.Integer(), nullable=False)
        batch_op.drop_constraint("uq_move_records_match_id_round_number", type_="unique")
        batch_op.drop_constraint("fk_move_records_match_id_matches", type_="foreignkey")
        batch_op.drop_column("match_id")
        batch_op.drop_column("round")
        batch_op.create_foreign_key("fk_move_records_round_id_rounds", "rounds", ["round_id"], ["id"])
        batch_op.create_unique_constraint("uq_move_records_round_id_number", ["round_id", "number"])
    op.drop_table("records")


def create_facts(name: str) -> None:
    """The table of records, and of facts before it."""
    op.create_table(
        name,
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("write_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("cell", sa.String(length=20), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("value", VALUE, nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=f"fk_{name}_match_id_matches"),
        sa.ForeignKeyConstraint(["write_id"], ["writes.id"], name=f"fk_{name}_write_id_writes"),
        sa.PrimaryKeyConstraint("id", name=f"pk_{name}"),
        sa.UniqueConstraint("match_id", "cell", "number", name=f"uq_{name}_match_id_cell_number"),
    )


def create_old_tables() -> None:
    """What there was before: rounds, and a table each for entries, closers and facts."""
    op.create_table(
        "rounds",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_rounds_match_id_matches"),
        sa.PrimaryKeyConstraint("id", name="pk_rounds"),
        sa.UniqueConstraint("match_id", "number", name="uq_rounds_match_id_number"),
    )
    seat = sa.Column("seat", sa.Integer(), nullable=False)
    cards = sa.Column("cards", sa.String(length=LONGEST), nullable=True)
    points = sa.Column("points", sa.Integer(), nullable=True)
    bonus = sa.Column("bonus", sa.Integer(), nullable=False)
    create_of_round("entry_records", ["round_id", "seat", "number"], seat, cards, points, bonus)
    create_of_round("closer_records", ["round_id", "number"], sa.Column("seat", sa.Integer(), nullable=True))
    create_facts("fact_records")


def create_of_round(name: str, once: list[str], *columns: sa.Column[Any]) -> None:
    """A table of records that belong to a round."""
    op.create_table(
        name,
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("write_id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        *columns,
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=f"fk_{name}_round_id_rounds"),
        sa.ForeignKeyConstraint(["write_id"], ["writes.id"], name=f"fk_{name}_write_id_writes"),
        sa.PrimaryKeyConstraint("id", name=f"pk_{name}"),
        sa.UniqueConstraint(*once, name=f"uq_{name}_{'_'.join(once)}"),
    )


def from_entry(row: Stored) -> Stored:
    """An entry's cards as a list, or its points; null where it was withdrawn."""
    value: Stored | None = None
    if row["cards"] is not None:
        value = {"cards": [int(card) for card in row["cards"].split()]}
    elif row["points"] is not None:
        value = {"points": row["points"]}
    if value is not None and row["bonus"]:
        value["bonus"] = row["bonus"]
    return {**row, "cell": f"entry/{row['round']}/{row['seat']}", "value": value}


def to_entry(value: Stored | None) -> Stored:
    """The twin of `from_entry`. Raises RuntimeError for what the old table has no column for."""
    value = dict(value or {})
    cards, points, bonus = value.pop("cards", None), value.pop("points", None), value.pop("bonus", 0)
    spelled = None if cards is None else " ".join(map(str, cards))
    if value or len(spelled or "") > LONGEST:
        raise RuntimeError(f"an entry does not fit into the old tables, so nothing was changed: {cards or value}")
    return {"cards": spelled, "points": points, "bonus": bonus}


def from_closer(row: Stored) -> Stored:
    """Who ended the round."""
    return {**row, "cell": f"closer/{row['round']}", "value": row["seat"]}


def with_round(table: sa.TableClause) -> sa.Select[Any]:
    """The rows of a table with the match and the number of their round."""
    found = sa.select(*(column for column in table.c if column.name != "round_id"), rounds.c.match_id)
    return found.add_columns(rounds.c.number.label("round")).join(rounds, rounds.c.id == table.c.round_id)


def copy(
    source: sa.TableClause, chosen: sa.Select[Any], target: sa.TableClause, turned: Callable[[Stored], Stored]
) -> None:
    """Copy rows into another table in the order of their ids, some thousands at a time."""
    names = [column.name for column in target.c if column.name != "id"]
    for rows in pages(source, chosen):
        new = [turned(row) for row in rows]
        op.get_bind().execute(target.insert(), [{name: row[name] for name in names} for row in new])


def pages(source: sa.TableClause, chosen: sa.Select[Any]) -> Iterator[list[Stored]]:
    """The chosen rows by id, never all of them at once."""
    last = 0
    while True:
        page = chosen.where(source.c.id > last).order_by(source.c.id).limit(BATCH)
        rows = [dict(row) for row in op.get_bind().execute(page).mappings()]
        if not rows:
            return
        yield rows
        last = rows[-1]["id"]


def as_many(before: list[sa.FromClause], after: list[sa.FromClause]) -> None:
    """Raise RuntimeError unless as many rows have arrived as there were."""
    old, new = (sum(map(count, tables)) for tables in (before, after))
    if old != new:
        raise RuntimeError(
            f"{old} records became {new}, so nothing was changed: some point to a round that is not there"
        )


def count(table: sa.FromClause) -> int:
    """How many rows a table has."""
    return op.get_bind().scalar(sa.select(sa.func.count()).select_from(table)) or 0


def fill_rounds() -> dict[tuple[int, int], int]:
    """Make a row for each round in which something was written, and return their ids by match and number."""
    bind = op.get_bind()
    there = {(row.match_id, row.round) for row in bind.execute(sa.select(moves.c.match_id, moves.c.round).distinct())}
    for rows in pages(records, sa.select(records).where(ENTRY | CLOSER)):
        there |= {(row["match_id"], int(row["cell"].split("/")[1])) for row in rows}
    if there:
        bind.execute(rounds.insert(), [{"match_id": match, "number": number} for match, number in sorted(there)])
    return {(row.match_id, row.number): row.id for row in bind.execute(sa.select(rounds))}
