"""The measure: the smallest Flask page there is, on the same server with the same settings."""

from gevent import monkey

monkey.patch_all()

from flask import Flask  # noqa: E402

from companion import server  # noqa: E402

app = Flask("hello")


@app.get("/")
def hello() -> str:
    return "hello"


server.serve(app, "127.0.0.1", 0)
