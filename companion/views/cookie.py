"""The signed cookie. Its signature counts, never its age: a clock that is wrong must not lock anybody out."""

from __future__ import annotations

from copy import deepcopy
from functools import cache, lru_cache
from typing import Any

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.wrappers import Response


class Ageless(SecureCookieSessionInterface):
    """Flask's own cookie, but for the two places where the clock of this machine says whether it is good.

    A Raspberry Pi has no clock of its own: after a power cut it begins in the past, and every cookie is "from the
    future", for Flask as bad as a forged one.

    A phone sends the same cookie all evening: that it is signed, and what it says, is found out once: a quarter of a
    page.

    Over https it has another name, and goes over https only. With one name the two would fight: a browser keeps what
    came over https from being replaced over http, so that a phone that came back to http could not hold a cookie at
    all. A phone that comes from http to https is known by the old one, until it has one for https.
    """

    def __init__(self) -> None:
        self._serializer = cache(super().get_signing_serializer)
        self._said = lru_cache(1024)(_said)

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Flask's own, made once: the key of an app stays as it is."""
        return self._serializer(app)

    def open_session(self, app: Flask, asked: Request) -> SecureCookieSession | None:
        """What the cookie holds if it is signed with this key, whenever that was; else nothing."""
        serializer = self.get_signing_serializer(app)
        if serializer is None:
            return None
        names = dict.fromkeys((self.get_cookie_name(app), super().get_cookie_name(app)))
        for sent in filter(None, map(asked.cookies.get, names)):
            try:
                said = self._said(serializer, sent)
            except BadSignature:
                continue
            return self.session_class(deepcopy(said))
        return self.session_class()

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether it goes over https only: as this request did, or by SESSION_COOKIE_SECURE always."""
        return request.is_secure or super().get_cookie_secure(app)

    def get_cookie_name(self, app: Flask) -> str:
        """Over https one that a browser takes from this very host only, and over https."""
        name = super().get_cookie_name(app)
        of_host = request.is_secure and not self.get_cookie_domain(app) and self.get_cookie_path(app) == "/"
        return f"__Host-{name}" if of_host else name

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Hand the cookie out for a length of time, which the phone's own clock measures, and not until a date."""
        name, domain, path = self.get_cookie_name(app), self.get_cookie_domain(app), self.get_cookie_path(app)
        if session.accessed:
            others = response.headers.get("Vary")
            response.headers["Vary"] = f"{others}, Cookie" if others else "Cookie"
        if not session and session.modified:
            for each in {name, super().get_cookie_name(app)}:
                response.delete_cookie(each, path, domain, secure=each.startswith("__Host-"))
        elif session and self.should_set_cookie(app, session):
            serializer = self.get_signing_serializer(app)
            assert serializer is not None
            response.set_cookie(
                name,
                serializer.dumps(dict(session)),
                max_age=app.permanent_session_lifetime if session.permanent else None,
                httponly=self.get_cookie_httponly(app),
                secure=self.get_cookie_secure(app),
                samesite=self.get_cookie_samesite(app),
                domain=domain,
                path=path,
            )


def _said(serializer: URLSafeTimedSerializer, cookie: str) -> dict[str, Any]:
    """What was signed. Raises BadSignature when it was not with this key."""
    said: dict[str, Any] = serializer.load_payload(serializer.make_signer().unsign(cookie))
    return said
