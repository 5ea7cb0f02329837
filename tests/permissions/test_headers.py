"""What every answer carries, from every part of the site: pages, refusals, failures, files, redirects, the API and the live table."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path

from accounts.models import User
from accounts.services.logins import create_login
from accounts.services.tokens import create_token
from tests.games.live.asgi import request, stream
from tests.games.live.house import House, live
from tests.games.services.tables import playing
from tests.permissions.world import PASSWORD
from web.errors import DomainError


def _fails(_request: HttpRequest) -> HttpResponse:
    raise RuntimeError("broken")


def _away(_request: HttpRequest) -> HttpResponse:
    raise DomainError("away", "Later.", 503)


def _nothing(_request: HttpRequest) -> HttpResponse:
    raise Http404


urlpatterns = [
    path("broken/", _fails),
    path("away/", _away),
    path("", include("config.urls")),
]
handler404 = "web.views.errors.not_found"
handler500 = "web.views.errors.broken"

ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
ANSWERS = {
    "/": 200,
    "/accounts/login/": 200,
    "/tournaments/": 200,
    "/privacy/": 200,
    "/profile/": 302,
    "/admin/": 302,
    "/admin/login/": 302,
    "/favicon.ico": 302,
    "/static/css/tokens.css": 200,
    "/static/img/mark.svg": 200,
    "/static/nothing.css": 404,
    "/nothing/": 404,
    "/tournaments/nothing/": 404,
    "/accounts/logout/?": 302,
    "/broken/": 500,
    "/away/": 503,
    "/healthz": 200,
    "/dice/verify.py": 200,
    "/api/v1/tournaments": 200,
    "/api/v1/docs/": 200,
    "/api/v1/schema/": 200,
    "/api/v1/me": 401,
    "/api/v1/nothing": 404,
    "/api/v1/players/": 308,
}


def get(address: str, client: Client | None = None, **more: Any) -> Any:
    return (client or Client(raise_request_exception=False)).get(address, **more)


@pytest.mark.django_db
@pytest.mark.parametrize("address", ANSWERS)
@override_settings(ROOT_URLCONF="tests.permissions.test_headers")
def test_every_answer_protects_the_reader(address: str) -> None:
    answer = get(address)
    assert answer.status_code == ANSWERS[address]
    assert {name: answer.headers.get(name) for name in ALWAYS} == ALWAYS
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "camera=()" in answer.headers["Permissions-Policy"]
    assert answer.headers["Cache-Control"]


@pytest.mark.django_db
def test_a_wrong_method_a_forged_form_and_a_wrong_host_get_the_same_headers() -> None:
    strict = Client(enforce_csrf_checks=True)
    answers = [
        Client().post("/privacy/"),
        Client().delete("/api/v1/tournaments"),
        strict.post("/accounts/login/", {"login": "x", "password": "y"}),
    ]
    with override_settings(ALLOWED_HOSTS=["play.example.org"]):
        answers.append(Client().get("/", headers={"host": "other.example.org"}))
    assert [answer.status_code for answer in answers] == [405, 401, 403, 400]
    for answer in answers:
        assert {name: answer.headers.get(name) for name in ALWAYS} == ALWAYS
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.django_db
def test_only_pictures_of_positions_may_be_shown_by_others() -> None:
    sitting = playing()
    sitting.fresh()
    page, picture = (
        get(f"/matches/{sitting.match.pk}/{what}")
        for what in ("", f"image/{sitting.match.seq}.svg")
    )
    assert picture.status_code == 200
    assert picture.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert page.headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.django_db
def test_nothing_of_somebody_signed_in_is_kept_and_nothing_of_a_page_is_shared() -> None:
    user = create_login("tiina", "tiina@example.org", PASSWORD)
    client = Client()
    pages = ("/", "/tournaments/", "/profile/", "/accounts/email/", "/matches/new/")
    for page in ("/", "/tournaments/", "/accounts/login/"):
        assert "private" in get(page).headers["Cache-Control"]
    client.force_login(user, backend="accounts.auth_backend.LoginBackend")
    for page in pages:
        assert "no-store" in get(page, client).headers["Cache-Control"], page
    token = {"Authorization": f"Token {create_token(user, 'x')[1]}"}
    assert "no-store" in get("/api/v1/me", headers=token).headers["Cache-Control"]
    assert "private" in get("/api/v1/tournaments", client).headers["Cache-Control"]
    assert "no-store" not in get("/static/css/tokens.css", client).headers["Cache-Control"]


@pytest.mark.django_db(transaction=True)
def test_the_live_table_says_that_nothing_is_to_be_guessed_or_kept() -> None:
    async def story(house: House) -> None:
        answers = [
            await house.guest("A").view(),
            await house.guest("A").act("take"),
            await request(house.app, "GET", "/live/nothing"),
            await request(house.app, "GET", "/live/healthz"),
            await request(house.app, "GET", f"/live/matches/{house.match.pk}/view"),
        ]
        async with stream(house.app, house.guest().path("stream"), **house.guest().headers) as item:
            await item.until_view(0)
            assert item.answer is not None
            answers.append(item.answer)
        for answer in answers:
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["cache-control"] == "no-store"

    live(playing(), story)


@pytest.mark.django_db
def test_a_password_and_a_login_change_the_session_and_end_all_others() -> None:
    user = create_login("tiina", "tiina@example.org", PASSWORD)
    name = settings.SESSION_COOKIE_NAME
    mine, other = Client(), Client()
    for client in (mine, other):
        client.get("/accounts/login/")
        client.post("/accounts/login/", {"login": "tiina", "password": PASSWORD})
        assert client.get("/profile/").status_code == 200
    before = mine.cookies[name].value
    assert before != other.cookies[name].value
    new = "another long pass phrase"
    fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert mine.post("/accounts/password/change/", fields).status_code == 302
    assert User.objects.get(pk=user.pk).check_password(new)
    assert other.get("/profile/").status_code == 302
    planted = Client()
    planted.cookies[name] = before
    planted.post("/accounts/login/", {"login": "tiina", "password": new})
    assert planted.cookies[name].value != before
    mine.get("/profile/")
    mine.post("/accounts/logout/")
    assert mine.get("/profile/").status_code == 302


def test_argon2_hashes_new_passwords() -> None:
    from config import settings as real

    assert real.PASSWORD_HASHERS[0].endswith("Argon2PasswordHasher")


def test_no_template_has_a_script_or_a_style_of_its_own_without_a_nonce() -> None:
    for file in Path(settings.BASE_DIR, "templates").rglob("*.html"):
        text = file.read_text()
        assert "<style>" not in text, file
        assert "<script>" not in text, file
        assert ' style="' not in text, file
        assert "onclick=" not in text, file
