"""what a group remembers: people, evenings, figures, deeds, files

Revision: a41d7e3b8c05
Follows: 7c1e5a90d2b8

Derived rows get their new columns with what is known here; all else in them is derived when Companion starts.
"""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "a41d7e3b8c05"
down_revision = "7c1e5a90d2b8"
branch_labels = None
depends_on = None

COUNTS = ("ranked", "winners", "rounds", "points", "starts", "paid", "cost")
"""Sums of a seat's results that are not known here."""
KNOWN_LATER = ("lowest", "lowest_round", "highest", "highest_round", "comeback")


def upgrade() -> None:
    _of_groups()
    _of_many_matches()
    _matches()
    _players()
    _seat_results()


def _id(name: str, to: str, **more: bool) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), sa.ForeignKey(f"{to}.id"), **{"nullable": False, **more})


def _number(name: str, **more: bool) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), **{"nullable": False, **more})


def _of_groups() -> None:
    op.create_table(
        "house_facts",
        sa.Column("name", sa.String(length=40), primary_key=True),
        sa.Column("value", sa.String(length=200), nullable=False),
    )
    op.create_table(
        "deeds",
        sa.Column("id", sa.Integer(), primary_key=True),
        _id("group_id", "groups", index=True),
        _id("phone_id", "phones"),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        _number("subject"),
        sa.Column("what", sa.JSON(), nullable=False),
    )
    op.create_table(
        "erased",
        _id("group_id", "groups", primary_key=True),
        sa.Column("name", sa.String(length=80), primary_key=True),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
    op.create_table(
        "imports",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("public_id", sa.String(length=16), nullable=False, unique=True),
        _id("group_id", "groups", index=True),
        _id("phone_id", "phones"),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("form", sa.String(length=10), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=True),
        sa.Column("choices", sa.JSON(), nullable=False),
        sa.Column("report", sa.JSON(), nullable=False),
        _number("done"),
        _number("total"),
    )


def _of_many_matches() -> None:
    op.create_table(
        "evenings",
        _id("group_id", "groups", primary_key=True),
        sa.Column("began_at", sa.DateTime(), primary_key=True),
        sa.Column("ended_at", sa.DateTime(), nullable=False),
        _number("matches"),
    )
    op.create_table(
        "stale",
        sa.Column("id", sa.Integer(), primary_key=True),
        _id("group_id", "groups", index=True),
        _number("person_id"),
        sa.Column("called", sa.String(length=40), nullable=False),
        sa.Column("played_at", sa.DateTime(), nullable=False),
    )
    _careers()
    op.create_table(
        "rivalries",
        _id("person_id", "players", primary_key=True),
        sa.Column("called", sa.String(length=40), primary_key=True),
        _number("year", primary_key=True),
        _id("other_id", "players", primary_key=True, index=True),
        _id("group_id", "groups"),
        *(_number(name) for name in ("ahead", "behind", "level")),
    )
    op.create_index("ix_rivalries_table", "rivalries", ["group_id", "called", "year"])
    op.create_table(
        "seasons",
        _id("group_id", "groups", primary_key=True),
        sa.Column("called", sa.String(length=40), primary_key=True),
        _number("year", primary_key=True),
        sa.Column("game", sa.String(length=20), nullable=False),
        *(_number(name) for name in ("matches", "rounds")),
        sa.Column("last_at", sa.DateTime(), nullable=False),
        _number("last_match"),
    )
    op.create_table(
        "match_words",
        _id("match_id", "matches", primary_key=True),
        sa.Column("word", sa.String(length=40), primary_key=True),
        _id("group_id", "groups"),
        sa.Column("played_at", sa.DateTime(), nullable=False),
    )
    op.create_index("ix_match_words_found", "match_words", ["group_id", "word", "played_at", "match_id"])


def _careers() -> None:
    peaks = ("lowest", "lowest_match", "lowest_round", "highest", "highest_match", "highest_round")
    peaks += ("longest", "longest_match", "comeback", "comeback_match")
    op.create_table(
        "careers",
        _id("person_id", "players", primary_key=True),
        sa.Column("called", sa.String(length=40), primary_key=True),
        _number("year", primary_key=True),
        _id("group_id", "groups"),
        sa.Column("game", sa.String(length=20), nullable=False),
        *(_number(name) for name in ("matches", "won")),
        sa.Column("months", sa.JSON(), nullable=False),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in ("shares", "expected")),
        sa.Column("fair", sa.Double(), nullable=False),
        *(_number(name) for name in ("places", "players", "rounds", "points")),
        *(_number(name, nullable=True) for name in peaks),
        *(_number(name) for name in ("starts", "closings", "paid", "cost", "first_streak", "streak", "best_streak")),
        *(_number(name, nullable=True) for name in ("first_streak_match", "best_streak_match")),
        sa.Column("last_at", sa.DateTime(), nullable=False),
        sa.Column("last_won_at", sa.DateTime(), nullable=True),
    )
    op.create_index("ix_careers_ranking", "careers", ["group_id", "called", "year", "fair", "person_id"])


