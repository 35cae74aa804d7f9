"""Killed and cut off: real servers under load that lose their processes, their database, their disk and their clock."""
