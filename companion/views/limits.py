"""How often one address may guess. Generous: everybody at the table may come through one router."""

from __future__ import annotations

from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

limiter = Limiter(get_remote_address, headers_enabled=False)
