"""The forms of a page, as a browser would send them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

FORMS = re.compile(r"<form\b.*?</form>", re.DOTALL)
"""The forms of a page: to read these alone is quicker than the whole."""


@dataclass
class Form(HTMLParser):
    """The fields that a browser would send from the first form whose action ends with `action`."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    found: bool = False
    inside: bool = False

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the inputs of the wanted form."""
        at = {name: value or "" for name, value in attrs}
        if tag == "form" and not self.found and at.get("action", "").endswith(self.action):
            self.found = self.inside = True
        if not self.inside or tag != "input" or not at.get("name"):
            return
        if at.get("type") not in ("checkbox", "radio") or "checked" in at:
            self.fields[at["name"]] = at.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        """A form ends."""
        self.inside = self.inside and tag != "form"


def form_of(page: str, action: str) -> dict[str, str]:
    """The fields of the first form of a page whose action ends so, as they stand."""
    for part in FORMS.findall(page):
        form = Form(action)
        form.feed(part)
        if form.found:
            return form.fields
    raise AssertionError(f"no form for {action}")
