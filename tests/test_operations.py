"""docs/operations.md says of every setting that there is, and of none that there is not."""

from __future__ import annotations

import re

from companion import quotas, settings
from tests.sources import MODULES, ROOT, text

READ = r"(?:environ(?:\.get)?[\[(]|config(?:\.get)?[\[(]|_number\(app, )\"([A-Z][A-Z_]+)\""
OF_A_REQUEST = {
    "HTTP_AUTHORIZATION",
    "HTTP_HOST",
    "HTTP_X_REQUEST_ID",
    "PATH_INFO",
    "QUERY_STRING",
    "REQUEST_METHOD",
}
OF_THE_APP = {"BUILD", "HTTPS", "HTTPS_AUTHORITY", "LAN_URL"}
"""What the app tells itself by its config."""
FLASKS = {"SESSION_COOKIE_SECURE"}


def told() -> set[str]:
    """The settings of the table."""
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    table = page.split("## Settings\n\n")[1].split("\n\n")[0]
    return {name for line in table.splitlines() for name in re.findall(r"`([A-Z][A-Z_]+)`", line.split("|")[1])}


def read() -> set[str]:
    """The settings that the code, or what is shipped for gunicorn, asks for."""
    sources = [*map(text, MODULES), (ROOT / "deploy" / "gunicorn.conf.py").read_text(encoding="utf-8")]
    found = {name for source in sources for name in re.findall(READ, source)}
    return (found | quotas.SETTINGS.keys() | settings.IN_SECONDS.keys()) - OF_A_REQUEST - OF_THE_APP


def test_the_table_has_every_setting() -> None:
    assert read() - told() == set()


def test_the_table_has_nothing_else() -> None:
    assert told() - read() - FLASKS == set()
