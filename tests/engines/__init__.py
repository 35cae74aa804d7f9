"""`make engines`: a smoke of everything in Firefox and in WebKit, whose drivers live in .venv/engines."""
