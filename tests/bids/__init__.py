"""A game that is in no house: it shows that a game needs its own folders and one line, and nothing else."""
