"""What is measured can be: every case of the pages is asked once, on a server in a folder that is not there yet."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from bench import pages
from companion import settings

ONCE = """
import json, pathlib, sys
from bench import child, pages

with child.hello() as hello, child.companion(pathlib.Path(sys.argv[1])) as companion:
    print(json.dumps({case.name: case.batch() for case in pages.cases(hello, companion)}))
"""
"""In a process of its own: a bench ends with it, and closes nothing before."""


def test_every_case_of_the_pages_is_answered(tmp_path: Path) -> None:
    command = [sys.executable, "-c", ONCE, str(tmp_path / "new")]
    said = subprocess.run(command, cwd=settings.CHECKOUT, stdout=subprocess.PIPE, timeout=120, check=True).stdout
    took = json.loads(said)
    assert set(pages.AIMS) < set(took)
    assert all(seconds > 0 for seconds in took.values())
