"""The ledger, written by real phones on real SQLite files."""
