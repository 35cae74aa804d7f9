"""How much one phone, one address and all together may ask: settings of `config.py`, with what they are at first.

One set for a kitchen table and for the world: a family, a class behind one router, or a café never meets them.
"""

from __future__ import annotations

SETTINGS: dict[str, object] = {
    # Connections of one process, None for as many as it may have files; and of one address (0: as many as it likes).
    # Behind a proxy all come from one address, and the second is not asked.
    "CONNECTIONS": None,
    "CONNECTIONS_AN_ADDRESS": 1000,
    # Seconds until the head of a request has to be there, and until its body (more for a long one that arrives), that
    # a connection may stay idle, and until somebody takes what is sent.
    "HEAD_SECONDS": 20.0,
    "BODY_SECONDS": 30.0,
    "IDLE_SECONDS": 75.0,
    "ANSWER_SECONDS": 60.0,
    # How often: "" for as often as one likes.
    "MATCHES_A_PHONE": "100 per hour; 300 per day",
    "MATCHES_AN_ADDRESS": "1000 per hour; 5000 per day",
    "FILES_A_PHONE": "120 per hour",
    "LINKS_AN_ADDRESS": "600 per minute; 6000 per hour",
    "WRONG_LINKS_AN_ADDRESS": "60 per minute; 600 per hour",
    # Wrong codes: of a phone that is known, of all others at one address, of all that are known and of all others; and
    # those of which one half is right, until the code is renewed.
    "WRONG_CODES_A_PHONE": "20 per minute; 60 per hour; 120 per day",
    "WRONG_CODES_AN_ADDRESS": "60 per minute; 300 per hour; 1000 per day",
    "WRONG_CODES": "5000 per hour; 20000 per day",
    "WRONG_CODES_A_HALF": "30 per day",
    # How many at once in one process (0: as many as one likes): open streams of a phone (the oldest makes room) and of
    # an address, files that are made for an address, files of all that are read.
    "STREAMS_A_PHONE": 20,
    "STREAMS_AN_ADDRESS": 1000,
    "FILES_OUT_AN_ADDRESS": 10,
    "FILES_IN": 2,
}
