"""first tables

Revision: 6d8afc154fa4
Follows:
"""

from alembic import op
import sqlalchemy as sa

revision = "6d8afc154fa4"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "groups",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_groups")),
    )
    op.create_table(
        "phones",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_phones")),
        sa.UniqueConstraint("token", name=op.f("uq_phones_token")),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=16), nullable=False),
        sa.Column("group_id", sa.Integer(), nullable=False),
        sa.Column("client_id", sa.String(length=64), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("first_starter", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("played_at", sa.DateTime(), nullable=False),
        sa.Column("archived", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name=op.f("fk_matches_group_id_groups")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sa.UniqueConstraint("client_id", name=op.f("uq_matches_client_id")),
        sa.UniqueConstraint("public_id", name=op.f("uq_matches_public_id")),
    )
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_matches_group_id"), ["group_id"], unique=False)

    op.create_table(
        "memberships",
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.Column("group_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name=op.f("fk_memberships_group_id_groups")),
        sa.ForeignKeyConstraint(["phone_id"], ["phones.id"], name=op.f("fk_memberships_phone_id_phones")),
        sa.PrimaryKeyConstraint("phone_id", "group_id", name=op.f("pk_memberships")),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("group_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("key", sa.String(length=160), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name=op.f("fk_players_group_id_groups")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("group_id", "key", name=op.f("uq_players_group_id_key")),
    )
    op.create_table(
        "round_results",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_round_results_match_id_matches")),
        sa.PrimaryKeyConstraint("match_id", "round", "seat", name=op.f("pk_round_results")),
    )
    op.create_table(
        "rounds",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_rounds_match_id_matches")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rounds")),
        sa.UniqueConstraint("match_id", "number", name=op.f("uq_rounds_match_id_number")),
    )
    op.create_table(
        "seat_results",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("closings", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_seat_results_match_id_matches")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_seat_results_player_id_players")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_seat_results")),
    )
    with op.batch_alter_table("seat_results", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_results_player_id"), ["player_id"], unique=False)

    op.create_table(
        "seats",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("joined", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_seats_match_id_matches")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_seats_player_id_players")),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_seats")),
    )
    op.create_table(
        "writes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=True),
        sa.Column("client_id", sa.String(length=64), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_writes_match_id_matches")),
        sa.ForeignKeyConstraint(["phone_id"], ["phones.id"], name=op.f("fk_writes_phone_id_phones")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_writes")),
        sa.UniqueConstraint("match_id", "client_id", name=op.f("uq_writes_match_id_client_id")),
        sa.UniqueConstraint("match_id", "version", name=op.f("uq_writes_match_id_version")),
    )
    op.create_table(
        "closer_records",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("write_id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=op.f("fk_closer_records_round_id_rounds")),
        sa.ForeignKeyConstraint(["write_id"], ["writes.id"], name=op.f("fk_closer_records_write_id_writes")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_closer_records")),
        sa.UniqueConstraint("round_id", "number", name=op.f("uq_closer_records_round_id_number")),
    )
    op.create_table(
        "entry_records",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("write_id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("cards", sa.String(length=60), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("bonus", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=op.f("fk_entry_records_round_id_rounds")),
        sa.ForeignKeyConstraint(["write_id"], ["writes.id"], name=op.f("fk_entry_records_write_id_writes")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entry_records")),
        sa.UniqueConstraint("round_id", "seat", "number", name=op.f("uq_entry_records_round_id_seat_number")),
    )
    op.create_table(
        "fact_records",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("write_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("cell", sa.String(length=20), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("value", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_fact_records_match_id_matches")),
        sa.ForeignKeyConstraint(["write_id"], ["writes.id"], name=op.f("fk_fact_records_write_id_writes")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fact_records")),
        sa.UniqueConstraint("match_id", "cell", "number", name=op.f("uq_fact_records_match_id_cell_number")),
    )


def downgrade() -> None:
    op.drop_table("fact_records")
    op.drop_table("entry_records")
    op.drop_table("closer_records")
    op.drop_table("writes")
    op.drop_table("seats")
    with op.batch_alter_table("seat_results", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seat_results_player_id"))

    op.drop_table("seat_results")
    op.drop_table("rounds")
    op.drop_table("round_results")
    op.drop_table("players")
    op.drop_table("memberships")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_matches_group_id"))

    op.drop_table("matches")
    op.drop_table("phones")
    op.drop_table("groups")
