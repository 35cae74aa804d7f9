"""nginx before servers, with the site that is shipped and what is one's own in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.sources import ROOT

SHIPPED = ROOT / "deploy" / "nginx.conf"
_SERVER = "server 127.0.0.1:{} max_fails=1 fail_timeout=2s;"


def configured(
    folder: Path, inner: Sequence[int], own: Mapping[str, str], site: str = "", connections: int = 1024
) -> list[str]:
    """What nginx is started with, in a main file as Debian has it. `inner`: the ports of the servers; `own`: what
    stands for what in the site; `site`: another text than the one that is shipped.
    """
    places = {
        _SERVER.format(8000): " ".join(map(_SERVER.format, inner)),
        "/var/cache/nginx/companion": str(folder / "cache"),
        "/var/log/nginx/companion.log": str(folder / "site.log"),
        **own,
    }
    text = site or SHIPPED.read_text()
    for shipped, mine in places.items():
        assert shipped in text, f"{shipped} is not in deploy/nginx.conf any more"
        text = text.replace(shipped, mine)
    (folder / "companion.conf").write_text(text)
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "main.conf").write_text(
        f"daemon off; worker_processes 1; worker_rlimit_nofile {2 * connections}; pid {folder}/nginx.pid;"
        f" error_log {folder}/main.log; user root; events {{ worker_connections {connections}; }}"
        f" http {{ {temporary} access_log {folder}/access.log; types {{ text/html html; }}"
        f" include {folder}/companion.conf; }}"
    )
    return ["-e", f"{folder}/start.log", "-c", f"{folder}/main.conf"]
