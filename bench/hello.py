"""The measure: the smallest Flask page there is, on the same server with the same settings."""

from gevent import monkey

monkey.patch_all()

from flask import Flask  # noqa: E402

from companion import server, settings  # noqa: E402
from companion.app_state import EXTENSION, AppState  # noqa: E402
from companion.hub import LocalHub  # noqa: E402

app = Flask("hello")
app.config.update(settings.IN_SECONDS)
app.extensions[EXTENSION] = AppState(LocalHub())


@app.get("/")
def hello() -> str:
    return "hello"


server.serve(app, "127.0.0.1", 0)
