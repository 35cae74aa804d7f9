"""What every hub promises: it tells that something changed and never what, and it knows who is present."""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.hub import GRACE, TYPING, Hub, LocalHub, Numbers, open_hub
from companion.hub.protocol import digest
from tests.hub.cast import ANA, PATIENCE_SECONDS, PAU, Clock, here, settle, streams_alive, woken


def test_what_is_published_wakes_the_streams_of_that_match_and_no_others(hub: Hub) -> None:
    with hub.subscribe("one", ANA, 1) as one, hub.subscribe("one", PAU, 1) as too, hub.subscribe("two", 3, 7) as two:
        settle(one, too, two)
        hub.publish("one", 2)
        assert [woken(stream) for stream in (one, too, two)] == [True, True, False]
        assert [stream.wait(0).version for stream in (one, too, two)] == [2, 2, 7]


def test_a_stream_knows_the_stored_version_before_anything_is_published(hub: Hub) -> None:
    with hub.subscribe("one", ANA, 41) as stream:
        assert stream.wait(0).version == 41


def test_a_late_stream_does_not_bring_the_version_back(hub: Hub) -> None:
    with hub.subscribe("one", ANA, 5) as stream:
        hub.publish("one", 7)
        with hub.subscribe("one", PAU, 6) as late:
            assert (stream.wait(0).version, late.wait(0).version) == (7, 7)


def test_versions_that_overtake_each_other_end_at_the_newest(hub: Hub) -> None:
    with hub.subscribe("one", ANA, 1) as stream:
        for version in (3, 5, 4, 2):
            hub.publish("one", version)
        assert stream.wait(0).version == 5


def test_ten_thousand_versions_are_one_wake_up(hub: Hub) -> None:
    with hub.subscribe("one", ANA, 1) as stream:
        settle(stream)
        for version in range(2, 10_002):
            hub.publish("one", version)
        assert woken(stream)
        assert stream.wait(0).version == 10_001
        assert not woken(stream)


def test_the_numbers_are_spelled_behind_their_format() -> None:
    assert str(Numbers(41, "a3f0", "0b1c")) == "2 41 a3f0 0b1c"


def test_every_process_says_the_same_of_the_same_phones() -> None:
    assert digest("one", [PAU, ANA]) == digest("one", frozenset({ANA, PAU})) == "f623"
    told = {digest(match, phones) for match in ("one", "two") for phones in ((), (ANA,), (PAU,), (ANA, PAU))}
    assert len(told) == 8
    assert all(re.fullmatch("[0-9a-f]{4}", one) for one in told)


def test_whoever_hears_of_everything_is_told_match_and_version(hub: Hub) -> None:
    heard: list[tuple[str, int]] = []
    hub.on_publish(lambda match, version: heard.append((match, version)))
    hub.publish("one", 2)
    hub.publish("two", 7)
    assert heard == [("one", 2), ("two", 7)]


def test_without_an_address_the_hub_is_in_this_process() -> None:
    assert isinstance(open_hub(None), LocalHub)
    with pytest.raises(ValueError, match="must specify one of the following schemes"):
        open_hub("gopher://anywhere")


def test_who_comes_is_told_to_those_who_are_here(hub: Hub) -> None:
    with hub.subscribe("one", ANA, 1) as ana:
        settle(ana)
        before = ana.wait(0)
        with hub.subscribe("one", PAU, 1) as pau:
            told = pau.wait(0)
            assert woken(ana)
            assert ana.wait(0) == told == Numbers(1, digest("one", [ANA, PAU]), digest("one", []))
            assert told != before
            assert here(hub) == {ANA, PAU}


def test_who_goes_is_here_for_a_while_and_then_the_others_are_told(hub: Hub, clock: Clock) -> None:
    with hub.subscribe("one", ANA, 1) as ana:
        with hub.subscribe("one", PAU, 1) as pau:
            settle(ana, pau)
            before = ana.wait(0)
        clock.now += GRACE - 0.001
        assert (here(hub), ana.wait(0)) == ({ANA, PAU}, before)
        clock.now += 0.001
        after = ana.wait(0)
        assert (here(hub), after) == ({ANA}, Numbers(1, digest("one", [ANA]), digest("one", [])))
        assert after != before


def test_whoever_notices_first_that_somebody_is_gone_tells_the_others(hub: Hub, clock: Clock) -> None:
    with hub.subscribe("one", ANA, 1) as ana, hub.subscribe("one", 3, 1) as zoe:
        with hub.subscribe("one", PAU, 1):
            settle(ana, zoe)
        clock.now += GRACE
        assert not woken(zoe)
        ana.wait(0)
        assert woken(zoe)


def test_a_phone_that_only_turns_a_page_is_no_news(hub: Hub, clock: Clock) -> None:
    with hub.subscribe("one", ANA, 1) as ana:
        with hub.subscribe("one", PAU, 1) as pau:
            settle(ana, pau)
            before = ana.wait(0)
        clock.now += 5
        assert ana.wait(0) == before
        with hub.subscribe("one", PAU, 1) as pau:
            assert pau.wait(0) == ana.wait(0) == before
            clock.now += GRACE
            assert (pau.wait(0), here(hub)) == (before, {ANA, PAU})


def test_a_phone_with_two_pages_is_here_until_both_are_closed(hub: Hub, clock: Clock) -> None:
    with hub.subscribe("one", ANA, 1):
        with hub.subscribe("one", ANA, 1) as second:
            settle(second)
        clock.now += 10 * GRACE
        assert (here(hub), hub.gone_for("one", ANA)) == ({ANA}, 0.0)
    clock.now += GRACE
    assert here(hub) == set()


