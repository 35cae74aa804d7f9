"""What was written down: SQLAlchemy, append-only. `pen.py` writes, everything else reads."""
