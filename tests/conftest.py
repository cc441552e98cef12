"""What holds for all tests."""

from hypothesis import HealthCheck, settings

# How long an example takes depends on the machine, a Pi or a busy one included: it proves nothing.
settings.register_profile(
    "any-machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any-machine")
