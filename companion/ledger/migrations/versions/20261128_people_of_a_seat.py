"""several people on one seat

Revision: 81c6e0b27d3f
Follows: 8b1d5e20c9f3
"""

import sqlalchemy as sa
from alembic import op

revision = "81c6e0b27d3f"
down_revision = "8b1d5e20c9f3"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("seats") as batch_op:
        batch_op.add_column(sa.Column("part", sa.Integer(), nullable=False, server_default="0"))
        batch_op.drop_constraint("pk_seats", type_="primary")
        batch_op.create_primary_key("pk_seats", ["match_id", "number", "part"])
    with op.batch_alter_table("seats") as batch_op:
        batch_op.alter_column("part", existing_type=sa.Integer(), server_default=None)
    with op.batch_alter_table("seat_results") as batch_op:
        batch_op.drop_constraint("pk_seat_results", type_="primary")
        batch_op.create_primary_key("pk_seat_results", ["match_id", "seat", "player_id"])


def downgrade() -> None:
    together = op.get_bind().scalar(sa.text("SELECT count(*) FROM seats WHERE part > 0"))
    if together:
        raise RuntimeError("there are seats with several people, which the tables before this could not hold")
    with op.batch_alter_table("seat_results") as batch_op:
        batch_op.drop_constraint("pk_seat_results", type_="primary")
        batch_op.create_primary_key("pk_seat_results", ["match_id", "seat"])
    with op.batch_alter_table("seats") as batch_op:
        batch_op.drop_constraint("pk_seats", type_="primary")
        batch_op.create_primary_key("pk_seats", ["match_id", "number"])
        batch_op.drop_column("part")