def test_presence_in_one_match_says_nothing_about_another(hub: Hub) -> None:
    with hub.subscribe("one", ANA, 1) as ana, hub.subscribe("two", PAU, 1) as pau:
        settle(ana, pau)
        assert (here(hub), here(hub, "two"), here(hub, "three")) == ({ANA}, {PAU}, set())


def test_it_is_known_for_how_long_a_phone_is_gone(hub: Hub, clock: Clock) -> None:
    assert hub.gone_for("one", ANA) == 0.0
    with hub.subscribe("one", ANA, 1):
        clock.now += 400
        assert (hub.gone_for("one", ANA), hub.gone_for("one", PAU)) == (0.0, 400)
        assert hub.gone_for("two", ANA) == 400
    clock.now += 299
    assert hub.gone_for("one", ANA) == 299
    clock.now += 1
    assert hub.gone_for("one", ANA) == 300
    with hub.subscribe("one", ANA, 1):
        assert hub.gone_for("one", ANA) == 0.0
    assert hub.gone_for("one", ANA) == 0.0


def test_a_stream_that_ends_in_an_error_is_gone_as_well(hub: Hub, clock: Clock) -> None:
    with pytest.raises(ConnectionError), hub.subscribe("one", ANA, 1):
        raise ConnectionError
    clock.now += GRACE
    assert (here(hub), hub.gone_for("one", ANA)) == (set(), GRACE)


def test_many_streams_hear_the_last_of_many_versions_and_never_go_back(hub: Hub) -> None:
    streams, publishers, versions = 24, 4, 500
    last = publishers * versions
    ready = threading.Barrier(streams + publishers)

    def listen(phone: int) -> list[int]:
        heard = [0]
        with hub.subscribe("one", phone, 0) as stream:
            ready.wait()
            while heard[-1] < last and len(heard) < 100_000:
                heard.append(stream.wait(PATIENCE_SECONDS).version)
        return heard

    def publish(first: int) -> None:
        ready.wait()
        for version in range(first, last + 1, publishers):
            hub.publish("one", version)

    with ThreadPoolExecutor(streams + publishers) as pool:
        hearing = [pool.submit(listen, phone) for phone in range(streams)]
        publishing = [pool.submit(publish, first) for first in range(1, publishers + 1)]
        for done in publishing:
            done.result()
        for one in hearing:
            heard = one.result()
            assert heard[-1] == last
            assert heard == sorted(heard)


def test_phones_that_come_and_go_in_many_threads_leave_nobody_here(hub: Hub, clock: Clock) -> None:
    def come_and_go(phone: int) -> None:
        for version in range(200):
            with hub.subscribe("one", phone % 4, version) as stream:
                hub.publish("one", version)
                assert stream.wait(PATIENCE_SECONDS).version >= version
                assert phone % 4 in here(hub)

    before = streams_alive()
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(come_and_go, range(16)))
    assert streams_alive() <= before
    clock.now += GRACE
    assert here(hub) == set()


def test_a_phone_on_which_somebody_types_is_told_for_a_moment_and_then_forgotten(hub: Hub, clock: Clock) -> None:
    with hub.subscribe("one", ANA, 1) as ana, hub.subscribe("one", PAU, 1) as pau:
        settle(ana, pau)
        before = ana.wait(0)
        hub.types("one", PAU, "entry/1/1")
        assert woken(ana)
        told = ana.wait(0)
        assert told == Numbers(1, before.presence, digest("one", [(PAU, "entry/1/1")]))
        assert hub.typing("one") == {PAU: "entry/1/1"}
        settle(ana, pau)
        clock.now += TYPING - 0.001
        hub.types("one", PAU, "entry/1/1")
        assert not woken(ana), "that is no news"
        clock.now += TYPING - 0.001
        assert ana.wait(0) == told
        clock.now += 0.001
        assert (ana.wait(0), hub.typing("one")) == (before, {})


def test_typing_in_another_cell_is_news_and_in_another_match_is_not(hub: Hub) -> None:
    with hub.subscribe("one", ANA, 1) as ana, hub.subscribe("two", PAU, 1) as pau:
        hub.types("one", ANA, "entry/1/0")
        settle(ana, pau)
        hub.types("one", ANA, "entry/1/1")
        assert (woken(ana), woken(pau)) == (True, False)
        assert (hub.typing("one"), hub.typing("two")) == ({ANA: "entry/1/1"}, {})


def test_typing_that_nobody_hears_is_not_kept(hub: Hub) -> None:
    hub.types("one", ANA, "entry/1/0")
    assert hub.typing("one") == {}


def test_a_stream_sleeps_no_longer_than_a_grace_or_typing_lasts(hub: Hub, clock: Clock) -> None:
    with hub.subscribe("one", ANA, 1) as ana:
        settle(ana)
        assert ana._due() > 1e6
        with hub.subscribe("one", PAU, 1) as pau:
            settle(ana, pau)
        clock.now += 10
        assert ana._due() == GRACE - 10
        hub.types("one", ANA, "entry/1/0")
        settle(ana)
        assert ana._due() == TYPING
        clock.now += TYPING
        settle(ana)
        assert ana._due() == GRACE - 10 - TYPING
        clock.now += GRACE
        settle(ana)
        assert ana._due() > 1e6
