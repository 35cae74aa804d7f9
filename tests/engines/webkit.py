"""WebKit as GTK has it, by WebDriver: one driver and one browser a phone. It tells nothing of a page's console, so each
page is listened to from when it was first asked something.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import JavascriptException, WebDriverException
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from .phone import FIND, Phone

# What was heard has to outlive the page that it was heard on.
LISTEN = """if (!window.listened && location.protocol === 'http:') {
  window.listened = true;
  const keep = (said) => sessionStorage.setItem('heard', (sessionStorage.getItem('heard') ?? '') + said + '\\n');
  const { error } = console;
  console.error = (...all) => { keep(all.join(' ')); error.apply(console, all); };
  addEventListener('error', (event) => keep(`uncaught: ${event.message}`));
  addEventListener('unhandledrejection', (event) => keep(`uncaught: ${event.reason}`));
}"""
HEARD = """() => {
  if (location.protocol !== 'http:') return '';
  const all = sessionStorage.getItem('heard');
  sessionStorage.removeItem('heard');
  return all;
}"""


class WebKit(Phone):
    """A driver with its browser."""

    def __init__(self) -> None:
        options = Options()
        [options.binary_location, *_] = map(str, Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
        options.add_argument("--automation")
        self.driver = webdriver.WebKitGTK(options=options, service=Service(shutil.which("WebKitWebDriver")))
        # Narrower it does not become.
        self.driver.set_window_size(447, 900)

    def open(self, url: str) -> None:
        self.driver.get(url)

    def _ask(self, script: str, *given: str) -> Any:
        return self.driver.execute_script(f"{LISTEN}\nreturn ({script})([...arguments]);", *given)

    def ask(self, script: str, *given: str) -> Any:
        # While a page gives way to the next one nobody answers.
        try:
            return self._ask(script, *given)
        except JavascriptException:
            raise
        except WebDriverException:
            return None

    def tap_once(self, css: str, text: str) -> bool:
        try:
            found = self._ask(FIND, css, text)
            if found:
                found.click()
        except WebDriverException:
            return False
        return found is not None

    def type_once(self, css: str, text: str) -> bool:
        try:
            field = self._ask(FIND, css, "")
            if field:
                field.send_keys(Keys.CONTROL, "a")
                field.send_keys(Keys.BACKSPACE, text)
        except WebDriverException:
            return False
        return field is not None and field.get_property("value") == text

    def complaints(self) -> list[str]:
        return [line for line in (self.ask(HEARD) or "").splitlines() if line]

    def close(self) -> None:
        self.driver.quit()


@contextmanager
def webkit() -> Iterator[Callable[[], Phone]]:
    """What it gives makes phones, each with a WebKit of its own."""
    if os.geteuid() == 0:
        # Its sandbox does not start for root.
        os.environ["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
    yield WebKit
