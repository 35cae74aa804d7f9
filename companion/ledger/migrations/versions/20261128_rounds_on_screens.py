"""rounds on screens

Revision: 3c1f0a7de6b4
Follows: f608d4ab0d62
"""

import sqlalchemy as sa
from alembic import op

revision = "3c1f0a7de6b4"
down_revision = "f608d4ab0d62"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "move_records",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("write_id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("nonces", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=op.f("fk_move_records_round_id_rounds")),
        sa.ForeignKeyConstraint(["write_id"], ["writes.id"], name=op.f("fk_move_records_write_id_writes")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_move_records")),
        sa.UniqueConstraint("round_id", "number", name=op.f("uq_move_records_round_id_number")),
    )
    with op.batch_alter_table("move_records") as batch_op:
        batch_op.create_index(batch_op.f("ix_move_records_write_id"), ["write_id"], unique=False)


def downgrade() -> None:
    op.drop_table("move_records")
