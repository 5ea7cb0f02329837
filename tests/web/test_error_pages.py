"""What cannot be read, is too large or comes too often is answered by a page that says so and what to do now."""

import pytest
from django.conf import LazySettings
from django.test import Client

from tests.keeping import forget

pytestmark = pytest.mark.django_db
FORM = "application/x-www-form-urlencoded"
LOGIN = "/accounts/login/"


@pytest.fixture
def browser() -> Client:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.get(LOGIN)
    return client


def test_a_form_that_is_too_large_says_so(browser: Client) -> None:
    answer = browser.generic("POST", LOGIN, b"login=" + b"x" * 3_000_000, content_type=FORM)
    page = answer.content.decode()
    assert (answer.status_code, "Too much data" in page) == (413, True)
    assert "Nothing was changed." in page
    assert 'href="/">Home' in page


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"&".join([b"a=1"] * 1500), FORM),
        (b"junk", "multipart/form-data"),
        (b"--x\r\nContent-Disposition: form-data; name=a", "multipart/form-data; boundary=\x01"),
    ],
)
def test_a_form_that_is_none_says_so(browser: Client, body: bytes, kind: str) -> None:
    answer = browser.generic("POST", LOGIN, body, content_type=kind)
    page = answer.content.decode()
    assert (answer.status_code, "Something went wrong" in page) == (400, True)
    assert "Nothing was changed." in page


def test_a_host_that_is_not_ours_gets_no_broken_page(settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["barpoint.example"]
    answer = Client(raise_request_exception=False).get("/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert "evil.example" not in answer.content.decode()


def test_too_often_says_when_to_come_again(settings: LazySettings) -> None:
    forget()
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"login": "1/m/ip"}
    client = Client()
    answers = [client.post(LOGIN, {"login": "x", "password": "y"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert answers[1]["Retry-After"] == "60"
    assert "Nothing was changed." in answers[1].content.decode()
