"""letters in the order of their numbers, as SQLite has them

Revision: c62f08d1e94b
Follows: a41d7e3b8c05

PostgreSQL compares texts by the language of the database. What is looked up by its first letters, or leapt through by
an index, must not depend on that.
"""

import sqlalchemy as sa
from alembic import op

revision = "c62f08d1e94b"
down_revision = "a41d7e3b8c05"
branch_labels = None
depends_on = None

COLUMNS = (("match_words", "word"), ("matches", "called"))


def upgrade() -> None:
    _compare_by("C")


def downgrade() -> None:
    _compare_by("default")


def _compare_by(collation: str) -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    for table, column in COLUMNS:
        op.execute(sa.text(f'ALTER TABLE {table} ALTER COLUMN {column} TYPE VARCHAR(40) COLLATE "{collation}"'))
