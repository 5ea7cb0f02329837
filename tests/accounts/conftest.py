"""What several tests of accounts start from."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from accounts.services.logins import create_login
from config.openid_providers import openid_providers
from tests.accounts.connecting import PASSWORD
from tests.accounts.provider_stand_in import StandInProvider, providing
from tests.keeping import forget


@pytest.fixture
def provider(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[StandInProvider]:
    forget()
    settings.SITE_URL = "http://testserver"
    with providing() as stand_in:
        named = [stand_in.settings(), stand_in.settings("lounge", "Lounge")]
        monkeypatch.setenv("OIDC_PROVIDERS", json.dumps(named))
        settings.SOCIALACCOUNT_PROVIDERS = openid_providers("OIDC_PROVIDERS")
        yield stand_in


@pytest.fixture
def alice() -> User:
    return create_login("alice", "alice@example.org", PASSWORD)
