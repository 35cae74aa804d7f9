"""The hub of several processes, on any number of machines: what one does all are told by one channel of Redis.

Every process knows all that the others told, so whoever asks waits for nobody, and Redis stores nothing but claims.
Only two threads speak with it; while it is away they go on trying, and everything else goes on as it is.
"""

from __future__ import annotations

import json
import logging
import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from redis import Redis
from redis.backoff import NoBackoff
from redis.client import PubSub
from redis.connection import BlockingConnectionPool
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import RedisError
from redis.retry import Retry

from .local import LocalHub
from .news import News

TICK = 2.0
"""Seconds after which a process that has nothing to tell says that it lives."""
LOST = 8.0
"""Seconds without a word after which a process is no more, and its claims are anybody's."""
AGAIN = 0.5
"""Seconds between two tries while Redis is away."""
PATIENCE = 1.0
"""Seconds for which Redis may be silent."""
CONNECTIONS = 8
"""At once, for all that this process tells and claims."""
FORMAT = 2
"""How messages are spelled: processes of two builds on one Redis that spell them in two ways do not hear each other."""

_NEWS, _ALL, _HELLO, _FORGET = "news", "all", "hello", "forget"
"""What a message is: some news; all there is; the wish to be told all there is; of which matches nothing is kept."""


