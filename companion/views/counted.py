"""Every request is counted, where somebody watches: by its endpoint, for paths are private."""

from __future__ import annotations

from time import perf_counter

from flask import Flask, g, request
from werkzeug.wrappers import Response

from companion import logs
from companion.app_state import app_state


def init_app(app: Flask) -> None:
    """Count the requests of an app. Called before all that may answer a request."""
    app.before_request(_begin)
    app.after_request(_note)


def _begin() -> None:
    g.began = perf_counter()


def _note(response: Response) -> Response:
    seconds = perf_counter() - g.get("began", perf_counter())
    app_state().metrics.answered(request.endpoint, request.method, response.status_code, seconds)
    logs.answered(request.method, response.status_code, seconds)
    if request.endpoint != "static":  # What is kept by many is no answer to one.
        response.headers["X-Request-ID"] = logs.request_id()
    return response
