"""The settings of push messages: this browser is added and removed, and another login or a logout takes it away."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import Player
from notifications import kinds
from notifications.models import NotificationPreferences, PushSubscription
from notifications.push_cookie import COOKIE
from notifications.selectors.preferences import channels_of
from notifications.services.preferences import save_preferences
from tests.notifications.push_service import PushService, listening
from tests.tournaments.making import player
from web import web_push

pytestmark = pytest.mark.django_db
SETTINGS = "/profile/notifications/"
ADD, REMOVE = f"{SETTINGS}devices/", f"{SETTINGS}devices/remove/"
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"


@pytest.fixture
def service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> Iterator[PushService]:
    settings.VAPID_PRIVATE_KEY = web_push.new_private_key()
    with listening(tmp_path, monkeypatch) as made:
        yield made


def signed_in(who: Player) -> Client:
    client = Client(headers={"user-agent": FIREFOX})
    client.post("/accounts/login/", {"login": who.name, "password": "pw"})
    return client


def test_this_browser_is_added_listed_and_removed(service: PushService) -> None:
    alice, bob = player("alice"), player("bob")
    client = signed_in(bob)
    answer = client.post(ADD, service.browser("phone").keys)
    assert answer.status_code == 201
    row = PushSubscription.objects.get()
    page = client.get(SETTINGS).content.decode()
    assert "Firefox, Android" in page
    assert "This device" in page
    assert f'data-device="{row.endpoint_hash}"' in page
    assert row.endpoint not in page
    assert row.auth not in page
    signed_in(alice).post(REMOVE, {"id": row.pk})
    for wrong in ("", "x", "0", "9" * 20, "²"):
        client.post(REMOVE, {"id": wrong})
    assert PushSubscription.objects.exists()
    assert client.post(REMOVE, {"id": row.pk})["Location"] == SETTINGS
    assert not PushSubscription.objects.exists()


def test_a_renewed_subscription_takes_the_place_of_the_browsers_old_one(
    service: PushService,
) -> None:
    client = signed_in(player("bob"))
    for name in ("before", "after"):
        client.post(ADD, service.browser(name).keys)
    assert PushSubscription.objects.get().endpoint.endswith("/after")


def test_logging_out_ends_what_this_browser_gets_and_no_other(service: PushService) -> None:
    bob = player("bob")
    here, elsewhere = signed_in(bob), signed_in(bob)
    here.post(ADD, service.browser("here").keys)
    elsewhere.post(ADD, service.browser("elsewhere").keys)
    here.post("/accounts/logout/")
    assert PushSubscription.objects.get().endpoint.endswith("/elsewhere")


def test_another_users_login_ends_it_where_the_first_session_only_ran_out(
    service: PushService,
) -> None:
    alice, bob = player("alice"), player("bob")
    client = signed_in(bob)
    client.post(ADD, service.browser("phone").keys)
    del client.cookies["sessionid"]
    client.post("/accounts/login/", {"login": "bob", "password": "pw"})
    assert PushSubscription.objects.exists()
    del client.cookies["sessionid"]
    client.post("/accounts/login/", {"login": alice.name, "password": "pw"})
    assert not PushSubscription.objects.exists()
    client.cookies[COOKIE] = "nonsense"
    assert client.post("/accounts/logout/").status_code == 302


def test_refusals_say_what_to_do(service: PushService, settings: Settings) -> None:
    bob = player("bob")
    keys = service.browser("phone").keys
    assert Client().post(ADD, keys).status_code == 302
    client = signed_in(bob)
    refused = client.post(ADD, {**keys, "auth": "x"})
    assert (refused.status_code, refused.json()["code"]) == (422, "push_subscription_invalid")
    assert client.post(ADD, {}).status_code == 422
    settings.VAPID_PRIVATE_KEY = ""
    refused = client.post(ADD, keys)
    assert (refused.status_code, refused.json()["code"]) == (409, "push_off")
    page = client.get(SETTINGS).content.decode()
    assert "This site sends no push notifications." in page
    assert "challenge-push" not in page


def test_the_column_is_kept_while_the_site_has_no_key(settings: Settings) -> None:
    bob = player("bob")
    channels = channels_of(bob.user)  # type: ignore[arg-type]
    channels[kinds.ROUND][kinds.PUSH] = False
    save_preferences(bob.user, channels, None, None)  # type: ignore[arg-type]
    settings.VAPID_PRIVATE_KEY = ""
    client = signed_in(bob)
    form = client.get(SETTINGS).context["form"]
    client.post(SETTINGS, {name: "on" for name, value in form.initial.items() if value is True})
    assert NotificationPreferences.objects.get().choices[kinds.ROUND] == {kinds.PUSH: False}


def test_the_service_worker_stands_at_the_root_for_everybody() -> None:
    answer = Client().get("/service-worker.js")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "public, no-cache"
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert b"showNotification" in answer.content


def test_the_service_worker_finds_on_the_settings_page_what_it_subscribes_again_with(
    service: PushService, settings: Settings
) -> None:
    """Its own expressions are used, on the page as it is, and it may ask this site."""
    answer = Client().get("/service-worker.js")
    script = answer.content.decode()
    assert '"pushsubscriptionchange"' in script
    assert f'fetch("{SETTINGS}"' in script
    assert f'fetch("{ADD}"' in script
    assert "connect-src 'self'" in answer["Content-Security-Policy"]
    client = Client(headers={"user-agent": FIREFOX}, enforce_csrf_checks=True)
    client.force_login(player("bob").user)  # type: ignore[arg-type]
    page = client.get(SETTINGS).content.decode()
    key, token = (
        re.search(pattern, page)[1]  # type: ignore[index]
        for pattern in re.findall(r"/(data-(?:push|csrf)=[^/]+)/\.exec", script)
    )
    assert key == web_push.public_key_of(settings.VAPID_PRIVATE_KEY)
    values = {**service.browser("phone").keys, "csrfmiddlewaretoken": token}
    assert client.post(ADD, values).status_code == 201
