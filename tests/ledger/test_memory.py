"""What is remembered of the database, and for how long: until somebody commits."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from companion.app_state import app_state
from companion.cache import Memory
from companion.ledger.sqlite import recall

from .cast import ANA, Pad, hand

pytestmark = pytest.mark.sqlite


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A database with one table."""
    name = str(tmp_path / "facts.sqlite3")
    write(name, "CREATE TABLE facts (fact)")
    return name


@pytest.fixture
def memory(path: str) -> Iterator[Memory]:
    """What is remembered of that database."""
    made = Memory(path)
    yield made
    made.close()


def write(path: str, statement: str) -> None:
    """A commit of another connection."""
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


def asked() -> Callable[[], int]:
    """A question whose answer is how often it was asked before."""
    numbers = count()
    return lambda: next(numbers)


def test_a_question_is_asked_again_only_after_a_commit(memory: Memory, path: str) -> None:
    ask = asked()
    assert [memory.recall("key", ask) for _ in range(3)] == [0, 0, 0]
    write(path, "INSERT INTO facts VALUES (1)")
    assert [memory.recall("key", ask) for _ in range(3)] == [1, 1, 1]


def test_each_key_has_its_own_answer_and_nothing_is_an_answer_too(memory: Memory) -> None:
    ask, empty = asked(), list[None]()
    assert [memory.recall(key, ask) for key in ("one", "two", "one")] == [0, 1, 0]
    for _ in range(2):
        memory.recall("nothing", lambda: empty.append(None))
    assert len(empty) == 1


def test_a_transaction_that_is_rolled_back_changes_nothing(memory: Memory, path: str) -> None:
    ask = asked()
    memory.recall("key", ask)
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO facts VALUES (1)")
    connection.rollback()
    connection.close()
    assert memory.recall("key", ask) == 0


def test_an_answer_that_a_commit_overtakes_is_not_remembered(memory: Memory, path: str) -> None:
    ask = asked()

    def overtaken() -> int:
        write(path, "INSERT INTO facts VALUES (1)")
        return ask()

    assert [memory.recall("key", overtaken), memory.recall("key", ask)] == [0, 1]


def test_a_question_that_fails_is_asked_again(memory: Memory) -> None:
    def fail() -> int:
        raise LookupError

    with pytest.raises(LookupError):
        memory.recall("key", fail)
    assert memory.recall("key", lambda: 7) == 7


def test_the_memory_does_not_fill_up(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Memory, "MOST", 100)
    sizes = []
    for number in range(1000):
        memory.recall(number, lambda: "fact")
        sizes.append(len(memory._facts))
    assert 100 <= max(sizes) <= 101


def test_a_memory_that_was_never_asked_can_be_closed(path: str) -> None:
    unused = Memory(path)
    unused.close()
    assert unused.recall("key", lambda: 1) == 1
    unused.close()


def test_every_verb_makes_the_app_ask_again(pad: Pad) -> None:
    ask = asked()

    def answer() -> int:
        with pad.app.app_context():
            return int(recall("key", ask))

    assert [answer(), answer()] == [0, 0]
    pad.enter(1, ANA, hand(5))
    pad.hold(ANA)
    assert [answer(), answer()] == [1, 1]


def test_without_a_memory_every_question_is_asked(pad: Pad, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = asked()
    with pad.app.app_context():
        monkeypatch.setattr(app_state(), "memory", None)
        assert [recall("key", ask), recall("key", ask)] == [0, 1]
