"""Long work lets all others have their turn: who has just come, too, as a server under gevent sees it."""

from __future__ import annotations

import subprocess
import sys

from companion import settings

AT_WORK = """
from gevent import monkey

monkey.patch_all()
import socket, threading
from companion.ledger.busy import give_way

ours, theirs = socket.socketpair()
heard = threading.Event()
listening = threading.Thread(target=lambda: (theirs.recv(1), heard.set()))
listening.start()
give_way()
ours.send(b"x")
steps = 0
while not heard.is_set() and steps < 1000:
    steps += 1
    give_way()
print(steps)
"""


def test_who_has_just_come_has_a_turn_between_two_steps() -> None:
    command = [sys.executable, "-c", AT_WORK]
    said = subprocess.run(command, cwd=settings.CHECKOUT, stdout=subprocess.PIPE, text=True, timeout=60, check=True)
    assert int(said.stdout) < 10
