"""A cookie that cannot be the key of a session is nobody's, on every database and at every address."""

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "text", ['"\\000abcdefgh"', '"\\377\\376abcdefgh"', "é" * 32, "'--" * 12, "%00" * 12]
)
@pytest.mark.parametrize("path", ["/", "/api/v1/tournaments", "/accounts/login/"])
def test_a_cookie_with_other_letters_is_nobodys(path: str, text: str) -> None:
    browser = Client(raise_request_exception=False)
    page = browser.get(path, HTTP_COOKIE=f"{settings.SESSION_COOKIE_NAME}={text}")
    assert page.status_code == 200


def test_a_login_has_its_session(client: Client) -> None:
    user = User.objects.create_user(username="anna")
    client.force_login(user)
    assert client.get("/").wsgi_request.user == user
