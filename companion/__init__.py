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

    from flask_babel import Babel
    from flask_compress import Compress
    from flask_migrate import Migrate
    from flask_wtf import CSRFProtect
    from werkzeug.middleware.proxy_fix import ProxyFix

    from . import bots, views
    from .ledger import db, tune_sqlite

    app = _configured(Path(__file__).parent, dict(config or {}))
    db.init_app(app)
    with app.app_context():
        tune_sqlite(db.engine)
    Migrate(app, db, directory=str(Path(__file__).parent / "ledger" / "migrations"), render_as_batch=True)
    Babel(app, locale_selector=views.language)
    CSRFProtect(app)
    Compress(app)
    if app.config.get("PROXIED"):
        hops = int(app.config["PROXIED"])
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    views.furnish(app)
    if not app.testing:
        bots.employ(app)
    return app


def _configured(package: Path, given: dict[str, object]) -> Flask:
    """The bare app with its settings: of the code, of this machine's config.py, of whoever calls."""
    from flask import Flask

    from . import settings, views

    folder = settings.data_folder()
    templates, static = settings.page_folders()
    app = Flask(package.name, template_folder=str(templates), static_folder=str(static), instance_path=str(folder))
    app.config.from_mapping(
        SECRET_KEY=given.get("SECRET_KEY") or settings.secret_key(folder),
        SQLALCHEMY_DATABASE_URI=given.get("SQLALCHEMY_DATABASE_URI") or settings.database_url(folder),
        BABEL_DEFAULT_TIMEZONE="UTC",
        COMPRESS_MIMETYPES=["text/html", "text/css", "text/javascript", "image/svg+xml"],
        COMPRESS_ALGORITHM=["br", "gzip"],
        # Pages are compressed as they go out: the fast levels give nearly all of it.
        COMPRESS_BR_LEVEL=4,
        COMPRESS_LEVEL=6,
        # Static files are asked for once by each browser.
        COMPRESS_ZSTD_LEVEL=15,
    )
    app.config.update(views.SETTINGS)
    app.config.from_pyfile(str(folder / "config.py"), silent=True)
    app.config.update(given)
    return app
