"""A process of its own that writes one seat's hand again and again, and says when each is acknowledged.

`python writer.py ADDRESS PUBLIC_ID TOKEN SEAT TIMES [green]`; it begins when a line comes in. With `green` it writes
as `companion serve` does, in greenlets.
"""

from __future__ import annotations

import sys

if "green" in sys.argv:
    from gevent import monkey

    monkey.patch_all()

from companion import create_app
from companion.app_state import app_state
from companion.games.cards import Hand
from companion.ledger import access, decisions, hands
from companion.ledger.base import db
from companion.ledger.cells import ENTRY, LIMIT, Cell
from companion.ledger.pen import Pen
from companion.ledger.state import read_state


def nth(number: int) -> Hand:
    """The hand that is written as number 0, 1, 2 …: neighbours differ."""
    return Hand((number % 13, number // 13 % 13))


def say(word: object) -> None:
    """One line to whoever started this."""
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def main(database: str, public_id: str, token: str, seat: int, times: int) -> None:
    """Write `times` hands, and a limit that everybody writes over, each in a context of its own."""
    app = create_app({"SECRET_KEY": "for tests only", "SQLALCHEMY_DATABASE_URI": database})
    say("ready")
    sys.stdin.readline()
    for number in range(times):
        with app.app_context():
            found = access.find(public_id, token)
            assert found is not None
            client, seen = f"seat {seat}, number {number}", read_state(found).trails.numbers(Cell(ENTRY, 1, seat))
            hands.enter(Pen(found.id, found.phone, client, seen), 1, seat, nth(number))
            decisions.decide(Pen(found.id, found.phone, client), LIMIT, 100 + seat * 1000 + number)
        say(number)
    asking = app_state(app).asking
    assert asking is not None
    asking.close()
    with app.app_context():
        db.engine.dispose()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