def _matches() -> None:
    filled = {"rounds": sa.Integer(), "note": sa.String(length=500), "place": sa.String(length=40)}
    with op.batch_alter_table("matches") as batch_op:
        for name, kind in filled.items():
            blank = "0" if name == "rounds" else ""
            batch_op.add_column(sa.Column(name, kind, nullable=False, server_default=blank))
        batch_op.add_column(sa.Column("source", sa.String(length=80), nullable=True))
        batch_op.add_column(sa.Column("import_id", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("deleted_at", sa.DateTime(), nullable=True))
        batch_op.drop_index("ix_matches_group_id")
    with op.batch_alter_table("matches") as batch_op:
        for name, kind in filled.items():
            batch_op.alter_column(name, existing_type=kind, server_default=None)
        batch_op.create_index("ix_matches_import_id", ["import_id"])
        batch_op.create_index("ix_matches_listed", ["group_id", "archived", "played_at", "id"])
        batch_op.create_index("ix_matches_listed_by_game", ["group_id", "archived", "called", "played_at", "id"])
        batch_op.create_index("ix_matches_begun", ["group_id", "game", "created_at", "id"])
        batch_op.create_index("ix_matches_listed_by_state", ["group_id", "archived", "state", "played_at", "id"])
        batch_op.create_foreign_key("fk_matches_import_id_imports", "imports", ["import_id"], ["id"])
    op.create_index("ix_grants_phone", "grants", ["phone_id", "role", "at"])


def _players() -> None:
    with op.batch_alter_table("players") as batch_op:
        batch_op.add_column(sa.Column("public_id", sa.String(length=16), nullable=True))
        batch_op.add_column(sa.Column("nickname", sa.String(length=40), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("stands_for", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.true()))
        batch_op.add_column(sa.Column("deleted_at", sa.DateTime(), nullable=True))
    players = sa.table("players", sa.column("id"), sa.column("public_id"))
    ids = op.get_bind().execute(sa.select(players.c.id)).scalars().all()
    if ids:
        named = players.update().where(players.c.id == sa.bindparam("player")).values(public_id=sa.bindparam("name"))
        op.get_bind().execute(named, [{"player": player, "name": secrets.token_urlsafe(9)} for player in ids])
    with op.batch_alter_table("players") as batch_op:
        batch_op.alter_column("public_id", existing_type=sa.String(length=16), nullable=False)
        batch_op.alter_column("nickname", existing_type=sa.String(length=40), server_default=None)
        batch_op.alter_column("listed", existing_type=sa.Boolean(), server_default=None)
        batch_op.create_unique_constraint("uq_players_public_id", ["public_id"])
        batch_op.create_index("ix_players_stands_for", ["stands_for"])
        batch_op.create_foreign_key("fk_players_stands_for_players", "players", ["stands_for"], ["id"])


def _seat_results() -> None:
    with op.batch_alter_table("seat_results") as batch_op:
        batch_op.add_column(sa.Column("person_id", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("called", sa.String(length=40), nullable=True))
        batch_op.add_column(sa.Column("played_at", sa.DateTime(), nullable=True))
        batch_op.add_column(sa.Column("counts", sa.Boolean(), nullable=False, server_default=sa.false()))
        for name in COUNTS:
            batch_op.add_column(sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
        for name in KNOWN_LATER:
            batch_op.add_column(sa.Column(name, sa.Integer(), nullable=True))
        batch_op.alter_column("total", existing_type=sa.Integer(), nullable=True)
    matches = sa.table("matches", *(sa.column(name) for name in ("id", "called", "played_at")))
    results = sa.table(
        "seat_results", *(sa.column(name) for name in ("match_id", "player_id", "person_id", "called", "played_at"))
    )
    its = {
        name: sa.select(matches.c[name]).where(matches.c.id == results.c.match_id).scalar_subquery()
        for name in ("called", "played_at")
    }
    op.execute(results.update().values(person_id=results.c.player_id, **its))
    with op.batch_alter_table("seat_results") as batch_op:
        batch_op.alter_column("person_id", existing_type=sa.Integer(), nullable=False)
        batch_op.alter_column("called", existing_type=sa.String(length=40), nullable=False)
        batch_op.alter_column("played_at", existing_type=sa.DateTime(), nullable=False)
        batch_op.alter_column("counts", existing_type=sa.Boolean(), server_default=None)
        for name in COUNTS:
            batch_op.alter_column(name, existing_type=sa.Integer(), server_default=None)
        batch_op.create_index("ix_seat_results_person", ["person_id", "played_at", "match_id"])
        batch_op.create_index("ix_seat_results_person_game", ["person_id", "called", "played_at", "match_id"])
        batch_op.create_foreign_key("fk_seat_results_person_id_players", "players", ["person_id"], ["id"])


def downgrade() -> None:
    with op.batch_alter_table("seat_results") as batch_op:
        batch_op.drop_constraint("fk_seat_results_person_id_players", type_="foreignkey")
        batch_op.drop_index("ix_seat_results_person_game")
        batch_op.drop_index("ix_seat_results_person")
    op.execute("UPDATE seat_results SET total = 0 WHERE total IS NULL")
    with op.batch_alter_table("seat_results") as batch_op:
        batch_op.alter_column("total", existing_type=sa.Integer(), nullable=False)
        for name in ("person_id", "called", "played_at", "counts", *COUNTS, *KNOWN_LATER):
            batch_op.drop_column(name)
    with op.batch_alter_table("players") as batch_op:
        batch_op.drop_constraint("fk_players_stands_for_players", type_="foreignkey")
        batch_op.drop_constraint("uq_players_public_id", type_="unique")
        batch_op.drop_index("ix_players_stands_for")
        for name in ("deleted_at", "listed", "stands_for", "nickname", "public_id"):
            batch_op.drop_column(name)
    with op.batch_alter_table("matches") as batch_op:
        batch_op.drop_constraint("fk_matches_import_id_imports", type_="foreignkey")
        for name in ("by_state", "by_game"):
            batch_op.drop_index(f"ix_matches_listed_{name}")
        for name in ("ix_matches_begun", "ix_matches_listed", "ix_matches_import_id"):
            batch_op.drop_index(name)
        for name in ("deleted_at", "import_id", "source", "place", "note", "rounds"):
            batch_op.drop_column(name)
        batch_op.create_index("ix_matches_group_id", ["group_id"])
    op.drop_index("ix_grants_phone", "grants")
    for name in ("match_words", "seasons", "rivalries", "careers", "stale", "evenings"):
        op.drop_table(name)
    for name in ("imports", "erased", "deeds", "house_facts"):
        op.drop_table(name)
