"""Who makes room when there is none."""

from __future__ import annotations

from companion.crowd import Connection, Crowd


class Sock:
    """A connection that says when it is shut."""

    def __init__(self, shut: list[Sock]) -> None:
        self.all, self._sock = shut, self

    def shutdown(self, how: int) -> None:
        """It is shown out."""
        self.all.append(self)


def crowd(most: int, most_an_address: int, *addresses: str) -> tuple[Crowd, list[Sock], list[Connection]]:
    """Connections of some addresses, in the order in which they came."""
    made, shut = Crowd(most, most_an_address), []
    for port, address in enumerate(addresses):
        assert made.enter(Sock(shut), (address, port))  # type: ignore[arg-type]
    return made, shut, list(made.there.values())


def test_an_address_that_is_full_shows_out_one_of_its_own() -> None:
    full, shut, there = crowd(10, 2, "192.0.2.1", "198.51.100.1", "198.51.100.1")
    assert full.enter(Sock(shut), ("198.51.100.1", 9))  # type: ignore[arg-type]
    assert [one.socket for one in there if one.out] == shut == [there[1].socket]
    assert full.of_address == {"192.0.2.1": 1, "198.51.100.1": 2}


def test_addresses_of_one_network_are_one_and_ipv4_is_itself_however_it_is_written() -> None:
    full, shut, there = crowd(10, 2, "2001:db8::1", "2001:db8::ffff:2", "::ffff:192.0.2.1", "192.0.2.1")
    assert full.enter(Sock(shut), ("2001:db8:0:0:9::", 9))  # type: ignore[arg-type]
    assert full.enter(Sock(shut), ("192.0.2.1", 10))  # type: ignore[arg-type]
    assert shut == [there[0].socket, there[2].socket]


def test_who_owes_a_request_makes_room_before_who_only_may_send_another() -> None:
    full, shut, there = crowd(3, 0, "192.0.2.1", "192.0.2.2", "192.0.2.3")
    there[0].idle = True
    for port in range(3):
        assert full.enter(Sock(shut), ("192.0.2.9", 10 + port))  # type: ignore[arg-type]
    assert shut[:2] == [there[1].socket, there[2].socket]
    assert not there[0].out


def test_who_is_at_work_makes_no_room() -> None:
    full, shut, there = crowd(2, 0, "192.0.2.1", "192.0.2.2")
    full.waited_for.clear()
    assert not full.enter(Sock(shut), ("192.0.2.9", 9))  # type: ignore[arg-type]
    full.leave(there[0].address)
    full.leave(there[0].address)
    assert full.enter(Sock(shut), ("192.0.2.9", 9))  # type: ignore[arg-type]
    assert shut == []
