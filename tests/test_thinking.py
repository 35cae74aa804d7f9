"""Many matches, few processes: each has its turn, thoughts get shorter, and nobody's death costs more than a move."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import pytest

from companion import thinking
from companion.thinking import FLOOR, TARGET, THOUGHT, BotProcess, Thinkers
from tests.test_bots import PATIENCE_SECONDS, settled

STRONG = {"strength": "strong"}
EASY = {"strength": "easy"}


class Stub:
    """A process that answers when the test says so."""

    def __init__(self, asked: list[Mapping[str, Any]], go_on: threading.Semaphore) -> None:
        self._asked, self._go_on, self.closed = asked, go_on, False

    def ask(self, asked: Mapping[str, Any]) -> str:
        """Answer the name of the match, in its turn."""
        self._asked.append(asked)
        assert self._go_on.acquire(timeout=PATIENCE_SECONDS)
        if asked.get("dies"):
            raise RuntimeError("dead")
        return str(asked["match"])

    def close(self) -> None:
        """It is over."""
        self.closed = True


class Room:
    """Thinkers whose processes are stubs, and the threads of the matches that ask them."""

    def __init__(self, most: int) -> None:
        self.asked: list[Mapping[str, Any]] = []
        self.go_on = threading.Semaphore(0)
        self.made: list[Stub] = []
        self.threads: list[threading.Thread] = []
        self.failed: list[str] = []
        self.thinkers = Thinkers(most, self.make)

    def make(self) -> Stub:
        """Another process."""
        self.made.append(Stub(self.asked, self.go_on))
        return self.made[-1]

    def ask(self, match: str, asked: Mapping[str, Any] = STRONG) -> None:
        """A match asks, in a thread of its own, and waits."""
        waiting = len(self.thinkers._waiting) + len(self.asked)

        def choose() -> None:
            try:
                assert self.thinkers.choose(match, {**asked, "match": match}) == match
            except RuntimeError:
                self.failed.append(match)

        self.threads.append(threading.Thread(target=choose))
        self.threads[-1].start()
        settled(lambda: len(self.thinkers._waiting) + len(self.asked) > waiting)

    def answer(self, times: int = 1) -> None:
        """Some questions are answered, one after the other."""
        for _ in range(times):
            asked = len(self.asked) + bool(self.thinkers._waiting)
            self.go_on.release()
            settled(partial(self.reached, asked))

    def reached(self, asked: int) -> bool:
        """Whether so many questions were put to a process."""
        return len(self.asked) >= asked

    def end(self) -> None:
        """All that was asked is answered."""
        self.go_on.release(len(self.threads) + 1)
        for thread in self.threads:
            thread.join(PATIENCE_SECONDS)
        assert not any(thread.is_alive() for thread in self.threads)
        self.thinkers.close()

    @property
    def served(self) -> str:
        """The matches whose questions were put to a process, in that order."""
        return "".join(asked["match"] for asked in self.asked)


@pytest.fixture
def room() -> Iterator[Callable[[int], Room]]:
    """Rooms with so many processes, which are empty at the end."""
    made: list[Room] = []

    def furnish(most: int) -> Room:
        made.append(Room(most))
        return made[-1]

    yield furnish
    for one in made:
        one.end()


def test_no_process_is_started_before_somebody_asks_and_no_more_than_there_are_questions(
    room: Callable[[int], Room],
) -> None:
    two = room(2)
    assert two.made == []
    two.ask("a")
    assert len(two.made) == 1
    two.answer()
    settled(lambda: not two.thinkers._working)
    two.ask("b")
    assert len(two.made) == 1
    for match in "cde":
        two.ask(match)
    assert len(two.made) == 2
    assert two.served == "abc"


def test_a_match_that_asks_again_and_again_waits_until_the_others_were_thought_for(room: Callable[[int], Room]) -> None:
    one = room(1)
    for match in "aabcab":
        one.ask(match)
    one.answer(5)
    assert one.served == "abcaba", "b and c came later than the second question of a"


def test_who_comes_back_after_a_while_goes_before_those_who_were_just_served(room: Callable[[int], Room]) -> None:
    one = room(1)
    one.ask("f")
    one.answer()
    for match in "xyz":
        one.ask(match)
    one.answer(2)
    one.ask("x")
    one.ask("f")
    one.answer(3)
    assert one.served == "fxyzfx"


def test_a_new_match_does_not_starve_by_those_that_are_known(room: Callable[[int], Room]) -> None:
    one = room(1)
    for match in "ab":
        one.ask(match)
    one.answer()
    one.ask("a")
    one.ask("n")
    one.answer(2)
    assert one.served.index("n") <= 3


def test_alone_a_bot_thinks_as_long_as_it_likes_and_nobody_is_told(room: Callable[[int], Room]) -> None:
    one = room(1)
    one.ask("a")
    assert one.asked[0]["seconds"] == THOUGHT
    assert not one.thinkers.hurried


def test_the_more_matches_wait_the_shorter_is_each_thought_and_it_is_said(room: Callable[[int], Room]) -> None:
    two, many = room(2), 60
    for match in range(many + 2):
        two.ask(chr(0x4E00 + match))
    two.answer()
    last = two.asked[-1]
    assert FLOOR <= last["seconds"] <= TARGET * 2 / (many - 1)
    assert last["strength"] == "strong"
    assert two.thinkers.hurried


def test_when_there_is_no_time_to_search_it_plays_by_rules_of_thumb(
    room: Callable[[int], Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "TARGET", 0.0)
    one = room(1)
    one.ask("a")
    assert (one.asked[0]["strength"], one.asked[0]["seconds"]) == ("normal", 0.0)


def test_bots_that_do_not_search_cost_no_strong_one_its_thought(room: Callable[[int], Room]) -> None:
    one = room(1)
    for match in "ab":
        one.ask(match)
    for match in "cdefghij" * 3:
        one.ask(match, EASY)
    one.answer()
    assert one.asked[-1]["match"] == "b"
    assert one.asked[-1]["seconds"] == THOUGHT
    assert not one.thinkers.hurried


def test_that_tables_hurry_is_forgotten_after_a_while(
    room: Callable[[int], Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = room(1)
    with monkeypatch.context() as patched:
        patched.setattr(thinking, "TARGET", 0.05)
        one.ask("a")
    assert one.thinkers.hurried
    monkeypatch.setattr(thinking, "FELT", 0.0)
    assert not one.thinkers.hurried


def test_a_process_that_dies_costs_its_match_a_move_and_the_others_nothing(room: Callable[[int], Room]) -> None:
    one = room(1)
    one.ask("a", {**STRONG, "dies": True})
    for match in "bc":
        one.ask(match)
    one.answer(3)
    settled(lambda: not one.thinkers._working)
    assert (one.served, one.failed) == ("abc", ["a"])


def test_processes_that_nobody_asks_are_ended_and_started_again(
    room: Callable[[int], Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "IDLE", 0.01)
    one = room(1)
    one.ask("a")
    one.answer()
    settled(lambda: one.made[0].closed)
    one.ask("a")
    assert len(one.made) == 2


def test_what_is_remembered_of_matches_is_bounded(room: Callable[[int], Room], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "KNOWN", 2)
    one = room(1)
    for match in "abcd":
        one.ask(match)
    one.answer(4)
    settled(lambda: not one.thinkers._working)
    assert list(one.thinkers._thought_for) == ["c", "d"]


def test_as_many_real_processes_as_there_may_be_answer_at_once() -> None:
    thinkers = Thinkers(2)
    asked = {"game": "none", "strength": "strong"}
    failed: list[str] = []

    def ask() -> None:
        with pytest.raises(RuntimeError):
            thinkers.choose("a", asked)
        failed.append("a")

    threads = [threading.Thread(target=ask) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_SECONDS)
    thinkers.close()
    assert len(failed) == 5, "each question over which a process dies is answered by an error"


def test_a_program_that_cannot_be_started_is_an_error_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking.sys, "executable", "/nowhere/python")
    with pytest.raises(RuntimeError, match="no process"):
        BotProcess().ask({})
