"""Jok-R-ummy jr, held against its rule book."""
