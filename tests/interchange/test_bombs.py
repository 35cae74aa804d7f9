"""Small files that would fill the memory of the house, numbers and depths that no file of a program has."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO

import pytest

from companion.interchange import any_file, csv_in, reading
from companion.interchange.reading import At, Damaged, loaded
from tests.conftest import Phone, Table

HEADS = csv_in.heads([])
HEAD = b"match,began,name,total\n"
MEGABYTE = 2**20
BOMBS = {
    "lists": b"[" + b"[]," * 6_000_000 + b"[]]",
    "objects": b"[" + b"{}," * 6_000_000 + b"{}]",
    "numbers": b"[" + b"1.5," * 5_000_000 + b"1]",
    "elements": b"<plays>" + b"<a/>" * 5_000_000 + b"</plays>",
    "nested elements": b"<plays>" + b"<a>" * 2_500_000 + b"</a>" * 2_500_000 + b"</plays>",
    "rows": HEAD + b"a,b,c,1\n" * 2_000_000,
    "blank rows": HEAD + b"\n" * 19_000_000,
}
READ = """
import resource, sys
from companion.interchange import any_file, csv_in, reading
data = sys.stdin.buffer.read()
most = {most}
resource.setrlimit(resource.RLIMIT_AS, (most, most))
try:
    any_file.read(data, csv_in.heads([]))
except reading.Damaged as damaged:
    print(damaged.why.msgid)
"""


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_a_file_that_would_fill_the_memory_is_refused_before_it_is_read(bomb: bytes) -> None:
    assert len(bomb) <= 20 * MEGABYTE
    with pytest.raises(Damaged, match="more than can be read at once"):
        any_file.read(bomb, HEADS)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is not limited in this way")
@pytest.mark.parametrize("bomb", [BOMBS["lists"], BOMBS["nested elements"], b"," * 20 * MEGABYTE])
def test_it_is_refused_in_little_memory(bomb: bytes) -> None:
    code = READ.format(most=400 * MEGABYTE)
    done = subprocess.run([sys.executable, "-c", code], input=bomb, capture_output=True, check=False, timeout=60)
    assert done.stdout, done.stderr.decode()
    assert done.returncode == 0


@pytest.mark.parametrize(
    "data",
    [b"[" * 100_000, b"[" * 3_000 + b"]" * 3_000, b"[" + b"9" * MEGABYTE + b"]", b'{"a":' * 50_000, b"[NaN]"],
    ids=["deep and open", "deep", "long number", "deep objects", "no number"],
)
def test_what_is_too_deep_or_too_long_to_be_meant_is_damaged(data: bytes) -> None:
    with pytest.raises(Damaged):
        any_file.read(data, HEADS)


@pytest.mark.parametrize("deep", [500, 900])
def test_a_value_that_may_be_anything_is_still_no_depth(deep: int) -> None:
    value: object = "\0"
    for _ in range(deep):
        value = [value]
    with pytest.raises(Damaged):
        At("options", value).plain()


def test_a_number_that_is_too_large_to_be_kept_is_damaged() -> None:
    with pytest.raises(Damaged):
        loaded(b'{"limit": 1e999}').options()
    assert loaded(b'{"limit": 1e99}').options() == {"limit": 1e99}


@pytest.mark.parametrize(
    "data",
    [
        b"[" + b"[]," * 100 + b"[]]",
        b"[" * 100_000,
        b'{"format":"companion","version":1,"matches":[{"options":' + b"[" * 900,
    ],
    ids=["lists", "deep", "deep options"],
)
def test_the_page_says_what_is_wrong_with_a_bomb(table: Table, data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_PARTS", 100)
    fields = {"csrf_token": table.phone.csrf(), "file": (BytesIO(data), "matches.json")}
    answer = table.phone.client.post("/import", data=fields, content_type="multipart/form-data")
    assert answer.status_code == 422


def test_a_form_that_is_too_large_says_so_and_a_compressed_one_is_not_unpacked(phone: Phone) -> None:
    large = phone.client.post("/new", data={"csrf_token": phone.csrf(), "name": "x" * 300_000})
    assert large.status_code == 413
    assert "shorten" in large.text
    packed = {"Content-Encoding": "gzip", "Content-Type": "application/x-www-form-urlencoded"}
    assert phone.client.post("/new", data=b"\x1f\x8b\x08" + b"\0" * 100, headers=packed).status_code == 400
