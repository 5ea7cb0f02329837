"""What docs/api.md shows of a log-in is what a site answers."""

from __future__ import annotations

import jwt
import pytest
from django.test import Client as Browser

from tests.accounts.relying_party import Federation
from tests.accounts.test_openid import federation, log_in, site, user, visitor  # noqa: F401
from tests.doc_examples import DOCS, exchange

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "api.md"
TOKEN = "POST /identity/o/api/token"


def test_the_answers_have_the_fields_that_are_shown(
    visitor: Browser,  # noqa: F811
    federation: Federation,  # noqa: F811
) -> None:
    tokens = log_in(visitor, federation, "openid profile read")
    shown = exchange(PAGE, TOKEN, 0)[1].data
    assert vars(tokens).keys() - {"code"} == shown.keys()
    assert (tokens.expires_in, tokens.scope) == (shown["expires_in"], shown["scope"])
    claims = jwt.decode(tokens.id_token, options={"verify_signature": False})
    text = (DOCS / PAGE).read_text()
    assert not [name for name in claims if f'"{name}": ' not in text]
    assert claims["exp"] - claims["iat"] == 300
    assert claims["iss"] == federation.discovered["issuer"]
    status, renewed = federation.refresh(tokens.refresh_token)
    again = exchange(PAGE, TOKEN, 1)[1]
    assert (status, renewed.keys()) == (again.status, again.data.keys())
    assert renewed["refresh_token"] != tokens.refresh_token
    later = jwt.decode(renewed["id_token"], options={"verify_signature": False})
    assert (later["iss"], later["sub"]) == (claims["iss"], claims["sub"])
    assert "nonce" not in later
    assert federation.refresh(tokens.refresh_token) == (400, {"error": "invalid_grant"})
    assert '{"error": "invalid_grant"}' in text
