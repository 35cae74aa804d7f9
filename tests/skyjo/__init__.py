"""Skyjo, held against its rule book."""
