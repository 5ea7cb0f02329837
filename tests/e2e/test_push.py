"""A challenge reaches a player by push: turned on in the settings, sent by the site, shown by the service worker.

Chromium subscribes only with a service of Google. Here a stub subscribes with a push service on the loopback; what the
service gets is decrypted as the browser would, and given to the real service worker through the DevTools protocol.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.e2e.people import make_logins, sign_in
from tests.notifications.push_service import LOOPBACK, PushService, claims_of, listening
from tests.services import compose
from tests.services.topology import Embedded, Site
from web.web_push import new_private_key

pytestmark = pytest.mark.e2e
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .map((notification) => [notification.body, notification.data.url])"""
STUB = """
const keys = %s;
const made = { endpoint: keys.endpoint, toJSON: () => ({ endpoint: keys.endpoint, keys }), unsubscribe: async () => true };
PushManager.prototype.subscribe = async () => (localStorage.setItem("subscribed", "1"), made);
PushManager.prototype.getSubscription = async () => (localStorage.getItem("subscribed") ? made : null);
"""
CHALLENGE = """
from django.utils import timezone
from accounts.models import Player
from games.engine.rules import Rules
from games.services.friendly import challenge
anna, bert = (Player.objects.get(user__username=name) for name in ("anna", "bert"))
print(challenge(anna, bert, Rules.preset("tournament", 3), None, timezone.now()).pk)
"""


class _Closed:
    """A browser whose pages never ask for news, so that the site takes its player to be away."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def new_context(self, **settings: Any) -> BrowserContext:
        context = self.browser.new_context(**settings)
        context.route("**/waiting/**", lambda route: route.abort())
        return context


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with listening(tmp_path, monkeypatch) as made:
        text = LOOPBACK.format(port=made.port, pem=str(tmp_path / "localhost.pem"))
        (tmp_path / "sitecustomize.py").write_text(text)
        yield made


@pytest.fixture
def house(chromium: str, service: PushService, tmp_path: Path) -> Iterator[Site]:
    path = f"{tmp_path}:{compose.ROOT}"
    site = Embedded(
        VAPID_PRIVATE_KEY=new_private_key(),
        VAPID_CONTACT="mailto:desk@example.org",
        PYTHONPATH=path,
    )
    make_logins(site, ["anna", "bert"])
    yield site
    site.stop()


def wait_for(service: PushService) -> bytes:
    end = time.monotonic() + 30
    while not service.received and time.monotonic() < end:
        time.sleep(0.2)
    return service.received[0][2]


def registration(page: Any) -> tuple[Any, str]:
    session, versions = page.context.new_cdp_session(page), []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: versions.extend(event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return session, versions[-1]["registrationId"]


@pytest.mark.parametrize("width", [1280, 390])
def test_a_challenge_reaches_a_player_on_another_page_by_push(
    browser: Browser, house: Site, service: PushService, width: int
) -> None:
    device = service.browser("bert")
    screen = {"width": width, "height": 844}
    page = sign_in(_Closed(browser), house, "bert", permissions=["notifications"], viewport=screen)
    page.context.add_init_script(STUB % json.dumps(device.keys))
    page.goto("/profile/notifications/")
    page.get_by_role("button", name="Turn on").click()
    expect(page.get_by_role("button", name="Turn off")).to_be_visible()
    expect(page.get_by_text("This device", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto("/players/")
    match = house.shell(CHALLENGE).strip().splitlines()[-1]
    body = wait_for(service)
    claims = claims_of(service.received[0][1]["Authorization"])
    assert (claims["aud"], claims["sub"]) == (service.origin, "mailto:desk@example.org")
    message = json.dumps(device.read(body))
    session, number = registration(page)
    for _copy in range(2):
        session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": house.url, "registrationId": number, "data": message},
        )
    once = [["Anna challenges you.", f"/matches/{match}/"]]
    end = time.monotonic() + 10
    while page.evaluate(SHOWN) != once and time.monotonic() < end:
        page.wait_for_timeout(200)  # the second copy takes the first one away for a moment
    assert page.evaluate(SHOWN) == once
    page.goto("/profile/notifications/")
    page.get_by_role("button", name="Turn off").click()
    expect(page.get_by_text("This device", exact=True)).to_have_count(0)
    page.context.close()
