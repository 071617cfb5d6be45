"""Settings for all tests."""

import os

from hypothesis import settings

# Programs that tests start speak English, whatever is spoken here.
os.environ["LANGUAGE"] = "en"

# The same examples in every run, and no stop-watch: a busy machine must not fail a test.
settings.register_profile("ardennes", deadline=None, derandomize=True)
settings.load_profile("ardennes")
