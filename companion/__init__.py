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
    from pathlib import Path

    from werkzeug.middleware.proxy_fix import ProxyFix

    from . import hangup, headers, health, logs, views

    app = _configured(Path(__file__).parent, dict(config or {}))
    # Nothing here is a coroutine, which Flask would ask twenty times a page.
    app.ensure_sync = lambda func: func  # type: ignore[method-assign]
    logs.init_app(app)
    _init_state(app)
    _init_extensions(app)
    views.init_app(app)
    app.wsgi_app = hangup.noticing(app.wsgi_app)  # type: ignore[assignment,method-assign]
    if hops := app.config["PROXIED"]:
        # Outermost: whatever looks at an address has to see the one that the phone used.
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    _init_metrics(app)
    health.init_app(app)
    headers.init_app(app)
    if app.config["BOTS"]:
        _start_bots(app)
    return app


def _start_bots(app: Flask) -> None:
    """Let bots play in this process."""
    import os

    from . import bots, settings

    asked = os.environ.get("COMPANION_BOT_PAUSE")
    pause = settings.number("COMPANION_BOT_PAUSE", asked, float, 0) if asked else None
    most = settings.number("BOT_PROCESSES", app.config["BOT_PROCESSES"], int, 1) if app.config["BOT_PROCESSES"] else 0
    bots.start_bots(app, pause if pause is None else (pause, pause), int(most) or None)


def _configured(package: Path, given: dict[str, object]) -> Flask:
    """The bare app with its settings: of the code, of this machine's config.py, of whoever calls."""
    from flask import Flask

    from . import quotas, settings, views

    folder = settings.data_folder()
    templates, static = settings.page_folders()
    app = Flask(package.name, template_folder=str(templates), static_folder=str(static), instance_path=str(folder))
    app.jinja_environment = views.Templates
    app.config.from_mapping(
        settings.of_environment(),
        SECRET_KEY=given.get("SECRET_KEY") or settings.secret_key(folder),
        SQLALCHEMY_DATABASE_URI=given.get("SQLALCHEMY_DATABASE_URI") or settings.database_url(folder),
        # Whether bots play in this process. Tests play for them.
        BOTS=True,
        # How many processes like this one share the cores of this machine.
        WORKERS=1,
        # How many bots think at once; None for as many as there are cores for this process.
        BOT_PROCESSES=None,
        BABEL_DEFAULT_TIMEZONE="UTC",
    )
    app.config.update({**quotas.SETTINGS, **views.SETTINGS})
    app.config.update(settings.stated(folder))
    app.config.update(given)
    settings.check_quotas(app.config, quotas.SETTINGS)
    app.config.update(settings.seconds(app.config) | settings.hosting(app.config))
    app.config["WORKERS"] = int(settings.number("WORKERS", app.config["WORKERS"], int, 1))
    return app


def _init_state(app: Flask) -> None:
    """Give the app what lives as long as it does."""
    from . import settings
    from .app_state import EXTENSION, AppState
    from .hub import open_hub
    from .terminal import spoken

    url = app.config.get("REDIS_URL") or None
    try:
        app.extensions[EXTENSION] = AppState(open_hub(url), url)
    except ValueError as problem:
        said = spoken(
            "REDIS_URL is not the address of a Redis (%(detail)s): write redis://…, or leave it out.", detail=problem
        )
        raise settings.CannotStart(said) from None


def _init_metrics(app: Flask) -> None:
    """Let an app be watched by whoever has METRICS_TOKEN."""
    from . import metrics, settings
    from .app_state import app_state
    from .terminal import spoken

    token = settings.metrics_token(app.config)
    if not token:
        return
    try:
        counted = metrics.Prometheus()
    except ModuleNotFoundError:
        said = spoken('METRICS_TOKEN needs a program that is not installed: pip install "companion[metrics]"')
        raise settings.CannotStart(said) from None
    app_state(app).metrics = counted
    app.wsgi_app = metrics.shown(app.wsgi_app, token, counted.text)  # type: ignore[method-assign,assignment]


def _init_extensions(app: Flask) -> None:
    """Give the app its database, languages, tokens in forms, and compressed answers."""
    from flask_babel import Babel
    from flask_compress import Compress
    from flask_wtf import CSRFProtect

    from . import settings, views
    from .ledger import postgresql, upgrading
    from .ledger.base import db
    from .ledger.sqlite import tune_sqlite

    most = int(settings.number("DATABASE_CONNECTIONS", app.config["DATABASE_CONNECTIONS"], int, 2))
    its_own = app.config.get("SQLALCHEMY_ENGINE_OPTIONS", {})
    address = str(app.config["SQLALCHEMY_DATABASE_URI"])
    # What was asked of the database may be a name, a code or what opens something: errors do not quote it.
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {"hide_parameters": True, **postgresql.options(address, most), **its_own}
    db.init_app(app)
    with app.app_context():
        tune_sqlite(db.engine)
        postgresql.tune_postgresql(db.engine, app.config["SQLALCHEMY_ENGINE_OPTIONS"])
    upgrading.init_app(app)
    Babel(app, locale_selector=views.language, timezone_selector=views.zone.zone)
    CSRFProtect(app)
    Compress(app)
