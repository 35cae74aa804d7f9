"""Random tables are the same on every run, so that a failure can be looked at again."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "games",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=400,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("games")
