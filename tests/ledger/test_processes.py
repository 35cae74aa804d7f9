"""More than one process on one database, and one that is killed in the middle."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from companion.ledger.base import db
from companion.ledger.cells import ENTRY, Cell
from tests.conftest import as_many
from tests.databases import SQLITE

from .cast import ANA, ANAS_PHONE, PAU, TOKENS, ZOE, Pad, hand, stored
from .writer import nth

SCRIPT = Path(__file__).with_name("writer.py")
# A child that hangs is ended, so that the test that waits for it fails instead of waiting for ever.
PATIENCE_SECONDS = 60
TIMES = as_many(10, 100)
THREADS, GREENLETS = pytest.param((), id="in threads"), pytest.param(("green",), id="in greenlets")
served = pytest.mark.parametrize("how", as_many([GREENLETS], [GREENLETS, THREADS]))


@contextmanager
def writer(pad: Pad, seat: int, times: int, *how: str) -> Iterator[subprocess.Popen[str]]:
    """A process that is ready to write a seat's hand so many times."""
    with pad.app.app_context():
        database = db.engine.url.render_as_string(hide_password=False)
    command = [sys.executable, "-W", "error", str(SCRIPT), database, pad.public_id, TOKENS[ANAS_PHONE]]
    process = subprocess.Popen(
        [*command, str(seat), str(times), *how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    watch = threading.Timer(PATIENCE_SECONDS, process.kill)
    watch.start()
    try:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        yield process
    finally:
        watch.cancel()
        process.kill()
        process.communicate()


def go(process: subprocess.Popen[str]) -> None:
    """Let a writer begin."""
    assert process.stdin
    process.stdin.write("go\n")
    process.stdin.flush()


@served
def test_two_processes_write_at_once_and_nothing_is_lost_or_locked(pad: Pad, how: tuple[str, ...]) -> None:
    with ExitStack() as stack:
        both = [stack.enter_context(writer(pad, seat, TIMES, *how)) for seat in (ANA, PAU)]
        for process in both:
            go(process)
        said = [process.communicate() for process in both]
        assert [process.returncode for process in both] == [0, 0], said
    assert said == [("".join(f"{number}\n" for number in range(TIMES)), "")] * 2
    for seat in (ANA, PAU):
        assert [record.value for record in pad.trail(Cell(ENTRY, 1, seat))] == [nth(number) for number in range(TIMES)]
    limits = {100 + seat * 1000 + number for seat in (ANA, PAU) for number in range(TIMES)}
    assert {record.value for record in pad.trail("limit")} == limits
    versions = [row[2] for row in stored(pad.app, "writes")["writes"]]
    assert versions == list(range(2, len(versions) + 2))
    assert pad.now().version == 1 + 4 * TIMES


def test_what_another_process_wrote_is_on_the_next_page(pad: Pad) -> None:
    pad.enter(1, ZOE, hand(5))
    with writer(pad, ANA, 1) as process:
        go(process)
        process.communicate()
    state = pad.now()
    assert state.version == 4
    assert (state.trails.value(Cell(ENTRY, 1, ANA)), state.sheet.limit) == (nth(0), 100)


@served
def test_everything_that_was_acknowledged_survives_a_killed_process(pad: Pad, how: tuple[str, ...]) -> None:
    with writer(pad, ANA, 10**6, *how) as process:
        go(process)
        assert process.stdout
        said = [process.stdout.readline() for _ in range(20)]
        process.kill()
        said += process.stdout.readlines()
        assert process.wait() == -9
    acknowledged = [int(line) for line in said if line.endswith("\n")]
    assert acknowledged == list(range(len(acknowledged)))
    written = [record.value for record in pad.trail(Cell(ENTRY, 1, ANA))]
    # One more may be there: written when its acknowledgement was cut off.
    assert len(acknowledged) <= len(written) <= len(acknowledged) + 1
    assert written == [nth(number) for number in range(len(written))]


@served
def test_a_database_of_a_killed_process_is_whole_and_takes_the_next_write(
    pad: Pad, how: tuple[str, ...], engine_kind: str
) -> None:
    with writer(pad, ANA, 10**6, *how) as process:
        go(process)
        assert process.stdout
        assert process.stdout.readline() == "0\n"
        process.kill()
        process.wait()
    if engine_kind == SQLITE:
        with pad.app.app_context():
            assert db.session.scalar(text("PRAGMA integrity_check")) == "ok"
            assert db.session.execute(text("PRAGMA foreign_key_check")).all() == []
    version = pad.now().version
    assert pad.enter(1, PAU, hand(5)).version == version + 1
    assert pad.now() == pad.afresh()
