"""A server in a process of its own, as a person would start it."""

import re
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

# A child that hangs is ended, so that the test that waits for it fails instead of waiting for ever.
PATIENCE_SECONDS = 60

STREAM_AND_SERVE = """
@app.get("/events")
def events():
    def beats():
        while True:
            yield ": still here\\n"
            gevent.sleep(0.05)
    return beats(), {"Content-Type": "text/event-stream"}

server.serve(app, "127.0.0.1", 0)
"""
"""How the script of a bare app ends: it has a stream, too, and is served."""


class Stopped(NamedTuple):
    code: int
    errors: str


class Server:
    """A running server: its address, and what it said until it was ready."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.said = ""
        assert process.stdout
        for line in process.stdout:
            self.said += line
            if "Ctrl-C" in line:
                break
        address = re.search(r"https?://\S+", self.said)
        assert address, f"it did not start: {self.said}{process.communicate()[1]}"
        self.url = address.group()

    def stop(self, how: signal.Signals = signal.SIGINT) -> Stopped:
        """Asks it to stop; returns its exit code and all it wrote to stderr."""
        self.process.send_signal(how)
        _, errors = self.process.communicate(timeout=PATIENCE_SECONDS)
        return Stopped(self.process.returncode, errors)


@contextmanager
def serving(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Iterator[Server]:
    """Starts a server that announces itself, and makes sure that it ends."""
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    watch = threading.Timer(PATIENCE_SECONDS, process.kill)
    watch.start()
    try:
        server = Server(process)
        watch.cancel()
        yield server
    finally:
        watch.cancel()
        process.kill()
        process.communicate()
