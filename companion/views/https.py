"""https at home: what a phone gets by it, and how it learns to trust the certificate of this computer."""

from __future__ import annotations

import re
import ssl
from pathlib import Path

from flask import Blueprint, abort, current_app, render_template, request, url_for
from werkzeug.wrappers import Response

https = Blueprint("https", __name__)


@https.get("/https")
def page() -> str:
    """For everybody: no phone has to be known. `to`: the page that was asked for over plain http."""
    asked = request.args.get("to", "")
    to = asked if re.match(r"/(?![/\\])", asked) else url_for("home.page")
    secure = request.is_secure
    root = f"https://{request.host}"
    return render_template(
        "https/page.html",
        secure=secure,
        on=secure or bool(current_app.config.get("HTTPS")),
        trusted=_authority() is not None,
        there=f"{root}{to}",
        back=url_for("home.page") if secure or not current_app.config.get("HTTPS") else None,
    )


@https.get("/https/companion.crt")
def authority() -> Response:
    """The certificate that a phone has to trust, in the form that all of them take."""
    path = _authority()
    if path is None:
        abort(404)
    answer = Response(ssl.PEM_cert_to_DER_cert(path.read_text(encoding="ascii")), mimetype="application/x-x509-ca-cert")
    answer.headers["Content-Disposition"] = 'attachment; filename="companion.crt"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _authority() -> Path | None:
    """Where the certificate of the authority lies, if there is one to be trusted."""
    path = current_app.config.get("HTTPS_AUTHORITY")
    return path if path and path.is_file() else None
