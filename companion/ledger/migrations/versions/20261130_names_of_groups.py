"""the name of a group

Revision: 7c1e5a90d2b8
Follows: 5b7e0c92f4a1
"""

import sqlalchemy as sa
from alembic import op

revision = "7c1e5a90d2b8"
down_revision = "5b7e0c92f4a1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("groups") as batch_op:
        batch_op.add_column(sa.Column("name", sa.String(length=40), nullable=False, server_default=""))
    with op.batch_alter_table("groups") as batch_op:
        batch_op.alter_column("name", existing_type=sa.String(length=40), server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("groups") as batch_op:
        batch_op.drop_column("name")
