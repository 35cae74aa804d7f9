"""Companion under gunicorn: gunicorn -c deploy/gunicorn.conf.py 'companion:create_app()'

Behind a proxy only (PROXIED=1), which speaks https and holds slow phones back; see docs/operations.md.
"""

import logging
import os

from gunicorn.glogging import Logger

# One address, and the proxy beside it. Several workers, or machines, hear each other over Redis: REDIS_URL.
bind = os.environ.get("COMPANION_BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_CONCURRENCY", "1"))
# Gevent patches the standard library in each worker before the app is loaded: so the app is never preloaded.
worker_class = "gevent"
preload_app = False
# An open pad is one connection all evening; 1,000 is gunicorn's own number.
worker_connections = 20_000
backlog = 1024
# Longer than the proxy keeps an idle connection: it has to be the proxy who closes, or it may send into a closed one.
keepalive = 90
# A worker that says nothing for so long is stuck, and is replaced. Streams do not count: each is a greenlet.
timeout = 60
# Writes that are under way end in this time; streams end at once, and phones come back by themselves.
graceful_timeout = 5
# Heartbeats of workers lie in memory: on a slow disk they would wait for it.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None
# A socket by which gunicorn could be steered would lie in a home folder, which a service has not.
control_socket_disable = True
# Addresses are private: links open things. Gunicorn keeps no access log unless it is told to.
accesslog = None


class Discreet(Logger):
    """Gunicorn's log without the addresses that were asked for."""

    def _set_handler(self, log, output, fmt, stream=None):
        """Written as Companion writes its own."""
        from companion import discreet

        logging.setLogRecordFactory(discreet.DiscreetRecord)
        json = os.environ.get("LOG_FORMAT") == "json"
        super()._set_handler(log, output, discreet.Json() if json else fmt, stream)

    def exception(self, msg, *args, **kwargs):
        """What happened, and not where: gunicorn would name the path."""
        super().exception(msg.partition("%s")[0].strip() if args else msg, **kwargs)

    def warning(self, msg, *args, **kwargs):
        """What is no request is quoted by gunicorn as it came; the address of who sent it is enough."""
        known, quoted, _ = msg.partition(": ")
        unfit = known.startswith("Invalid request")
        super().warning(known if unfit and quoted else msg, *args, **kwargs)


logger_class = Discreet


def child_exit(server, worker):
    """What a worker that is no more had open is open no more (METRICS_TOKEN, with PROMETHEUS_MULTIPROC_DIR)."""
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker.pid)


def post_worker_init(worker):
    """The process is tuned as that of `companion serve`, and the app is told when its worker has to stop, so that
    streams end and bots rest.
    """
    # Gunicorn is patched by now, and the app is there.
    from companion import failing
    from companion.server import tune
    from companion.stopping import heed

    tune()
    failing.watch()
    heed(worker.wsgi, worker)
