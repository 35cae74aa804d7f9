"""The process in which bots think: `python -m companion.thinker`, as `companion/thinking.py` starts it. What it dies of
is written as the server writes its log.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from types import TracebackType

from companion import discreet


def main(form: str) -> None:
    """Answer questions from stdin until they end; `form`: LOG_FORMAT."""
    discreet.begin(form)
    sys.excepthook = _tell
    if hasattr(os, "nice"):
        os.nice(5)  # People's pages come first.
    for name in (signal.SIGINT, signal.SIGTERM):
        # Both are for the server, wherever a whole group gets them: when that ends, so do the questions.
        signal.signal(name, signal.SIG_IGN)
    # Told, too, when it cannot be had: another version may be installed while the server of the old one runs.
    from companion.games.think import answer

    try:
        answer(sys.stdin, sys.stdout)
    except BrokenPipeError:  # Whoever asked has ended, and nothing more can be said, not even by the interpreter.
        os._exit(0)


def _tell(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    said = "a process in which bots think has ended: %s"
    logging.getLogger(__name__).error(said, kind.__name__, exc_info=(kind, error, trace))


if __name__ == "__main__":
    main("".join(sys.argv[1:]))
