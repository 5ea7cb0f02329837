"""What happens around signing in leaves one line and one count each, and no line holds what somebody typed."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from prometheus_client import generate_latest

from accounts.models import User
from accounts.services.access import suspend
from accounts.services.logins import create_login
from accounts.services.tokens import create_token, revoke_token
from config import logs
from config.metrics import site_page
from tests.keeping import forget
from web.security_log import EVENTS, digest

pytestmark = pytest.mark.django_db
PASSWORD = "a long pass phrase"
WRONG = "not this phrase"
ADDRESS = "203.0.113.9"


class Lines(logging.Handler):
    """The lines as they are written in production."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logs.formatter("json"))
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(self.format(record))

    def of(self, event: str) -> list[dict[str, Any]]:
        rows = [json.loads(text) for text in self.texts]
        return [row for row in rows if row["event"] == event]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Lines]:
    now = timezone.now().replace(minute=1, second=1)
    monkeypatch.setattr(timezone, "now", lambda: now)
    forget()
    handler, logger = Lines(), logging.getLogger("web.security_log")
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


@pytest.fixture
def alice() -> User:
    return create_login("alice", "alice@example.org", PASSWORD)


def log_in(client: Client, password: str = PASSWORD, login: str = "alice") -> Any:
    data = {"login": login, "password": password}
    return client.post(reverse("account_login"), data, REMOTE_ADDR=ADDRESS)


def test_a_sign_in_and_its_end_are_a_line_each(lines: Lines, alice: User, client: Client) -> None:
    log_in(client)
    client.post(reverse("account_logout"), REMOTE_ADDR=ADDRESS)
    (signed_in,), (out,) = lines.of("login.succeeded"), lines.of("logout")
    assert (signed_in["user_id"], signed_in["network"], signed_in["way"], signed_in["level"]) == (
        alice.pk, ADDRESS, "password", "info",
    )  # fmt: skip
    assert (out["user_id"], out["network"]) == (alice.pk, ADDRESS)


@pytest.mark.slow
def test_forty_guesses_are_forty_lines_that_name_no_login(lines: Lines, alice: User) -> None:
    for _n in range(40):
        log_in(Client(), WRONG, " Alice ")
    failed, refused = lines.of("login.failed"), lines.of("login.refused")
    assert (len(failed), len(refused)) == (8, 32)
    assert {row["login"] for row in failed + refused} == {digest("alice")}
    assert {(row["network"], row["level"]) for row in failed + refused} == {(ADDRESS, "warning")}
    assert {row["known_browser"] for row in refused} == {False}
    for text in lines.texts:
        assert WRONG not in text
        assert "alice" not in text.lower().replace("accounts", "")


def test_a_suspended_user_who_knows_the_password_is_refused(lines: Lines, alice: User) -> None:
    suspend(alice, timezone.now())
    log_in(Client())
    assert [(row["user_id"], row["way"]) for row in lines.of("login.refused")] == [
        (alice.pk, "suspended")
    ]


def test_a_password_shown_again_is_a_line_right_or_wrong(
    lines: Lines, alice: User, client: Client
) -> None:
    log_in(client)
    for password in (WRONG, PASSWORD):
        client.post(reverse("account_reauthenticate"), {"password": password})
    assert len(lines.of("reauthentication.failed")) == 1
    assert len(lines.of("reauthentication.succeeded")) == 1


def test_asking_for_a_new_password_is_a_line_and_the_sixth_is_refused(
    lines: Lines, alice: User
) -> None:
    for _n in range(6):
        Client().post(reverse("account_reset_password"), {"email": alice.email})
    assert len(lines.of("password.reset_requested")) == 5
    (refused,) = lines.of("password.reset_refused")
    assert refused["login"] == digest(alice.email)
    assert alice.email not in "".join(lines.texts)


def test_tokens_made_revoked_and_refused(lines: Lines, alice: User, client: Client) -> None:
    token, text = create_token(alice, "bot")
    revoke_token(alice, token.pk)
    headers = {"Authorization": f"Token {text}"}
    assert client.get("/api/v1/me", headers=headers, REMOTE_ADDR=ADDRESS).status_code == 401
    assert [row["user_id"] for row in lines.of("api_token.created")] == [alice.pk]
    assert [row["user_id"] for row in lines.of("api_token.revoked")] == [alice.pk]
    assert [row["network"] for row in lines.of("api_token.refused")] == [ADDRESS]
    assert text not in "".join(lines.texts)


def test_wrong_codes_of_a_second_factor_and_wrong_passkeys(
    lines: Lines, alice: User, client: Client
) -> None:
    from allauth.mfa.totp.internal.auth import TOTP

    TOTP.activate(alice, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    log_in(client)
    for _n in range(9):
        client.post(reverse("mfa_authenticate"), {"code": "000000"}, REMOTE_ADDR=ADDRESS)
    failed, refused = lines.of("second_factor.failed"), lines.of("second_factor.refused")
    assert {(row["user_id"], row["way"]) for row in failed} == {(alice.pk, "totp")}
    assert (len(failed), len(refused)) == (8, 1)
    Client().post(reverse("mfa_login_webauthn"), {"credential": '{"id": "x"}'}, REMOTE_ADDR=ADDRESS)
    assert lines.of("second_factor.failed")[-1]["way"] == "webauthn"


def test_each_event_is_counted_in_the_figures(lines: Lines, alice: User) -> None:
    before = EVENTS.labels("login.failed")._value.get()
    log_in(Client(), WRONG)
    assert EVENTS.labels("login.failed")._value.get() == before + 1
    assert b'barpoint_security_events_total{event="login.failed"}' in site_page()
    assert b"login.failed" not in generate_latest()
