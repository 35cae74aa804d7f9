"""Mojo, held against its rule book."""
