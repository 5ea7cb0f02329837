"""Tests act faster than people: only the test of the rate limit has one."""

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def _no_rate_limit(settings: Any) -> None:
    settings.LIVE_RATE = settings.LIVE_BURST = 1e9
    settings.LIVE_PERSON_RATE = settings.LIVE_PERSON_BURST = 1e9
    settings.LIVE_NONSENSE_RATE = settings.LIVE_NONSENSE_BURST = 1e9
