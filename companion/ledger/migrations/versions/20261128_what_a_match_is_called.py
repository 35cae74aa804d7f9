"""what a match is called

Revision: 5d2b8c41f9e7
Follows: 3c1f0a7de6b4
"""

import sqlalchemy as sa
from alembic import op

revision = "5d2b8c41f9e7"
down_revision = "3c1f0a7de6b4"
branch_labels = None
depends_on = None

NAMES = {"mojo": "Mojo", "skyjo": "Skyjo", "jokrummy": "Jok-R-ummy jr"}
"""What the games were called when this was written; a match of any other is called by its key."""


def upgrade() -> None:
    with op.batch_alter_table("matches") as batch_op:
        batch_op.add_column(sa.Column("called", sa.String(length=40), nullable=True))
    matches = sa.table("matches", sa.column("game", sa.String()), sa.column("called", sa.String()))
    op.execute(matches.update().values(called=sa.case(NAMES, value=matches.c.game, else_=matches.c.game)))
    with op.batch_alter_table("matches") as batch_op:
        batch_op.alter_column("called", existing_type=sa.String(length=40), nullable=False)


def downgrade() -> None:
    with op.batch_alter_table("matches") as batch_op:
        batch_op.drop_column("called")
