"""Several workers on one port: all answer, whoever dies is replaced, and all of them end with their parent."""

from __future__ import annotations

import os
import re
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from companion import arguments, create_app, settings
from tests.hard.test_several import Stream, listening
from tests.hard.writers import Browser, begin
from tests.servers import redis, redis_url, wait_until
from tests.serving import Server, serving

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes as Linux shows them")

WORKERS = "--workers=2"


def command(*more: str) -> list[str]:
    return [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", *more]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A house of its own, on SQLite."""
    made = {**os.environ, "COMPANION_DATA": str(tmp_path), "PYTHONPATH": str(settings.CHECKOUT), "LC_ALL": "C"}
    return {name: text for name, text in made.items() if name not in ("DATABASE_URL", "REDIS_URL", "METRICS_TOKEN")}


@pytest.fixture
def house(environment: dict[str, str], tmp_path: Path) -> Iterator[Server]:
    """A server with two workers."""
    with serving(command(WORKERS, "--port=0"), tmp_path, environment) as it:
        yield it


def children(process: int) -> set[int]:
    """The processes that a process has begun, and that have not ended."""
    listed = Path(f"/proc/{process}/task/{process}/children")
    return {int(number) for number in listed.read_text().split()} if listed.exists() else set()


def lives(process: int) -> bool:
    """Whether a process has not ended; one that nobody has buried yet has."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def sockets(process: int) -> int:
    """How many sockets a process has open."""
    count = 0
    for each in Path(f"/proc/{process}/fd").iterdir():
        try:
            count += os.readlink(each).startswith("socket:")
        except FileNotFoundError:
            continue
    return count


def asked(server: Server, path: str = "/healthz") -> tuple[HTTPConnection, HTTPResponse]:
    """A connection that stays open, and its answer."""
    connection = HTTPConnection(urlsplit(server.url).netloc, timeout=30)
    connection.request("GET", path)
    return connection, connection.getresponse()


def status(server: Server, path: str = "/healthz") -> int:
    """What a request of its own is answered."""
    connection, answer = asked(server, path)
    with closing(connection):
        return answer.status


def refuses(server: Server) -> bool:
    """Whether nobody listens any more."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", urlsplit(server.url).port)) != 0


def test_all_workers_answer_on_a_port_that_was_free(house: Server) -> None:
    workers = children(house.process.pid)
    assert len(workers) == 2
    before = {worker: sockets(worker) for worker in workers}
    with ExitStack() as open_ones:

        def both_have_some() -> bool:
            connection, answer = asked(house)
            open_ones.callback(connection.close)
            assert (answer.status, answer.read()) == (200, b"alive\n")
            return all(sockets(worker) >= before[worker] + 5 for worker in workers)

        wait_until(both_have_some)
    assert house.said.count("Ctrl-C") == 1
    assert "Without Redis, phones hear up to 15 seconds late" in house.said


def test_a_worker_that_is_killed_is_replaced_and_requests_go_on(house: Server) -> None:
    workers = children(house.process.pid)
    killed = min(workers)
    os.kill(killed, signal.SIGKILL)
    wait_until(lambda: not lives(killed))
    assert [status(house) for _ in range(5)] == [200] * 5
    wait_until(lambda: len(children(house.process.pid) - {killed}) == 2)
    (new,) = children(house.process.pid) - workers
    before = sockets(new)
    with ExitStack() as open_ones:

        def it_has_some() -> bool:
            connection, answer = asked(house)
            open_ones.callback(connection.close)
            assert answer.status == 200
            return sockets(new) > before + 5

        wait_until(it_has_some)
    code, errors = house.stop(signal.SIGTERM)
    assert (code, errors.count("\n")) == (0, 1)
    assert f"a worker has ended early (process {killed}, exit code -9)" in errors


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_all_end_when_told_to_while_a_stream_is_open(house: Server, how: signal.Signals) -> None:
    workers = children(house.process.pid)
    phone = Browser(house.url.rstrip("/"))
    stream = urlopen(Request(f"{phone.url}{begin(phone, ('Ana', 'Pau'))}/events", headers={"Cookie": phone.cookie}))
    with stream:
        assert stream.readline()
        assert house.stop(how) == (0, "")
        assert b"event: again" in stream.read()
    assert not any(lives(worker) for worker in workers)
    assert refuses(house)


