"""Tables of four phones each, written straight into a database: `python -m bench.load.prepare NUMBER` on its settings.

Prints a line of JSON for each table: its pad, whether it is played on screens, and the cookie and the CSRF token of
each phone.
"""

from __future__ import annotations

import json
import secrets
import sys

from flask import Flask, session
from flask_wtf.csrf import generate_csrf

from companion import create_app
from companion.games import by_key
from companion.ledger import deals, links, opening
from companion.ledger.access import find
from companion.ledger.groups import new_token
from companion.ledger.models import today
from companion.ledger.opening import Opening
from companion.ledger.pen import Pen
from companion.ledger.phones import hold

NAMES = ("Ana", "Pau", "Zoé", "Teo")
ON_SCREENS = 10
"""Every so many tables is one on which the cards are dealt on screens."""
LIMIT = "9000"
"""Points that nobody reaches while it is measured."""


def signed(app: Flask, token: str) -> tuple[str, str]:
    """The cookie of a phone that was here today, and the token of its forms."""
    with app.test_request_context():
        session.permanent = True
        session["phone"], session["day"] = token, today().isoformat()
        form = generate_csrf()
        serializer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
        return f"{app.session_interface.get_cookie_name(app)}={serializer.dumps(dict(session))}", form


def sat_down(phones: list[str], on_screens: bool) -> str:
    """A match of four, each of whom enters by a phone of their own; returns its public id."""
    game = by_key("mojo")
    options = {"limit": LIMIT}
    public_id = opening.create(phones[0], secrets.token_hex(8), Opening(game, NAMES, options, 0))
    found = find(public_id, phones[0])
    assert found is not None
    pen = Pen(found.id, found.phone, "first")
    hold(pen, [0])
    link = links.follow(links.links_of(found.id).match)
    assert link is not None
    for seat, phone in enumerate(phones[1:], start=1):
        links.enter_by(link, phone, [seat], "in")
    if on_screens:
        deals.begin(Pen(found.id, found.phone, "deal"), 1)
    return public_id


def main(number: int) -> None:
    """Make so many tables and print them."""
    app = create_app({"BOTS": False})
    for at in range(number):
        phones = [new_token() for _ in NAMES]
        on_screens = at % ON_SCREENS == 0
        with app.app_context():
            public_id = sat_down(phones, on_screens)
        told = {"page": f"/m/{public_id}", "screens": on_screens, "phones": [signed(app, one) for one in phones]}
        print(json.dumps(told))


if __name__ == "__main__":
    main(int(sys.argv[1]))
