"""What the smoke asks of a browser, whichever it is: a phone that opens, taps, types and waits."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

PATIENCE_SECONDS = 30
PAUSE_SECONDS = 0.05
# The first element of these that is seen, can be used, and is called so, by its label or what it says.
FIND = """([css, text]) => [...document.querySelectorAll(css)].find((one) => {
  const said = (one.getAttribute('aria-label') ?? one.textContent).replace(/\\s+/g, ' ').trim();
  return one.checkVisibility({ visibilityProperty: true }) && !one.disabled && said.startsWith(text);
})"""
SHOWS = """([css, text]) => [...document.querySelectorAll(css)].some((one) => one.checkVisibility()
  && one.textContent.replace(/\\s+/g, ' ').includes(text))"""


class NotSeen(AssertionError):
    """What should come does not come."""


class Phone(ABC):
    """One phone: a browser, or a part of one that shares nothing with the others."""

    @abstractmethod
    def open(self, url: str) -> None:
        """Goes to an address."""

    @abstractmethod
    def ask(self, script: str, *given: str) -> Any:
        """What a function of the page answers; `given` comes as a list."""

    @abstractmethod
    def tap_once(self, css: str, text: str) -> bool:
        """Taps what FIND finds; whether it was there and could be tapped."""

    @abstractmethod
    def type_once(self, css: str, text: str) -> bool:
        """Writes a text into a field; whether it was there."""

    @abstractmethod
    def complaints(self) -> list[str]:
        """What the browser complained about since it was last asked."""

    @abstractmethod
    def close(self) -> None:
        """Puts the phone away."""

    def tap(self, css: str, text: str = "") -> None:
        """Taps what is seen and called so, as soon as it can be tapped."""
        self._soon(lambda: self.tap_once(css, text), f"to tap {css} {text}")

    def type(self, css: str, text: str) -> None:
        """Writes a text into a field, instead of what is there."""
        self._soon(lambda: self.type_once(css, text), f"to type into {css}")

    def until(self, script: str, *given: str) -> None:
        """Waits until a function of the page says yes."""
        self._soon(lambda: self.ask(script, *given), "that " + " ".join([script, *given]))

    def sees(self, css: str, text: str = "") -> None:
        """Waits until something of this kind is seen that contains a text."""
        self._soon(lambda: self.ask(SHOWS, css, text), f"to see {css} {text}")

    def _soon(self, done: Callable[[], object], what: str) -> None:
        end = time.monotonic() + PATIENCE_SECONDS
        while not done():
            if time.monotonic() > end:
                raise NotSeen(f"waited for {what.strip()} on {self.ask('() => location.pathname')}")
            time.sleep(PAUSE_SECONDS)
