"""Records of the log without what was typed, who asked, or what opens something: what an exception says may quote any
of it, so it is told by its kind, and where it was raised.
"""

from __future__ import annotations

import json
import logging
import re
import traceback
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

CONSTRAINT = re.compile(r"constraint failed: ([a-z_]+(?:\.[a-z_]+)?(?:, [a-z_]+\.[a-z_]+)*)$")
FIELDS = ("number", "method", "status", "ms")
"""What a record may have beside its event."""
PLAIN = "[%(asctime)s] %(levelname)s in %(module)s: %(message)s"
"""A record as a person reads it."""
MOST_FRAMES = 40
"""Of one exception: the innermost."""


class DiscreetRecord(logging.LogRecord):
    """A record that has no exception, but what may be told of it: whatever handler it comes to."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        if isinstance(self.args, tuple):
            self.args = tuple(described(one) if isinstance(one, BaseException) else one for one in self.args)
        error = self.exc_info[1] if self.exc_info else None
        self.exc_info = None
        if error is not None:
            self.exc_text = "\n".join(told(error))


class Json(logging.Formatter):
    """A record as one line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {"time": when, "level": record.levelname.lower(), "event": record.getMessage()}
        line |= self.of_request()
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_text:
            line["error"] = record.exc_text.splitlines()
        return json.dumps(line, ensure_ascii=False, separators=(",", ":"))

    def of_request(self) -> dict[str, object]:
        """What a line says of the request that it is about; here there is none."""
        return {}


def begin(form: str, *more: logging.Handler, json: type[Json] = Json) -> None:
    """Let this process write its records so, by the handler of what has no other one, and by `more`.

    `form`: LOG_FORMAT; `json`: what makes a line of JSON.
    """
    logging.setLogRecordFactory(DiscreetRecord)
    formatter = json() if form else logging.Formatter(PLAIN)
    for handler in (*more, logging.lastResort):
        if handler:
            handler.setFormatter(formatter)


def told(error: BaseException) -> Iterator[str]:
    """Lines of an exception, and of those that it came from: their kinds and where, without their words or values."""
    seen: set[int] = set()
    here: BaseException | None = error
    while here is not None and id(here) not in seen:
        seen.add(id(here))
        yield described(here)
        yield from _frames(here)
        here = here.__cause__ or (None if here.__suppress_context__ else here.__context__)


def _frames(error: BaseException) -> Iterable[str]:
    where = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)][-MOST_FRAMES:]
    return [f"  {_short(code.co_filename)}:{line} {code.co_name}" for code, line in where]


def _short(path: str) -> str:
    """A file without the folders above its package, which name whoever's computer it is."""
    parts = path.replace("\\", "/").split("/")
    for root in ("site-packages", "companion"):
        if root in parts:
            at = len(parts) - 1 - parts[::-1].index(root)
            return "/".join(parts[at + (root == "site-packages") :])
    return "/".join(parts[-2:])


def described(error: BaseException) -> str:
    """The kind of an exception; of a database's also its code and the constraint, which are names of ours."""
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlstate", None) or getattr(cause, "sqlite_errorname", None)
    constraint = getattr(getattr(cause, "diag", None), "constraint_name", None)
    if constraint is None and hasattr(cause, "sqlite_errorname") and (found := CONSTRAINT.search(str(cause))):
        constraint = found[1]
    number = getattr(error, "errno", None)
    more = [str(one) for one in (code, constraint, number if isinstance(number, int) else None) if one]
    return " ".join([type(error).__name__, *more])
