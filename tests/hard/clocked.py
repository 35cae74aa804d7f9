"""Companion on a clock that somebody sets: `python clocked.py FILE COMMAND …`. The file says how many days it is off.

Only what tells the time of day is set, as on a real machine; what measures goes on.
"""

from __future__ import annotations

import sys

from gevent import monkey

monkey.patch_all()

import datetime as dt
from pathlib import Path

import gevent
import time_machine

from companion.cli import main

OFTEN = 0.1
"""Seconds between two looks at the file."""


def follow(file: Path) -> None:
    """Set the clock whenever the file says something else."""
    said, travel = "0", None
    while True:
        gevent.sleep(OFTEN)
        if (now := file.read_text()) != said:
            said = now
            if travel:
                travel.stop()
            travel = time_machine.travel(dt.datetime.now(dt.UTC) + dt.timedelta(days=float(said)), tick=True)
            travel.start()


gevent.spawn(follow, Path(sys.argv[1]))
raise SystemExit(main(sys.argv[2:]))
