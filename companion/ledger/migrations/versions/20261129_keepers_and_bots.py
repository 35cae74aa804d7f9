"""who keeps a group, when a phone was last seen, and who is a bot

Revision: e4a90c7b35d2
Follows: c27d94e1b05a
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "e4a90c7b35d2"
down_revision = "c27d94e1b05a"
branch_labels = None
depends_on = None

FIRST = """
UPDATE groups SET keeper_id = coalesce(
  (SELECT matches.phone_id FROM matches JOIN memberships
     ON memberships.group_id = matches.group_id AND memberships.phone_id = matches.phone_id
   WHERE matches.group_id = groups.id ORDER BY matches.id LIMIT 1),
  (SELECT min(memberships.phone_id) FROM memberships WHERE memberships.group_id = groups.id))
"""
"""The phone that began the group, by its first match; where that is not in the group, whoever came in first."""
BEGAN_AS_BOTS = """
SELECT records.match_id, records.cell FROM records JOIN writes ON writes.id = records.write_id
WHERE records.cell LIKE 'bot/%' AND records.number = 1 AND writes.client_id = 'from the beginning'
"""
"""Seats at which a bot sat from the beginning; a bot that plays on for a person is written later."""


def upgrade() -> None:
    with op.batch_alter_table("groups") as batch_op:
        batch_op.add_column(sa.Column("keeper_id", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("keeper_link", sa.String(length=32), nullable=True))
        batch_op.create_foreign_key("fk_groups_keeper_id_phones", "phones", ["keeper_id"], ["id"])
        batch_op.create_unique_constraint("uq_groups_keeper_link", ["keeper_link"])
    with op.batch_alter_table("phones") as batch_op:
        batch_op.add_column(sa.Column("seen", sa.Date(), nullable=True))
    with op.batch_alter_table("players") as batch_op:
        batch_op.add_column(sa.Column("bot", sa.Boolean(), nullable=True))
    op.execute(FIRST)
    _last_seen()
    _bots()
    with op.batch_alter_table("phones") as batch_op:
        batch_op.alter_column("seen", existing_type=sa.Date(), nullable=False)
    with op.batch_alter_table("players") as batch_op:
        batch_op.alter_column("bot", existing_type=sa.Boolean(), nullable=False)
        batch_op.drop_constraint("uq_players_group_id_key", type_="unique")
        batch_op.create_unique_constraint("uq_players_group_id_key_bot", ["group_id", "key", "bot"])


def _last_seen() -> None:
    """A phone was seen on the day of its last write, else on the one it came."""
    phones = sa.table("phones", sa.column("id"), sa.column("seen", sa.Date()), sa.column("created_at", sa.DateTime()))
    writes = sa.table("writes", sa.column("phone_id"), sa.column("at", sa.DateTime()))
    last = sa.select(writes.c.phone_id, sa.func.max(writes.c.at).label("at")).group_by(writes.c.phone_id).subquery()
    rows = sa.select(phones.c.id, phones.c.created_at, last.c.at).outerjoin(last, last.c.phone_id == phones.c.id)
    told = [{"phone": phone, "day": (at or came).date()} for phone, came, at in op.get_bind().execute(rows)]
    if told:
        seen = phones.update().where(phones.c.id == sa.bindparam("phone")).values(seen=sa.bindparam("day"))
        op.get_bind().execute(seen, told)


def _bots() -> None:
    """A bot is who sat as one from the beginning wherever it sat: a person of the same name has sat by themselves."""
    ask = op.get_bind().execute
    began = {(match, int(cell.partition("/")[2])) for match, cell in ask(sa.text(BEGAN_AS_BOTS))}
    sat: dict[Any, list[bool]] = {}
    for match, number, player in ask(sa.text("SELECT match_id, number, player_id FROM seats")):
        sat.setdefault(player, []).append((match, number) in began)
    players = sa.table("players", sa.column("id"), sa.column("bot", sa.Boolean()))
    ask(players.update().values(bot=False))
    if bots := [{"player": player} for player, as_bot in sat.items() if all(as_bot)]:
        ask(players.update().where(players.c.id == sa.bindparam("player")).values(bot=True), bots)


def downgrade() -> None:
    # A bot and a person may share a name from here on, and not before: the bot is called otherwise then.
    op.execute(
        "UPDATE players SET key = key || ' ' || id, name = substr(name, 1, 30) || ' ' || id WHERE bot AND EXISTS"
        " (SELECT 1 FROM players p WHERE p.group_id = players.group_id AND p.key = players.key AND NOT p.bot)"
    )
    with op.batch_alter_table("players") as batch_op:
        batch_op.drop_constraint("uq_players_group_id_key_bot", type_="unique")
        batch_op.create_unique_constraint("uq_players_group_id_key", ["group_id", "key"])
        batch_op.drop_column("bot")
    with op.batch_alter_table("phones") as batch_op:
        batch_op.drop_column("seen")
    with op.batch_alter_table("groups") as batch_op:
        batch_op.drop_constraint("uq_groups_keeper_link", type_="unique")
        batch_op.drop_constraint("fk_groups_keeper_id_phones", type_="foreignkey")
        batch_op.drop_column("keeper_link")
        batch_op.drop_column("keeper_id")
