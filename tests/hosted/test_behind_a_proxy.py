"""Behind nginx and Caddy as deploy/ configures them: https, HTTP/2, streams, addresses, uploads, restarts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from tests.servers import wait_until

from .conftest import House

FORGED = {
    "X-Forwarded-For": "203.0.113.9, 198.51.100.7",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "http",
    "X-Real-IP": "203.0.113.9",
    "Forwarded": "for=203.0.113.9;proto=http",
}


def token(page: str) -> str:
    """The token of the first form on a page."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert found
    return found[1]


def begin(phone: httpx.Client) -> str:
    """A match of Ana, Pau and Zoé; the address of its pad."""
    fields = {"csrf_token": token(phone.get("/new").text), "youngest": "0", "name": ["Ana", "Pau", "Zoé"]}
    answer = phone.post("/new", data=fields, headers={"Referer": str(phone.base_url)})
    assert answer.status_code == 303, answer.text
    return "/".join(answer.headers["Location"].split("/")[:3])


def enter(phone: httpx.Client, pad: str, seat: int, cards: str) -> None:
    """Write a hand of the first round down."""
    sheet = f"{pad}/r/1/s/{seat}/edit"
    fields = {"csrf_token": token(phone.get(sheet).text), "cards": cards, "shown": "0", "points": ""}
    answer = phone.post(sheet, data=fields, headers={"Referer": f"{phone.base_url}{sheet}"})
    assert answer.status_code == 303, answer.text


@contextmanager
def listening(phone: httpx.Client, pad: str) -> Iterator[Iterator[str]]:
    """The versions that a stream tells."""
    with phone.stream("GET", f"{pad}/events") as answer:
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        yield (line.split()[2] for line in answer.iter_lines() if line.startswith("data: 2"))


def test_a_phone_speaks_https_and_http_2(house: House) -> None:
    with house.client() as phone:
        home = phone.get("/")
    assert (home.status_code, home.http_version) == (200, "HTTP/2")
    assert home.headers.get_list("Strict-Transport-Security") == ["max-age=31536000"]
    assert home.headers["Content-Security-Policy"].startswith("default-src 'self'")


def test_plain_http_leads_to_https(house: House) -> None:
    answer = httpx.get(f"{house.plain}/join")
    assert answer.status_code in (301, 308)
    assert re.fullmatch(r"https://127\.0\.0\.1(:\d+)?/join", answer.headers["Location"])


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.7"])
@pytest.mark.parametrize("sent", [{}, FORGED], ids=["plain", "forged"])
def test_the_app_knows_the_phone_by_its_own_address(house: House, address: str, sent: dict[str, str]) -> None:
    with house.client(address) as phone:
        told = phone.get("/told", headers=sent).json()
    host = house.url.removeprefix("https://")
    # A stream of the test before may end just now.
    assert {**told, "streams": 0} == {"address": address, "host": host, "secure": True, "streams": 0}


def test_another_name_is_not_served(house: House) -> None:
    with house.client() as phone:
        answer = phone.get("/", headers={"Host": "evil.example"})
    # Caddy knows no such site, and says nothing.
    assert answer.status_code in (400, 421) or not answer.text


def test_cookies_are_for_https_alone(house: House) -> None:
    with house.client() as phone:
        begin(phone)
        cookies = {cookie.name: cookie.secure for cookie in phone.cookies.jar}
    assert len(cookies) == 1
    assert all(cookies.values())


def test_a_stream_tells_at_once(house: House) -> None:
    with house.client() as ana:
        pad = begin(ana)
        with house.client(cookies=ana.cookies) as listener, listening(listener, pad) as versions:
            before = int(next(versions))
            enter(ana, pad, 0, "9 1")
            # There is no heartbeat in these tests: what was held back would not come at all.
            assert before + 1 in map(int, versions)


def test_a_phone_that_hangs_up_is_noticed(house: House) -> None:
    with house.client() as ana:
        pad = begin(ana)
        with house.client(cookies=ana.cookies) as listener, listening(listener, pad) as versions:
            next(versions)
            assert ana.get("/told").json()["streams"] == 1
        wait_until(lambda: ana.get("/told").json()["streams"] == 0)


def bring(phone: httpx.Client, size: int) -> httpx.Response:
    """Send a file of so many bytes, which is none of ours."""
    headers = {"Referer": f"{phone.base_url}/import"}
    brought = {"file": ("matches.json", b"{" + b" " * size, "application/json")}
    return phone.post("/import", data={"csrf_token": token(phone.get("/import").text)}, files=brought, headers=headers)


def test_a_file_of_20_mb_is_taken_and_a_larger_one_is_not(house: House) -> None:
    with house.client() as phone:
        assert bring(phone, 20 * 2**20 - 1).status_code == 422
    # This client reads no answer before it has sent all, if it speaks HTTP/2; over HTTP/1.1 it does.
    with httpx.Client(base_url=house.url, verify=house.trusts, timeout=60) as phone:
        assert bring(phone, 22 * 2**20).status_code == 413


def test_static_files_are_kept_for_a_year_and_compressed(house: House) -> None:
    with house.client() as phone:
        css = re.search(r'href="(/static/[^"]+base\.css)"', phone.get("/").text)
        assert css
        answers = [phone.get(css[1]) for _ in range(2)]
    for answer in answers:
        assert answer.headers["Content-Encoding"] == "br"
        assert "max-age=31536000" in answer.headers["Cache-Control"]
        assert "@layer" in answer.text


def test_a_mistake_of_ours_names_no_private_address_in_any_log(house: House) -> None:
    with house.client() as phone:
        assert phone.get("/fails?secret=KQVNMXUMSBBMZ").status_code == 500
        assert phone.get("/J/KQVNMXUMSBBMZKQVNMXU").status_code == 404
        assert phone.get("/m/KQVNMXUMSBBMZ/events").status_code == 404
    assert "KQVNMXUMSBBMZ" not in house.said()
    # What an exception says may quote what was typed: its kind and its place are told.
    assert "as if something were wrong" not in house.said()
    assert "RuntimeError" in house.said()


def test_while_nobody_answers_a_page_says_so_and_a_write_goes_on_after_a_restart(house: House) -> None:
    with house.client() as phone:
        pad = begin(phone)
        house.inner.stop()
        try:
            away = phone.get(pad)
            assert (away.status_code, away.headers["Content-Type"].partition(";")[0]) == (502, "text/html")
            for said in ("Companion will be back in a moment", "revient dans un instant", "za chwilę wróci"):
                assert said in away.text
            assert away.headers["Retry-After"] == "5"
        finally:
            house.inner.start()
        wait_until(lambda: phone.get(pad).status_code == 200)
        enter(phone, pad, 0, "9 1")
