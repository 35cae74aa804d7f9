"""The headers that keep an answer safe, whoever gives it: a page, a file, a stream, an error, or what stands before the
pages. They follow the list of the OWASP Secure Headers Project.

Three of that list are left out. `Cross-Origin-Embedder-Policy` is for pages that need isolated memory. `no-store` for
pages would take them from the way back and from who is offline: they are `private` instead, so that nobody else keeps
them. `Clear-Site-Data` would delete what a phone has typed and not sent yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication

# Run with htmx 4: no inline script or style anywhere, nothing from another host.
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'"
)
USED = ("autoplay", "clipboard-write", "screen-wake-lock", "web-share")
"""What our scripts ask a browser for: sounds, copying, keeping awake, sharing."""
UNUSED = (
    "accelerometer",
    "camera",
    "clipboard-read",
    "display-capture",
    "encrypted-media",
    "fullscreen",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "picture-in-picture",
    "publickey-credentials-get",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
"""What nothing of ours asks for. Names that a browser does not know would be complaints in its console."""
ALWAYS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # For browsers that do not know frame-ancestors.
    "X-Frame-Options": "DENY",
    # Not no-referrer: Flask-WTF wants the referrer of every HTTPS form.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": ", ".join([*(f"{name}=(self)" for name in USED), *(f"{name}=()" for name in UNUSED)]),
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Permitted-Cross-Domain-Policies": "none",
    "X-DNS-Prefetch-Control": "off",
    # Pages and files say what else may be done with them.
    "Cache-Control": "no-store",
}
OF_FILES = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy", "Cache-Control")
"""What a script, a style, a picture of points or a stream of numbers needs: the rest is about pages. Twenty files of
700 letters more each would be a third of a first load, and a stream would keep them in memory.
"""
FILES = ("text/css", "text/javascript", "image/png", "text/event-stream")
KNOWN = "304 "
"""How an answer begins that has nothing new to say: a browser keeps what stood above the page that it has (RFC 9110,
15.4.5), and a kilobyte stays away from a slow line, each time.
"""
OPENER = ("Cross-Origin-Opener-Policy", "same-origin")
"""Over plain http browsers ignore it, and complain."""
PINNED = ("Strict-Transport-Security", "max-age=31536000")
"""A year of https only."""


def init_app(app: Flask) -> None:
    """Give every answer of an app what it lacks, but for those that say that nothing is new; what is put before the app
    later has to be `safe` by itself.

    https is promised only where a proxy speaks it for a name that is said: a browser that had the promise of a computer
    at home, whose certificate it may not know tomorrow, would let nobody pass.
    """
    hosted = bool(app.config.get("PROXIED") and app.config["TRUSTED_HOSTS"])
    app.wsgi_app = _safe_answers(app.wsgi_app, hosted)  # type: ignore[method-assign,assignment]


def _safe_answers(inner: WSGIApplication, hosted: bool) -> WSGIApplication:
    def answer(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, given: list[tuple[str, str]], *more: Any) -> Callable[[bytes], object]:
            if status.startswith(KNOWN):
                return start_response(status, given, *more)
            # Asked for now: whoever knows of proxies has looked at the request by now.
            encrypted = environ["wsgi.url_scheme"] == "https"
            return start_response(status, safe(given, encrypted, encrypted and hosted), *more)

        return inner(environ, start)

    return answer


def safe(given: Iterable[tuple[str, str]], encrypted: bool = False, pinned: bool = False) -> list[tuple[str, str]]:
    """The headers of an answer, with all of ours that are not among them and mean anything there."""
    headers = list(given)
    there = {name.lower() for name, _ in headers}
    kind = next((value for name, value in headers if name.lower() == "content-type"), "")
    wanted = OF_FILES if kind.startswith(FILES) else ALWAYS
    headers += [(name, ALWAYS[name]) for name in wanted if name.lower() not in there]
    if encrypted and wanted is ALWAYS:
        headers.append(OPENER)
    if pinned:
        headers.append(PINNED)
    return headers
