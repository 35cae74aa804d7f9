"""Greenlets, threads and what is let go of, when they end by an error: gevent and Python would print what it says."""

from __future__ import annotations

import logging
import sys
import threading
from typing import Any

from gevent.hub import Hub


def watch() -> None:
    """Let it be logged like any other error of this process."""
    Hub.print_exception = lambda _hub, _context, kind, error, trace: _log(kind, error, trace)
    threading.excepthook = lambda given: _log(given.exc_type, given.exc_value, given.exc_traceback)
    # What goes wrong where nobody can be told, as when something is let go of.
    sys.unraisablehook = lambda given: _log(given.exc_type, given.exc_value, given.exc_traceback)


def _log(kind: Any, error: Any, trace: Any) -> None:
    # gevent and Python may have the kind alone.
    raised = (kind, error, trace) if isinstance(error, BaseException) else None
    logging.getLogger("companion").error("something ended early: %s", kind.__name__, exc_info=raised)
