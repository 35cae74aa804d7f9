"""A process of its own that writes one seat's hand again and again, and says when each is acknowledged.

`python writer.py DATABASE PUBLIC_ID TOKEN SEAT TIMES`; it begins when a line comes in.
"""

from __future__ import annotations

import sys

from companion import create_app
from companion.games.game import Entry
from companion.ledger import access, decisions, matches
from companion.ledger.records import entry_cell
from companion.ledger.state import read_state


def nth(number: int) -> Entry:
    """The hand that is written as number 0, 1, 2 …: neighbours differ."""
    return Entry(cards=(number % 13, number // 13 % 13))


def say(word: object) -> None:
    """One line to whoever started this."""
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def main(database: str, public_id: str, token: str, seat: int, times: int) -> None:
    """Write `times` hands, and a limit that everybody writes over, each in a context of its own."""
    app = create_app({"SECRET_KEY": "for tests only", "SQLALCHEMY_DATABASE_URI": f"sqlite:///{database}"})
    say("ready")
    sys.stdin.readline()
    for number in range(times):
        with app.app_context():
            found = access.find(public_id, token)
            assert found is not None
            seen = read_state(found).trails.number(entry_cell(1, seat))
            client = f"seat {seat}, number {number}"
            matches.enter(found.id, found.phone, client, 1, seat, nth(number), None, seen, 0)
            decisions.decide(found.id, found.phone, client, "limit", 100 + seat * 1000 + number)
        say(number)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
