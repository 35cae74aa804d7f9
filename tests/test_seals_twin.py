"""The script with which a browser checks the seals finds what the command finds, in the same words."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.seals import check

from .test_seals import NOTED, TAMPERING, marks, told

ROOT = Path(__file__).parent.parent
NODE = shutil.which("node", path=f"{os.environ['PATH']}{os.pathsep}{ROOT / '.venv' / 'bin'}")
ASK = """
import { check } from './static/js/seals.js';
const asked = JSON.parse(await new Response(process.stdin).text());
const found = [];
for (const [told, noted] of asked) found.push(await check(told, noted));
console.log(JSON.stringify(found));
"""
PATIENCE_SECONDS = 60


def forged() -> list[tuple[dict[str, Any], dict[str, int]]]:
    """Every forgery there is, and a file in which all is well, each without and with what a phone has noted."""
    files = [told(), {**told(), "count": 0, "shuffles": []}]
    for change, _ in (*TAMPERING.values(), *NOTED.values()):
        file = told()
        change(file)
        files.append(file)
    return [(file, noted) for file in files for noted in ({}, marks(told()))]


@pytest.mark.skipif(NODE is None, reason="there is no Node.js, which the linters of scripts need, too")
def test_the_browser_finds_what_the_command_finds() -> None:
    asked = json.loads(json.dumps(forged()))
    command = [str(NODE), "--input-type=module", "-e", ASK]
    answer = subprocess.run(
        command, cwd=ROOT, input=json.dumps(asked), capture_output=True, text=True, timeout=PATIENCE_SECONDS
    )
    assert answer.returncode == 0, answer.stderr
    found = [[tuple(wrong) for wrong in each] for each in json.loads(answer.stdout)]
    assert found == [[tuple(wrong) for wrong in check(file, noted)] for file, noted in asked]
    assert sum(not each for each in found) >= 3