def test_a_manager_that_tells_every_process_to_stop_cuts_nothing_off(house: Server) -> None:
    slow = socket.create_connection(("127.0.0.1", urlsplit(house.url).port), timeout=30)
    with slow:
        slow.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
        for process in (*children(house.process.pid), house.process.pid):
            os.kill(process, signal.SIGTERM)
        slow.sendall(b"\r\n")
        assert slow.recv(4096).startswith(b"HTTP/1.1 200")
    assert house.process.wait(30) == 0


def test_workers_end_when_their_parent_is_killed(house: Server) -> None:
    workers = children(house.process.pid)
    house.process.kill()
    wait_until(lambda: not any(lives(worker) for worker in workers))
    assert refuses(house)


def test_a_port_that_is_taken_is_named_before_anything_is_done(environment: dict[str, str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        told = subprocess.run(
            command(WORKERS, f"--port={port}"), env=environment, capture_output=True, text=True, timeout=60
        )
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.startswith(f"Port {port} is in use")
    assert list(tmp_path.iterdir()) == []


def test_workers_that_cannot_begin_are_given_up_with_a_sentence(environment: dict[str, str], tmp_path: Path) -> None:
    broken = "import os\nif os.environ.get('PROMETHEUS_MULTIPROC_DIR'):\n    os._exit(7)\n"
    (tmp_path / "config.py").write_text(broken)
    told = subprocess.run(command(WORKERS, "--port=0"), env=environment, capture_output=True, text=True, timeout=120)
    assert told.returncode == 1
    assert "Ctrl-C" not in told.stdout
    assert told.stderr.startswith("Each worker ends before it answers (exit code 7)")


def test_what_all_workers_have_counted_is_added_up(environment: dict[str, str], tmp_path: Path) -> None:
    key = "a token of enough letters"
    with serving(command(WORKERS, "--port=0"), tmp_path, {**environment, "METRICS_TOKEN": key}) as house:
        for _ in range(20):
            assert status(house, "/") == 200
        asked = Request(f"{house.url}metrics", headers={"Authorization": f"Bearer {key}"})
        with urlopen(asked) as answer:
            said = answer.read().decode()
        counted = re.findall(r'^companion_requests_total{endpoint="[^"]+",method="GET",status="2xx"} (.+)$', said, re.M)
        assert sum(map(float, counted)) == 20


def test_workers_speak_https(environment: dict[str, str], tmp_path: Path) -> None:
    with serving(command(WORKERS, "--port=0", "--https"), tmp_path, environment) as house:
        where = urlsplit(house.url)
        trusted = ssl.create_default_context(cafile=str(tmp_path / "https/authority.pem"))
        for _ in range(10):
            with closing(HTTPSConnection(where.netloc, timeout=30, context=trusted)) as connection:
                connection.request("GET", "/healthz")
                assert connection.getresponse().status == 200
        assert house.stop(signal.SIGTERM) == (0, "")


def test_the_cores_are_shared_among_the_bots_of_all_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.bots.cores", lambda: 6)
    found = []
    monkeypatch.setattr("companion.bots.Thinkers", lambda most, _: found.append(most))
    for given in ({}, {"WORKERS": 2}, {"WORKERS": 8}, {"WORKERS": 2, "BOT_PROCESSES": 5}):
        create_app({**given, "SQLALCHEMY_DATABASE_URI": "sqlite://", "SECRET_KEY": "0123456789abcdef"})
    assert found == [6, 3, 1, 5]


@pytest.mark.parametrize("many", ["0", "-1", "two", "65", "٣"])
def test_a_number_of_workers_that_is_none_is_refused(many: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        arguments.parser().parse_args(["serve", f"--workers={many}"])
    assert f"{many} is no number from 1 to 64" in capsys.readouterr().err


def test_streams_at_all_workers_hear_at_once_over_redis(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "config.py").write_text("STREAMS_A_PHONE = 1000")
    with ExitStack() as running:
        environment["REDIS_URL"] = redis_url(running.enter_context(redis()))
        house = running.enter_context(serving(command(WORKERS, "--port=0"), tmp_path, environment))
        phone = Browser(house.url.rstrip("/"))
        pad = begin(phone, ("Ana", "Pau"))
        before = {worker: sockets(worker) for worker in children(house.process.pid)}
        streams: list[Stream] = []

        def both_have_some() -> bool:
            streams.append(running.enter_context(listening(phone, f"{pad}/events")))
            return all(sockets(worker) >= most + 2 for worker, most in before.items())

        wait_until(both_have_some)
        version = max(stream.until()[0] for stream in streams)
        phone.send(f"{pad}/r/1/s/0/edit", f"{pad}/r/1/s/0/edit", cards="9", shown="0")
        assert [stream.until(version + 1)[0] for stream in streams] == [version + 1] * len(streams)
