"""Settings for all tests."""

from hypothesis import settings

# The same examples in every run, and no stop-watch: a busy machine must not fail a test.
settings.register_profile("ardennes", deadline=None, derandomize=True)
settings.load_profile("ardennes")
