"""phones and links

Revision: f608d4ab0d62
Follows: 6d8afc154fa4
"""

import base64
import secrets

import sqlalchemy as sa
from alembic import op

revision = "f608d4ab0d62"
down_revision = "6d8afc154fa4"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "grants",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_grants_match_id_matches")),
        sa.ForeignKeyConstraint(["phone_id"], ["phones.id"], name=op.f("fk_grants_phone_id_phones")),
        sa.PrimaryKeyConstraint("match_id", "phone_id", name=op.f("pk_grants")),
    )
    with op.batch_alter_table("groups") as batch_op:
        batch_op.add_column(sa.Column("link", sa.String(length=32), nullable=True))
    with op.batch_alter_table("matches") as batch_op:
        batch_op.add_column(sa.Column("phone_id", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("link", sa.String(length=32), nullable=True))
        batch_op.add_column(sa.Column("watch_link", sa.String(length=32), nullable=True))
        batch_op.add_column(sa.Column("code", sa.String(length=6), nullable=True))
    fill()
    with op.batch_alter_table("groups") as batch_op:
        batch_op.alter_column("link", existing_type=sa.String(length=32), nullable=False)
        batch_op.create_unique_constraint(batch_op.f("uq_groups_link"), ["link"])
    with op.batch_alter_table("matches") as batch_op:
        for column, length in (("link", 32), ("watch_link", 32), ("code", 6)):
            batch_op.alter_column(column, existing_type=sa.String(length=length), nullable=False)
        batch_op.create_index(batch_op.f("ix_matches_code"), ["code"], unique=False)
        batch_op.create_unique_constraint(batch_op.f("uq_matches_link"), ["link"])
        batch_op.create_unique_constraint(batch_op.f("uq_matches_watch_link"), ["watch_link"])
        batch_op.create_foreign_key(batch_op.f("fk_matches_phone_id_phones"), "phones", ["phone_id"], ["id"])


def fill() -> None:
    """Give what is there already its links; the phone that is longest in a group hosts its matches."""
    bind = op.get_bind()
    groups = sa.table("groups", sa.column("id"), sa.column("link"))
    matches = sa.table(
        "matches",
        *map(sa.column, ("id", "group_id", "phone_id", "link", "watch_link", "code")),
    )
    members = sa.table("memberships", sa.column("phone_id"), sa.column("group_id"))
    for (group_id,) in bind.execute(sa.select(groups.c.id)).all():
        bind.execute(groups.update().where(groups.c.id == group_id).values(link=secret()))
    for match_id, group_id in bind.execute(sa.select(matches.c.id, matches.c.group_id)).all():
        first = sa.select(sa.func.min(members.c.phone_id)).where(members.c.group_id == group_id).scalar_subquery()
        code = "".join(secrets.choice("23456789ABCDEFGHJKMNPQRSTVWXYZ") for _ in range(6))
        values = {"phone_id": first, "link": secret(), "watch_link": secret(), "code": code}
        bind.execute(matches.update().where(matches.c.id == match_id).values(**values))


def secret() -> str:
    return base64.b32encode(secrets.token_bytes(13)).decode()[:20]


def downgrade() -> None:
    with op.batch_alter_table("matches") as batch_op:
        batch_op.drop_constraint(batch_op.f("fk_matches_phone_id_phones"), type_="foreignkey")
        batch_op.drop_constraint(batch_op.f("uq_matches_watch_link"), type_="unique")
        batch_op.drop_constraint(batch_op.f("uq_matches_link"), type_="unique")
        batch_op.drop_index(batch_op.f("ix_matches_code"))
        for column in ("code", "watch_link", "link", "phone_id"):
            batch_op.drop_column(column)
    with op.batch_alter_table("groups") as batch_op:
        batch_op.drop_constraint(batch_op.f("uq_groups_link"), type_="unique")
        batch_op.drop_column("link")
    op.drop_table("grants")
