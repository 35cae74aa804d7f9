"""The app for the smoke: `companion serve` in a process of its own, which goes and comes back at the same address."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

from tests.serving import PATIENCE_SECONDS, Server

ROOT = Path(__file__).resolve().parents[2]


class House:
    """Serves from a folder; `url` is its address, without a slash at the end."""

    def __init__(self, python: str, folder: Path) -> None:
        self.command = [python, "-m", "companion", "serve", "--host", "127.0.0.1", "--port"]
        self.folder = folder
        self.url = ""
        self.open()

    def open(self) -> None:
        """Starts to serve, at any port the first time."""
        environment = {**os.environ, "COMPANION_DATA": str(self.folder / "data"), "COMPANION_BOT_PAUSE": "0.05"}
        environment.pop("DATABASE_URL", None)
        port = str(urlsplit(self.url).port or 0)
        with (self.folder / "errors.txt").open("a", encoding="utf-8") as errors:
            self.process = subprocess.Popen(
                [*self.command, port],
                cwd=ROOT,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=errors,
                encoding="utf-8",
            )
        self.url = Server(self.process).url.rstrip("/")

    def shut(self) -> None:
        """Is gone, as by pulling the plug."""
        self.process.kill()
        self.process.communicate(timeout=PATIENCE_SECONDS)

    def errors(self) -> str:
        """What it wrote to stderr."""
        return (self.folder / "errors.txt").read_text(encoding="utf-8")
