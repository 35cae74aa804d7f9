"""What is done beside the requests: once an answer was sent, mostly, so that nobody waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import Flask, current_app
from werkzeug.wrappers import Response

from companion.ledger.busy import Busy, told


def this_app() -> Flask:
    """The app that serves this request, for what goes on without the request."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    return app


@contextmanager
def beside(app: Flask, held: str, failed: str) -> Iterator[None]:
    """Let an app do something that is no request: what fails goes to its log and breaks nothing else. `held`: what is
    said there while another program holds the database; `failed`: on all other errors.
    """
    with app.app_context(), quietly(held, failed):
        yield


@contextmanager
def quietly(held: str, failed: str) -> Iterator[None]:
    """The same, in the context of an app that is there already."""
    try:
        with told():
            yield
    except Busy:
        current_app.logger.info("%s: another program holds the database", held)
    except Exception:
        current_app.logger.exception(failed)


def once_sent(response: Response, work: Callable[[], object], held: str, failed: str) -> None:
    """Do something once that answer was sent, `beside` the requests."""
    app = this_app()

    def act() -> None:
        with beside(app, held, failed):
            work()

    response.call_on_close(act)
