"""Users see where they are logged in and end one session at a time; pages, API and open tables go by it."""

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts import session_use
from accounts.browser_words import browser_in_words
from accounts.models import User
from accounts.selectors import living_sessions, personal_data
from accounts.services.access import raise_access
from accounts.services.logins import create_login
from accounts.services.tokens import create_token
from accounts.session_models import LoginSession
from accounts.tasks import clear_sessions
from tests.keeping import forget

pytestmark = pytest.mark.django_db
PASSWORD = "a long pass phrase"
PAGE = "/profile/sessions/"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1"


def logged_in(agent: str = FIREFOX, address: str = "203.0.113.9") -> Client:
    client = Client(headers={"user-agent": agent}, REMOTE_ADDR=address)
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    return client


def is_in(client: Client) -> bool:
    return client.get("/profile/").status_code == 200


def listed(client: Client) -> list[tuple[str, str, bool]]:
    rows = client.get("/api/v1/sessions").json()
    return [(row["browser"], row["network"], row["is_current"]) for row in rows]


@pytest.fixture(autouse=True)
def _alice() -> User:
    forget()
    return create_login("alice", "alice@example.org", PASSWORD)


def test_sessions_are_listed_in_words_and_ended_one_by_one() -> None:
    here, phone, desk = logged_in(), logged_in(IPHONE, "2001:db8::1"), logged_in()
    page = here.get(PAGE).content.decode()
    assert page.index("This browser") < page.index("Safari on iPhone")
    assert "Network address: 203.0.113.9" in page
    row = next(row for row in here.get("/api/v1/sessions").json() if "iPhone" in row["browser"])
    assert row["network"] == "2001:db8::/64"
    assert here.post(f"{PAGE}{row['id']}/end/")["Location"] == PAGE
    assert [is_in(client) for client in (here, phone, desk)] == [True, False, True]
    assert not Session.objects.filter(pk=phone.session.session_key).exists()
    assert here.post(f"{PAGE}{row['id']}/end/").status_code == 302
    other = next(row for row in here.get("/api/v1/sessions").json() if not row["is_current"])
    assert here.delete(f"/api/v1/sessions/{other['id']}").status_code == 204
    assert [is_in(client) for client in (here, desk)] == [True, False]
    assert listed(here) == [("Firefox on Windows", "203.0.113.9", True)]


def test_nobody_sees_or_ends_the_sessions_of_another_and_a_token_sees_none() -> None:
    alice = logged_in()
    bob = create_login("bob", "bob@example.org", PASSWORD)
    stranger = Client()
    stranger.force_login(bob, backend="accounts.auth_backend.LoginBackend")
    number = LoginSession.objects.get(user__username="alice").pk
    assert len(listed(stranger)) == 1
    stranger.post(f"{PAGE}{number}/end/")
    stranger.delete(f"/api/v1/sessions/{number}")
    assert is_in(alice)
    _token, text = create_token(bob, "script")
    answer = Client().get("/api/v1/sessions", headers={"Authorization": f"Bearer {text}"})
    assert answer.status_code == 403


def test_a_session_keeps_its_place_in_the_list_under_a_new_key() -> None:
    client = logged_in()
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert listed(client) == [("Firefox on Windows", "203.0.113.9", True)]


def test_what_ended_in_another_way_is_not_listed() -> None:
    here, gone, left = logged_in(), logged_in(), logged_in()
    left.post("/accounts/logout/")
    Session.objects.filter(pk=gone.session.session_key).update(expire_date=timezone.now())
    assert len(listed(here)) == 1
    logged_in(IPHONE)
    here.post("/profile/elsewhere/")
    assert listed(here) == [("Firefox on Windows", "203.0.113.9", True)]
    raise_access(User.objects.get())
    assert living_sessions(User.objects.get(), timezone.now()) == []


def test_the_last_use_is_written_every_ten_minutes_at_most() -> None:
    client = logged_in()
    first = LoginSession.objects.get().last_used_at
    client.get(PAGE)
    assert LoginSession.objects.get().last_used_at == first
    cache.delete(f"session-noted:{client.session.session_key}")
    session_use._remembered.clear()
    client.get(PAGE, headers={"user-agent": "Curious\x00Program" + "x" * 400})
    row = LoginSession.objects.get()
    assert row.last_used_at > first
    assert (len(row.user_agent), row.browser) == (300, "Unknown browser")


def test_what_is_kept_of_ended_sessions_is_swept_and_goes_with_the_account() -> None:
    client, other = logged_in(), logged_in()
    other.post("/accounts/logout/")
    clear_sessions()
    assert LoginSession.objects.get().session_key == client.session.session_key
    [kept] = personal_data(User.objects.get())["sessions"]
    assert (kept["browser"], kept["network"]) == ("Firefox on Windows", "203.0.113.9")
    User.objects.get().delete()
    assert not LoginSession.objects.exists()


def test_a_visitor_and_a_guest_are_not_listed() -> None:
    visitor = Client()
    visitor.get("/accounts/login/")
    visitor.post("/play/bot/steady/", {})
    assert not LoginSession.objects.filter(user__guest_seen_at__isnull=False).exists()


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox on Windows"),
        (IPHONE, "Safari on iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0", "Edge on Linux"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36", "Chrome on Android"),
        ("curl/8.5.0", "Unknown browser"),
        ("", "Unknown browser"),
    ],
)  # fmt: skip
def test_browsers_are_named_in_words(agent: str, words: str) -> None:
    assert browser_in_words(agent) == words
