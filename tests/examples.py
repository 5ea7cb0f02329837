"""How many examples Hypothesis draws: a few while one works (dev), all of them in CI (HYPOTHESIS_PROFILE=ci)."""

import os

from hypothesis import HealthCheck, settings

PROFILE = os.environ.get("HYPOTHESIS_PROFILE") or "dev"
SHARE_IN_DEV = 5


def examples(number: int) -> int:
    """As many in CI; while one works a fifth of them."""
    return number if PROFILE == "ci" else max(1, number // SHARE_IN_DEV)


def load_profile() -> None:
    # Two busy cores are slow and uneven: what a property says counts, not how fast an example was drawn.
    unhurried = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
    settings.register_profile("ci", **unhurried)
    settings.register_profile("dev", max_examples=examples(100), **unhurried)
    settings.load_profile(PROFILE)
