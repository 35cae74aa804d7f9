"""blanks in databases of 0.1.0

The first release made two columns NOT NULL that have held blanks ever since its first migration was mended in place:
there, a fact could not be taken back, and a form that found its value written could not be remembered.

Revision: 8b1d5e20c9f3
Follows: 5d2b8c41f9e7
"""

import sqlalchemy as sa
from alembic import op

revision = "8b1d5e20c9f3"
down_revision = "5d2b8c41f9e7"
branch_labels = None
depends_on = None

BLANKS = (("fact_records", "value", sa.JSON()), ("writes", "version", sa.Integer()))


def upgrade() -> None:
    inspector = sa.inspect(op.get_bind())
    for table, column, kind in BLANKS:
        found = next(each for each in inspector.get_columns(table) if each["name"] == column)
        if not found["nullable"]:
            with op.batch_alter_table(table) as batch_op:
                batch_op.alter_column(column, existing_type=kind, nullable=True)


def downgrade() -> None:
    """The migrations below this one allow blanks, too."""
