"""Coming in by a link or by a code: looking lets nobody in, a tap does."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.reading import read, words

WRONG_CODES, TWO_TABLES = 25, 16


def secret(link: str) -> str:
    return link.rsplit("/", 1)[1]


@pytest.mark.parametrize("which", [0, 1])
def test_opening_a_link_makes_no_phone_no_grant_and_no_seat(
    app: Flask, table: Table, stranger: Phone, which: int
) -> None:
    before = written(app)
    assert stranger.get(table.links()[which]).location == "/join"
    assert stranger.get("/join").status_code == 200
    assert written(app) == before
    with stranger.client.session_transaction() as session:
        assert session["pending"] == secret(table.links()[which])
        assert "phone" not in session
    assert stranger.get(table.url).status_code == 404
    assert stranger.get(f"/tv/{table.public_id}").status_code == 404


def names_offered(phone: Phone, path: str = "/join") -> list[str]:
    """Whom one tap, or a tick, takes."""
    fields = [one for one in read(phone.get(path)).classed("choice") if one.tag in ("button", "label")]
    return [name for one in fields for name in ("Ana", "Pau", "Zoé") if name in one.words]


def test_the_page_that_was_scanned_asks_who_it_is_and_one_tap_joins_and_takes_the_seat(
    table: Table, stranger: Phone
) -> None:
    stranger.get(table.links()[0])
    assert names_offered(stranger) == names_offered(stranger, "/join?several=1") == ["Ana", "Pau", "Zoé"]
    answer = stranger.send("/join", "/join", seat="1")
    assert (answer.status_code, answer.location) == (303, table.url)
    pad = words(stranger.get(table.url))
    assert "Enter Pau’s cards" in pad
    assert "This phone enters for Pau. Not me" in pad
    assert "Not me" not in words(stranger.get(table.url)), "it is said once"


def test_a_tap_in_a_round_that_has_ended_leads_to_the_own_sheet(table: Table, stranger: Phone) -> None:
    table.enter(1, 0, "9", mojo=True)
    assert stranger.join(table.links()[0], 1).location == f"{table.cell(1, 1)}/edit"


def test_a_parent_joins_for_several_and_must_tick_somebody(app: Flask, table: Table, stranger: Phone) -> None:
    before = written(app)
    stranger.get(table.links()[0])
    answer = stranger.send("/join?several=1", "/join")
    assert answer.status_code == 422
    assert "Tick who this phone enters for" in words(answer)
    assert written(app) == before
    assert stranger.send("/join?several=1", "/join", seat=["0", "2"]).location == table.url
    assert "This phone enters for Ana and Zoé." in words(stranger.get(table.url))
    everybody = Phone(app)
    everybody.get(table.links()[0])
    assert everybody.send("/join?several=1", "/join", everybody="1").location == table.url
    assert Table(everybody, table.url).enter(1, 1, "9").location == f"{table.cell(1, 2)}/edit"


def test_just_watching_by_the_link_that_joins_lets_a_phone_look_and_no_more(table: Table, stranger: Phone) -> None:
    assert stranger.join(table.links()[0], watch="1").location == f"/tv/{table.public_id}"
    assert stranger.get(f"/tv/{table.public_id}").status_code == 200
    assert stranger.get(table.url).status_code == 404
    assert stranger.join(table.links()[0], 1).location == table.url, "it can change its mind"


def test_a_name_that_has_a_phone_is_not_offered_and_who_taps_it_all_the_same_is_not_in(
    app: Flask, table: Table, stranger: Phone
) -> None:
    stranger.get(table.links()[0])
    table.guest(1)
    assert names_offered(stranger) == ["Ana", "Zoé"]
    assert "Pau on another phone" in words(stranger.get("/join"))
    before = written(app)
    for seat in ("1", "9", "x"):
        answer = stranger.send("/join", "/join", seat=seat)
        assert answer.status_code == 409
        assert "Another phone enters the cards for this player" in words(answer)
    assert written(app) == before
    assert stranger.get(table.url).status_code == 404


def test_a_phone_that_is_in_scans_again_and_is_somebody_else(table: Table) -> None:
    pau = table.guest(1)
    pau.phone.get(table.links()[0])
    assert names_offered(pau.phone) == ["Ana", "Pau", "Zoé"]
    assert "Pau this phone" in words(pau.phone.get("/join"))
    pau.phone.send("/join", "/join", seat="2")
    assert "Enter Zoé’s cards" in words(pau.pad())
    assert names_offered(table.phone, f"{table.url}/who") == ["Ana", "Pau"]


def test_the_watch_link_leads_to_the_television(table: Table, stranger: Phone) -> None:
    assert stranger.join(table.links()[1]).location == f"/tv/{table.public_id}"
    assert stranger.get(table.url).status_code == 404


def test_the_page_to_join_says_who_plays_and_never_shows_the_secret(table: Table, stranger: Phone) -> None:
    link = table.links()[0]
    stranger.get(link)
    page = stranger.get("/join")
    assert names_offered(stranger) == ["Ana", "Pau", "Zoé"]
    assert secret(link) not in page.text
    assert secret(link).lower() not in page.text


def test_the_secret_is_gone_from_every_address_that_follows(table: Table, stranger: Phone) -> None:
    link = table.links()[0]
    first = stranger.get(link)
    last = stranger.send("/join", "/join")
    assert secret(link) not in first.location + last.location
    assert first.headers["Referrer-Policy"] == "same-origin"


def test_a_link_works_in_small_letters(table: Table, stranger: Phone) -> None:
    assert stranger.join(table.links()[0].lower()).location == table.url


def test_the_button_without_a_link_says_so(app: Flask, stranger: Phone) -> None:
    before = written(app)
    answer = stranger.client.post("/join", data={"csrf_token": stranger.csrf()})
    assert answer.status_code == 409
    assert "This link no longer works" in words(answer)
    assert written(app) == before


def test_a_tap_uses_the_link_up(table: Table, stranger: Phone) -> None:
    fields_of_the_page = {"csrf_token": stranger.csrf()}
    stranger.join(table.links()[0])
    assert stranger.client.post("/join", data=fields_of_the_page).status_code == 409
    assert "The code" in words(stranger.get("/join"))


def test_a_second_tap_on_join_makes_one_phone(app: Flask, table: Table, stranger: Phone) -> None:
    for _ in range(2):
        stranger.join(table.links()[0])
    assert len(written(app)["grants"]) == 1
    assert len(written(app)["phones"]) == 2


@pytest.mark.parametrize("spell", [str, str.lower, lambda code: code.replace(" ", ""), lambda code: "-".join(code)])
def test_the_code_is_understood_in_any_spelling(table: Table, stranger: Phone, spell: type[str]) -> None:
    answer = stranger.send("/join", "/join/code", code=f" {spell(table.code())} ")
    assert (answer.status_code, answer.location) == (303, "/join")
    assert names_offered(stranger) == ["Ana", "Pau", "Zoé"]
    assert stranger.send("/join", "/join", seat="1").location == table.url


def test_the_right_code_alone_lets_nobody_in(app: Flask, table: Table, stranger: Phone) -> None:
    before = written(app)
    stranger.send("/join", "/join/code", code=table.code())
    assert written(app) == before
    assert stranger.get(table.url).status_code == 404


@pytest.mark.parametrize("code", ["", "ABC", "O0I1L5", "⁶⁶⁶⁶⁶⁶", "x" * 500])
def test_a_code_that_is_none_is_refused_and_kept(app: Flask, table: Table, stranger: Phone, code: str) -> None:
    before = written(app)
    answer = stranger.send("/join", "/join/code", code=code)
    assert answer.status_code == 422
    assert "There’s no open match with this code." in words(answer)
    assert read(answer).named("code").at["value"] == code[:40]
    assert written(app) == before


def test_the_code_of_a_match_that_is_over_opens_nothing(phone: Phone, stranger: Phone) -> None:
    match = phone.begin("Ana", "Pau", limit="20")
    code = match.code()
    match.round(1, "3", "10 12", mojo=0)
    assert stranger.send("/join", "/join/code", code=code).status_code == 422


def test_guessing_codes_is_slowed_down_in_the_style_of_the_house(app: Flask, table: Table, stranger: Phone) -> None:
    app.config["WRONG_CODES_AN_ADDRESS"] = f"{WRONG_CODES - 1} per hour"
    fields = {**stranger.form("/join", "/join/code"), "code": "222222"}
    answers = [stranger.client.post("/join/code", data=fields) for _ in range(WRONG_CODES)]
    assert [one.status_code for one in answers[:10]] == [422] * 10
    assert answers[-1].status_code == 429
    tree = read(answers[-1])
    assert [head.words for head in tree.all("h1")] == ["Too many attempts"]
    assert any(link.at.get("href") == "/" for link in tree.all("a"))
    assert stranger.send("/join", "/join/code", code=table.code()).status_code == 429


def test_a_whole_family_behind_one_router_types_the_right_code(app: Flask, table: Table) -> None:
    phones = [Phone(app) for _ in range(TWO_TABLES)]
    code = table.code()
    assert {phone.send("/join", "/join/code", code=code).status_code for phone in phones} == {303}


def test_closed_joining_lets_no_new_phone_in_but_keeps_those_that_are(
    app: Flask, table: Table, stranger: Phone
) -> None:
    link, guest = table.links()[0], table.guest(1)
    table.phone.send(f"{table.url}/phones", f"{table.url}/phones/joining")
    before = written(app)["grants"]
    stranger.get(link)
    assert "This match is closed to new phones." in words(stranger.get("/join"))
    assert names_offered(stranger) == []
    assert names_offered(guest.phone, f"{guest.url}/who") == ["Ana", "Pau", "Zoé"]
    answer = stranger.client.post("/join", data={"csrf_token": stranger.csrf(), "seat": "2"})
    assert answer.status_code == 409
    assert "This match is closed to new phones." in words(answer)
    assert written(app)["grants"] == before
    assert stranger.get(table.url).status_code == 404
    assert guest.phone.get(table.url).status_code == 200
    assert guest.phone.join(link).status_code == 303
    table.phone.send(f"{table.url}/phones", f"{table.url}/phones/joining")
    assert stranger.join(link).status_code == 303


def test_a_removed_phone_finds_nothing_any_more_and_does_not_come_back(app: Flask, table: Table) -> None:
    links, guest = table.links(), table.guest(1)
    assert "Not me" in guest.pad()
    remove = {**table.phone.form(f"{table.url}/phones", "/phones/remove")}
    table.phone.client.post(f"{table.url}/phones/remove", data=remove)
    for path in ("", "/sheet", "/who", "/go", "/phones", "/phones/here", "/events", "/menu", "/r/1/s/1/edit"):
        assert guest.phone.get(table.url + path).status_code == 404, path
    assert guest.phone.get(f"/tv/{table.public_id}").status_code == 404
    assert table.url not in guest.phone.get("/").text
    before = written(app)
    for phone in (guest.phone, Phone(app)):
        for old in links:
            assert phone.get(old).status_code == 404
    assert written(app) == before


def test_the_group_link_opens_people_and_matches_and_renewing_makes_it_useless(table: Table, app: Flask) -> None:
    def shown() -> str:
        link = read(table.phone.get("/group")).id("link").at["value"]
        return "/J/" + secret(link)

    old, inside, late = shown(), Phone(app), Phone(app)
    assert inside.join(old).location == "/"
    assert table.phone.send("/group", "/group/renew").location == "/group?group=1"
    assert shown() != old
    assert late.get(old).status_code == 404
    assert inside.get(table.url).status_code == 200
    assert late.join(shown()).location == "/"


def test_a_link_that_was_noted_and_then_renewed_is_used_up(table: Table, stranger: Phone) -> None:
    stranger.get("/J/" + secret(read(table.phone.get("/group")).id("link").at["value"]))
    table.phone.send("/group", "/group/renew")
    answer = stranger.client.post("/join", data={"csrf_token": stranger.csrf()})
    assert answer.status_code == 409
    assert "This link no longer works" in words(answer)
