"""Whether a page waits while hands are saved on a slow disk, such as the SD card of a Raspberry Pi.

A few lines of C, put before the server's own library, make every sync take as long as such a card does.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from bench import child
from bench.aims import Found
from bench.pages import Phones
from bench.table import Phone, tables

SYNC_MS = 10
LOOKS = 600
PAUSE = 0.003
"""Seconds between two looks: pages are asked for all the time, not as fast as can be."""
SLOW = f"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>
static int slowly(const char *name, int file) {{
    usleep({SYNC_MS * 1000});
    return ((int (*)(int)) dlsym(RTLD_NEXT, name))(file);
}}
int fsync(int file) {{ return slowly("fsync", file); }}
int fdatasync(int file) {{ return slowly("fdatasync", file); }}
"""


def slow_disk(folder: Path) -> dict[str, str]:
    """The setting that makes every sync of a process slow."""
    source, library = folder / "slow.c", folder / "slow.so"
    source.write_text(SLOW, encoding="utf-8")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return {"LD_PRELOAD": str(library)}


def write_on(url: str, folder: str) -> None:
    """Save hands in matches of other people, one after the other, until this process is ended."""
    # Whoever goes on in the next match looks at its pad first, and reading that takes as long as a sync.
    phones = Phones(url, tables(url, Path(folder), 1, more=40))
    print("writing", flush=True)
    while True:
        phones.write()


def looks(url: str) -> list[float]:
    """Milliseconds of many looks at a pad that does not change, shortest first."""
    phone, times = Phone(url), []
    pad = phone.begin(4, 3)
    for _ in range(LOOKS):
        sleep(PAUSE)
        start = perf_counter()
        phone.ask(pad)
        times.append(1000 * (perf_counter() - start))
    return sorted(times)


def beside_writers(environment: dict[str, str]) -> list[float]:
    """The looks at a pad while others save hands."""
    with child.companion(**environment) as url:
        command = [sys.executable, "-m", "bench.disk", url, str(child.folder_of(url))]
        writer = subprocess.Popen(command, cwd=child.ROOT, stdout=subprocess.PIPE, text=True)
        try:
            assert writer.stdout
            writer.stdout.readline()
            return looks(url)
        finally:
            writer.kill()
            writer.communicate()


def main() -> list[Found]:
    """Measure and print; returns what was aimed at, if it can be measured here."""
    if not sys.platform.startswith("linux") or shutil.which("cc") is None:
        print("A slow disk can be measured on Linux with a C compiler only.")
        return []
    print(f"A pad page while hand after hand is saved in another match, {LOOKS} looks")
    with TemporaryDirectory(prefix="companion-bench-") as folder:
        for name, environment in (("this disk", {}), (f"{SYNC_MS} ms a sync", slow_disk(Path(folder)))):
            times = beside_writers(environment)
            print(f"{name:>14}: p50 {times[LOOKS // 2]:6.1f} ms   p99 {times[LOOKS * 99 // 100]:6.1f} ms")
    return [Found(f"a pad page beside writes, {SYNC_MS} ms a sync, p99", times[LOOKS * 99 // 100], 5, "ms")]


if __name__ == "__main__":
    if len(sys.argv) == 3:
        write_on(*sys.argv[1:])
    main()
