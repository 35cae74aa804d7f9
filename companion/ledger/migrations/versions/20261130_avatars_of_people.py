"""the colour and shape of a person, and the emoji

Revision: 5b7e0c92f4a1
Follows: e4a90c7b35d2
"""

from collections import Counter

import sqlalchemy as sa
from alembic import op

revision = "5b7e0c92f4a1"
down_revision = "e4a90c7b35d2"
branch_labels = None
depends_on = None

PAIRS = 8


def upgrade() -> None:
    with op.batch_alter_table("players") as batch_op:
        batch_op.add_column(sa.Column("pair", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("emoji", sa.String(length=48), nullable=False, server_default=""))
    _pairs()
    with op.batch_alter_table("players") as batch_op:
        batch_op.alter_column("pair", existing_type=sa.Integer(), nullable=False)
        batch_op.alter_column("emoji", existing_type=sa.String(length=48), server_default=None)


def _pairs() -> None:
    """Each pair in its turn, to the people of a group as they came; bots begin with the last one."""
    columns = [sa.column(name) for name in ("id", "group_id", "bot", "pair")]
    players, seen, told = sa.table("players", *columns), Counter[tuple[int, bool]](), []
    for player, group, bot, _ in op.get_bind().execute(sa.select(players).order_by(players.c.id)).all():
        turn = seen[group, bool(bot)] % PAIRS
        told.append({"player": player, "its": PAIRS - 1 - turn if bot else turn})
        seen[group, bool(bot)] += 1
    if told:
        its = players.update().where(players.c.id == sa.bindparam("player")).values(pair=sa.bindparam("its"))
        op.get_bind().execute(its, told)


def downgrade() -> None:
    with op.batch_alter_table("players") as batch_op:
        batch_op.drop_column("emoji")
        batch_op.drop_column("pair")
