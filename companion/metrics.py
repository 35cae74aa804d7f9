"""What an operator may want to watch, counted for Prometheus; off unless METRICS_TOKEN is set.

An app that is not watched has `Metrics`, which counts nothing. With several workers on one port, Prometheus' own
multiprocess mode adds up what each has counted (PROMETHEUS_MULTIPROC_DIR).
"""

from __future__ import annotations

import hmac
import os
from collections import Counter as Tally
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication

METHODS = ("GET", "HEAD", "POST")
REFUSED = {409: "conflict", 429: "limit", 503: "busy"}
REMEMBERED = 4096
"""Of so many matches it is known when they were changed last."""
SECONDS = (0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """What can be counted; here nothing is."""

    def answered(self, endpoint: str | None, method: str, status: int, seconds: float) -> None:
        """A request was answered."""

    def wrote(self, held: float, commit: float) -> None:
        """Somebody has let go of the pen; seconds."""

    def committed(self, match: str, version: int, ago: float = 0.0) -> None:
        """A match was changed, by this process, or by another one so many seconds ago."""

    def told(self, match: str, version: int) -> None:
        """A stream is about to tell it."""

    def opened(self, match: str) -> None:
        """A stream has begun."""

    def closed(self, match: str) -> None:
        """A stream has ended."""

    def bots(self, more: int) -> None:
        """So many matches more, or fewer, wait for a bot."""

    def reached(self, well: bool) -> None:
        """The other processes are reached again, or no more."""

    def moved(self, thought: float, all_: float) -> None:
        """A bot has moved: the seconds that it was waited for its answer, and until the move was written."""


class Prometheus(Metrics):
    """Counts in the memory of this process, or in files that several share."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

        self.registry = own = CollectorRegistry()
        if not shared():
            ProcessCollector(registry=own)

        def histogram(name: str, says: str, *labels: str) -> Histogram:
            return Histogram(f"companion_{name}_seconds", says, labels, registry=own, buckets=SECONDS)

        def gauge(name: str, says: str) -> Gauge:
            return Gauge(f"companion_{name}", says, registry=own, multiprocess_mode="livesum")

        self._requests = Counter(
            "companion_requests", "Requests answered.", ("endpoint", "method", "status"), registry=own
        )
        self._seconds = histogram("request", "Until an answer begins.", "endpoint", "method")
        self._refused = Counter("companion_refused", "Requests refused.", ("why",), registry=own)
        write = histogram("write", "Of a write: the transaction as a whole, and its commit.", "part")
        self._held, self._commit = write.labels("held"), write.labels("commit")
        self._lag = histogram("lag", "From the commit, in whatever process, until a stream tells the version.")
        self._streams = gauge("streams", "Streams that are open.")
        self._matches = gauge("matches", "Matches that somebody has open.")
        self._bots = gauge("bots_waited_for", "Matches that wait for a bot.")
        self._away = gauge("redis_away", "Whether Redis is away; of several workers, for how many of them.")
        self._thought = histogram("bot_thought", "Until a bot has an answer, with the wait for its turn to think.")
        self._moved = histogram("bot_move", "Until a bot's move is written, with the pause for people.")
        self._open: Tally[str] = Tally()
        self._committed: dict[str, tuple[int, float]] = {}
        self._labelled: dict[tuple[str, str, int], tuple[Any, Any]] = {}

    def answered(self, endpoint: str | None, method: str, status: int, seconds: float) -> None:
        """See Metrics. Names that clients could make up are not among the labels."""
        key = endpoint or "none", method if method in METHODS else "other", status // 100
        if (found := self._labelled.get(key)) is None:
            counted, timed = self._requests.labels(*key[:2], f"{key[2]}xx"), self._seconds.labels(*key[:2])
            found = self._labelled[key] = counted, timed
        found[0].inc()
        found[1].observe(seconds)
        if status in REFUSED:
            self._refused.labels(REFUSED[status]).inc()

    def wrote(self, held: float, commit: float) -> None:
        """See Metrics."""
        self._held.observe(held)
        self._commit.observe(commit)

    def committed(self, match: str, version: int, ago: float = 0.0) -> None:
        """See Metrics."""
        self._committed.pop(match, None)
        self._committed[match] = version, perf_counter() - ago
        if len(self._committed) > REMEMBERED:
            self._committed.pop(next(iter(self._committed)), None)

    def told(self, match: str, version: int) -> None:
        """See Metrics."""
        changed, at = self._committed.get(match, (0, 0.0))
        if changed == version:
            self._lag.observe(perf_counter() - at)

    def opened(self, match: str) -> None:
        """See Metrics."""
        self._streams.inc()
        self._open[match] += 1
        if self._open[match] == 1:
            self._matches.inc()

    def closed(self, match: str) -> None:
        """See Metrics."""
        self._streams.dec()
        self._open[match] -= 1
        if not self._open[match]:
            del self._open[match]
            self._matches.dec()

    def bots(self, more: int) -> None:
        """See Metrics."""
        self._bots.inc(more)

    def reached(self, well: bool) -> None:
        """See Metrics."""
        self._away.set(not well)

    def moved(self, thought: float, all_: float) -> None:
        """See Metrics."""
        self._thought.observe(thought)
        self._moved.observe(all_)

    def text(self) -> bytes:
        """All that was counted, by all workers that share files, as Prometheus reads it."""
        from prometheus_client import CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = self.registry
        if shared():
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return bytes(generate_latest(registry))


def shared() -> bool:
    """Whether several workers count in files of one folder."""
    return bool(os.environ.get("PROMETHEUS_MULTIPROC_DIR"))


def shown(inner: WSGIApplication, token: str, text: Callable[[], bytes]) -> WSGIApplication:
    """Let /metrics answer whoever has the token; for all others there is no such page."""
    wanted = f"Bearer {token}".encode()

    def answer(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        said = str(environ.get("HTTP_AUTHORIZATION", "")).encode("latin-1", "replace")
        if environ.get("PATH_INFO") != "/metrics" or not hmac.compare_digest(said, wanted):
            return inner(environ, start_response)
        body = text()
        kind = "text/plain; version=0.0.4; charset=utf-8"
        start_response("200 OK", [("Content-Type", kind), ("Content-Length", str(len(body)))])
        return [body] if environ["REQUEST_METHOD"] != "HEAD" else []

    return answer
