"""Companion: the score pad for card games. `create_app` is the one place where all rooms meet.

Nothing heavy is imported here before the app is made, so that `companion serve` can prepare gevent first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The Flask app. `config` overrides the settings of this machine (tests give a database of their own)."""
    import os
    from pathlib import Path

    from werkzeug.middleware.proxy_fix import ProxyFix

    from . import bots, settings, views

    app = _configured(Path(__file__).parent, dict(config or {}))
    # Nothing here is a coroutine, which Flask would ask twenty times a page.
    app.ensure_sync = lambda func: func  # type: ignore[method-assign]
    _init_state(app)
    _init_extensions(app)
    views.init_app(app)
    if app.config.get("PROXIED"):
        # Outermost: whatever looks at an address has to see the one that the phone used.
        hops = int(settings.number("PROXIED", app.config["PROXIED"], int, 1))
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    if app.config["BOTS"]:
        asked = os.environ.get("COMPANION_BOT_PAUSE")
        pause = settings.number("COMPANION_BOT_PAUSE", asked, float, 0) if asked else None
        bots.start_bots(app, pause if pause is None else (pause, pause))
    return app


def _configured(package: Path, given: dict[str, object]) -> Flask:
    """The bare app with its settings: of the code, of this machine's config.py, of whoever calls."""
    from flask import Flask

    from . import settings, views

    folder = settings.data_folder()
    templates, static = settings.page_folders()
    app = Flask(package.name, template_folder=str(templates), static_folder=str(static), instance_path=str(folder))
    app.jinja_environment = views.Templates
    app.config.from_mapping(
        SECRET_KEY=given.get("SECRET_KEY") or settings.secret_key(folder),
        SQLALCHEMY_DATABASE_URI=given.get("SQLALCHEMY_DATABASE_URI") or settings.database_url(folder),
        # Whether bots play in this process. Tests play for them.
        BOTS=True,
        BABEL_DEFAULT_TIMEZONE="UTC",
        COMPRESS_MIMETYPES=["text/html", "text/css", "text/javascript", "image/svg+xml"],
        COMPRESS_ALGORITHM=["br", "gzip"],
        # Pages are compressed as they go out: the fast levels give nearly all of it.
        COMPRESS_BR_LEVEL=4,
        COMPRESS_LEVEL=6,
    )
    app.config.update(views.SETTINGS)
    app.config.update(settings.stated(folder))
    app.config.update(given)
    return app


def _init_state(app: Flask) -> None:
    """Give the app what lives as long as it does."""
    from . import settings
    from .app_state import EXTENSION, AppState
    from .hub import open_hub
    from .terminal import spoken

    try:
        hub = open_hub(app.config.get("REDIS_URL"))
    except ValueError:
        said = spoken("Companion cannot use the hub %(url)s yet: leave REDIS_URL out.", url=app.config["REDIS_URL"])
        raise settings.Unfit(said) from None
    app.extensions[EXTENSION] = AppState(hub)


def _init_extensions(app: Flask) -> None:
    """Give the app its database, languages, tokens in forms, and compressed answers."""
    from flask_babel import Babel
    from flask_compress import Compress
    from flask_wtf import CSRFProtect

    from . import views
    from .ledger import upgrading
    from .ledger.base import db
    from .ledger.sqlite import tune_sqlite

    db.init_app(app)
    with app.app_context():
        tune_sqlite(db.engine)
    upgrading.init_app(app)
    Babel(app, locale_selector=views.language, timezone_selector=views.zone.zone)
    CSRFProtect(app)
    Compress(app)