class RedisHub(LocalHub):
    """Begins to speak with Redis when it is first asked for something, so it may be made before a process forks."""

    def __init__(self, url: str, clock: Callable[[], float] = monotonic) -> None:
        """Raises ValueError for an address that is none."""
        super().__init__(clock)
        self.name, self._log = secrets.token_hex(4), logging.getLogger(__name__)
        limits = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "timeout": PATIENCE}
        pool = BlockingConnectionPool.from_url(
            url, max_connections=CONNECTIONS, retry=Retry(NoBackoff(), 0), decode_responses=True, **limits
        )
        self._redis = Redis(connection_pool=pool)
        # Redis tells all its databases what is published in one of them.
        self._channel = f"companion:{pool.connection_kwargs.get('db', 0)}:{FORMAT}"
        self._threads: list[threading.Thread] = []
        self._begin_once = threading.Lock()
        self._to_tell: deque[News] = deque()
        self._to_forget: deque[News] = deque()
        self._something = threading.Event()
        self._there, self._closed = threading.Event(), threading.Event()
        self._heard: dict[str, float] = {}
        self._missed = self._ask = self._asked = False
        self._turned: list[Callable[[bool], None]] = []
        self._told_all = self._renewed = -LOST

    def well(self) -> bool:
        """See Hub."""
        self._begin()
        return self._there.is_set()

    def on_well(self, hearer: Callable[[bool], None]) -> None:
        """See Hub."""
        self._turned.append(hearer)

    def _turn(self, well: bool) -> None:
        self._missed = not well
        for hearer in self._turned:
            hearer(well)

    def _tell(self, news: News) -> None:
        self._begin()
        if self._there.is_set():
            self._to_tell.append(news)
            self._something.set()

    def forget(self, match: str = "") -> None:
        """See Hub. While Redis is away it is kept for later."""
        super().forget(match)
        self._to_forget.append(News(match))
        self._begin()
        self._something.set()

    def _begin(self) -> None:
        if self._threads:
            return
        with self._begin_once:
            if not self._threads and not self._closed.is_set():
                self._threads = [threading.Thread(target=each, daemon=True) for each in (self._listen, self._speak)]
                for thread in self._threads:
                    thread.start()

    def close(self) -> None:
        """Say nothing more, and let go of Redis."""
        self._closed.set()
        self._there.clear()
        self._something.set()
        for thread in self._threads:
            thread.join()
        self._redis.connection_pool.disconnect()

    # What is told

    def _speak(self) -> None:
        while not self._closed.is_set():
            self._something.wait(AGAIN if self._asked else TICK)
            self._something.clear()
            if self._there.is_set():
                with self._patiently():
                    self._say()

    def _say(self) -> None:
        """Tell all that there is to tell in one go. Raises RedisError."""
        now, messages, forgotten = monotonic(), self._messages(), tuple(self._to_forget)
        if forgotten:
            messages.append((_FORGET, list(forgotten)))
        with self._redis.pipeline(transaction=False) as pipeline:
            for kind, news in messages:
                pipeline.publish(self._channel, json.dumps([self.name, kind, news], separators=(",", ":")))
            if now - self._renewed >= TICK:
                self._renewed = now
                for what in tuple(self._claims):
                    # Where Redis has forgotten it, nobody else has it.
                    pipeline.set(self._key(what), self.name, px=int(LOST * 1000))
            pipeline.execute()
        for _ in forgotten:
            self._to_forget.popleft()

    def _messages(self) -> list[tuple[str, list[News]]]:
        messages: list[tuple[str, list[News]]] = []
        if self._ask:
            self._ask = False
            messages.append((_HELLO, []))
        # When Redis comes back all ask at once: one answer is for all of them.
        if self._asked and monotonic() - self._told_all >= AGAIN:
            self._asked, self._told_all = False, monotonic()
            messages.append((_ALL, self.all_news()))
        news = [self._to_tell.popleft() for _ in range(len(self._to_tell))]
        if news or not messages:
            messages.append((_NEWS, news))
        return messages

    @contextmanager
    def _patiently(self) -> Iterator[None]:
        """Do something with Redis; if it does not answer, it is away until it has been heard again."""
        try:
            yield
        except RedisError as problem:
            if not self._missed and not self._closed.is_set():
                self._log.warning("Redis is away, and processes do not hear each other: %s", problem)
                self._turn(False)
            self._there.clear()

    # What is heard

    def _listen(self) -> None:
        while not self._closed.is_set():
            with self._patiently(), PubSub(self._redis.connection_pool) as ear:
                ear.subscribe(self._channel)
                self._hear_on(ear)
            self._there.clear()
            self._closed.wait(AGAIN)

    def _hear_on(self, ear: PubSub) -> None:
        """Hear what others tell, until Redis is away. Raises RedisError."""
        since = monotonic()
        while not self._closed.is_set():
            message = ear.get_message(timeout=AGAIN)
            if message and message["type"] == "subscribe":
                self._arrive()
            elif message:
                self._understand(message["data"])
            if not self._there.is_set() and monotonic() - since > PATIENCE:
                raise NoConnection("nothing can be told")
            self._miss()

    def _arrive(self) -> None:
        """Redis is there, or there again: what was told meanwhile has to be told once more."""
        if self._missed:
            self._log.warning("Redis is there again")
            self._turn(True)
        self._to_tell.clear()
        self._heard = dict.fromkeys((*self._heard, self.name), monotonic())
        self._ask = self._asked = True
        self._there.set()
        self._something.set()

    def _understand(self, text: str) -> None:
        """Hear one message. Nothing that it says, or that comes of it, ends the hearing."""
        try:
            name, kind, told = json.loads(text)
            news = [News(*each) for each in told]
            known, self._heard[name] = name in self._heard, monotonic()
            if kind == _HELLO:
                self._asked = True
                self._something.set()
            if name == self.name:
                return
            if kind == _ALL:
                self.hear_all(name, news)
            for each in news if kind == _NEWS else ():
                self.hear(name, each)
            for each in news if kind == _FORGET else ():
                super().forget(each.match)
            if kind == _NEWS and not known:
                # It was silent for so long that it was given up.
                self._ask = True
                self._something.set()
        except Exception:
            self._log.exception("a message on the channel %s could not be heard", self._channel)

    def _miss(self) -> None:
        """Give up processes that are silent. Raises NoConnection when this one does not even hear itself."""
        now = monotonic()
        silent = [(name, now - at) for name, at in self._heard.items() if now - at > LOST]
        if any(name == self.name for name, _ in silent):
            raise NoConnection("nothing is heard")
        for name, age in silent:
            del self._heard[name]
            self.lose(name, age)

    # What only one process does

    def claim(self, what: str) -> bool:
        """See Hub."""
        self._begin()
        free: object = True
        if self._there.is_set():
            with self._patiently():
                free = self._redis.set(self._key(what), self.name, nx=True, px=int(LOST * 1000))
        return bool(free) and super().claim(what)

    def claimed(self, what: str) -> bool:
        """See Hub."""
        there: object = False
        if self._there.is_set() and not super().claimed(what):
            with self._patiently():
                there = self._redis.exists(self._key(what))
        return bool(there) or super().claimed(what)

    def release(self, what: str) -> None:
        """See Hub."""
        if super().claimed(what):
            super().release(what)
            if self._there.is_set():
                with self._patiently():
                    if self._redis.get(self._key(what)) == self.name:
                        self._redis.delete(self._key(what))

    def _key(self, what: str) -> str:
        return f"companion:{what}"
