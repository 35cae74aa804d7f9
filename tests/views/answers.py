"""What each kind of phone may be answered, and the addresses of rounds that are on screens, or told on one page."""

from __future__ import annotations

ROLES = ("host", "seat", "watcher", "other", "stranger")
"""Ana, who began it; Zoé's phone, by the match link; Marta, by the watch link; another group's phone; nobody's."""

Answers = tuple[int, int, int, int, int]
TABLE: Answers = (200, 200, 404, 404, 404)
DONE: Answers = (303, 303, 404, 404, 404)
LOOK: Answers = (200, 200, 200, 404, 404)
WRONG: Answers = (422, 422, 404, 404, 404)
CLASH: Answers = (409, 409, 404, 404, 404)
HOST: Answers = (303, 409, 404, 404, 404)
ALL: Answers = (200, 200, 200, 200, 200)

Line = tuple[str, str, dict[str, str], Answers]
ON_SCREENS: list[Line] = [
    ("GET", "{m}/take", {}, TABLE),
    ("GET", "{m}/take/companion.json", {}, CLASH),
    ("GET", "{m}/take/rounds.csv", {}, CLASH),
    ("GET", "{m}/table?eyes=2.99", {}, LOOK),
    ("GET", "{m}/table/board?eyes=2.99", {}, LOOK),
    ("GET", "{m}/table/r/1", {}, (404, 404, 404, 404, 404)),
    ("GET", "{m}/table/seals", {}, LOOK),
    ("GET", "{m}/table/seals/file", {}, LOOK),
    ("POST", "{m}/table/deal", {"round": "2"}, CLASH),
    ("POST", "{m}/table/move", {"seat": "99", "move": "nothing", "seen": "1"}, WRONG),
    ("POST", "{m}/table/move", {"seat": "2", "move": "nothing", "seen": "99"}, (422, 409, 404, 404, 404)),
    ("GET", "{m}/table/abandon?round=1", {}, TABLE),
    ("POST", "{m}/table/abandon", {"round": "1"}, TABLE),
    ("POST", "{m}/table/abandon", {"round": "2", "sure": "1"}, CLASH),
    ("POST", "{m}/table/seat", {"seat": "2", "plays": "brilliant"}, WRONG),
    ("POST", "{m}/table/seals/open", {}, CLASH),
]
"""While the first round is on screens; nothing of it is done."""
OVER: list[Line] = [
    ("GET", "{m}/table?eyes=2.99", {}, LOOK),
    ("GET", "{m}/table/r/1?step=5&eyes=0", {}, LOOK),
    ("GET", "{m}/table/r/2", {}, (404, 404, 404, 404, 404)),
    ("POST", "{m}/table/move", {"seat": "2", "move": "nothing", "seen": "2"}, CLASH),
    ("POST", "{m}/table/abandon", {"round": "1", "sure": "1"}, CLASH),
]
"""When that round is over."""
TOGETHER: list[Line] = [
    ("GET", "{m}/r/1/edit", {}, TABLE),
    ("GET", "{m}/r/9/edit", {}, (404, 404, 404, 404, 404)),
    ("POST", "{m}/r/1/edit", {"told/9": "1"}, WRONG),
]
"""In a game whose rounds are told on one page."""
