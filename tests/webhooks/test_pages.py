"""The organizer's pages and the API: both by the same services, and only for one's own webhooks."""

import pytest
from django.test import Client

from accounts.models import Scope, User
from accounts.services.tokens import create_token
from tests.tournaments import making
from tests.tournaments.making import NOW
from tests.webhooks.receiving import endpoint, secret
from webhooks.event_types import EVENT_TYPES
from webhooks.models import WebhookDelivery, WebhookEndpoint
from webhooks.services import endpoints

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def token_of(user: User) -> dict[str, str]:
    return {"Authorization": f"Token {create_token(user, 'x', [Scope.DIRECT])[1]}"}


def test_a_webhook_is_added_tested_and_removed_on_its_pages() -> None:
    made = making.entered(2, organizer=(owner := making.director()))
    client = signed_in(owner)
    assert b"No webhooks and no channels yet." in client.get("/webhooks/").content
    typed = {"url": "https://hooks.example.org/x", "event_types": ["match.finished"]}
    answer = client.post(f"/webhooks/new/?tournament={made.slug}", typed)
    hook = WebhookEndpoint.objects.get()
    assert answer["Location"] == f"/webhooks/{hook.pk}/"
    assert (hook.tournament, hook.event_types) == (made, ["match.finished"])
    page = client.get(f"/webhooks/{hook.pk}/").content.decode()
    assert secret(hook) in page
    assert secret(hook) not in hook.secret
    client.post(f"/webhooks/{hook.pk}/do/", {"do": "ping"})
    assert WebhookDelivery.objects.get().event.type == "ping"
    client.post(f"/webhooks/{hook.pk}/do/", {"do": "remove"})
    assert not WebhookEndpoint.objects.exists()


@pytest.mark.parametrize(
    "url",
    ["http://hooks.example.org/", "https://127.0.0.1/", "https://localhost/x", "https://[::1]/", "https://a:b@example.org/",
     "https://example.org:8443/", "https://192.168.1.5/", "words"],
)  # fmt: skip
def test_what_was_typed_stays_when_the_address_is_refused(url: str) -> None:
    client = signed_in(making.director())
    typed = {"url": url, "event_types": ["match.finished"], "description": "Our results page"}
    answer = client.post("/webhooks/new/", typed)
    assert answer.status_code == 422
    assert b"Our results page" in answer.content
    assert not WebhookEndpoint.objects.exists()


def test_nobody_sees_or_touches_the_webhooks_of_others_and_who_only_plays_adds_none() -> None:
    made = making.entered(2, organizer=(owner := making.director()))
    hook = endpoint(owner, about=made)
    other = signed_in(making.director())
    assert other.get(f"/webhooks/{hook.pk}/").status_code == 404
    assert other.post(f"/webhooks/{hook.pk}/do/", {"do": "remove"}).status_code == 404
    assert other.get(f"/webhooks/new/?tournament={made.slug}").status_code == 403


def test_the_api_adds_changes_and_removes_and_shows_the_secret_once() -> None:
    made = making.entered(2, organizer=(owner := making.director()))
    api = Client(headers=token_of(owner))
    sent = {"url": "https://hooks.example.org/x", "tournament": made.slug}
    answer = api.post("/api/v1/webhooks", sent, content_type="application/json")
    assert answer.status_code == 201
    new = answer.json()
    assert new["secret"] == secret(WebhookEndpoint.objects.get())
    assert new["event_types"] == list(EVENT_TYPES)
    address = f"/api/v1/webhooks/{new['id']}"
    assert "secret" not in api.get(address).json()
    changed = api.patch(
        address,
        {"event_types": ["entry.added"], "is_active": False},
        content_type="application/json",
    )
    assert changed.json()["event_types"] == ["entry.added"]
    assert changed.json()["off_reason"] == "owner"
    off = api.post(f"{address}/ping")
    assert (off.status_code, off.json()["code"]) == (409, "webhook_off")
    api.patch(address, {"is_active": True}, content_type="application/json")
    assert api.post(f"{address}/ping").status_code == 202
    (line,) = api.get(f"{address}/deliveries").json()["results"]
    assert (line["type"], line["status"]) == ("ping", "pending")
    assert api.post(f"{address}/deliveries/{line['id']}/resend").status_code == 202
    assert api.post(f"{address}/secret").json()["secret"] != new["secret"]
    assert api.delete(address).status_code == 204
    assert api.get(address).status_code == 404


def test_each_person_has_a_bounded_number_of_webhooks_and_of_test_messages() -> None:
    owner = making.director()
    hook = endpoint(owner)
    for _ in range(endpoints.MOST_ENDPOINTS - 1):
        endpoint(owner)
    api = Client(headers=token_of(owner))
    sent = {"url": "https://hooks.example.org/x"}
    answer = api.post("/api/v1/webhooks", sent, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_webhooks")
    codes = [api.post(f"/api/v1/webhooks/{hook.pk}/ping").status_code for _ in range(25)]
    assert codes.count(202) < 25
    assert codes[-1] == 429


def test_what_waited_when_it_was_switched_off_can_be_sent_again() -> None:
    hook = endpoint(owner := making.director())
    row = endpoints.send_ping(owner, hook.pk, NOW)
    endpoints.switch(owner, hook.pk, on=False, now=NOW)
    off = signed_in(owner).get(f"/webhooks/{hook.pk}/").content
    assert b"what happens in the meantime is not recorded" in off
    assert b'value="resend"' not in off
    endpoints.switch(owner, hook.pk, on=True, now=NOW)
    assert b'value="resend"' in signed_in(owner).get(f"/webhooks/{hook.pk}/").content
    endpoints.resend(owner, hook.pk, row.pk, NOW)
    row.refresh_from_db()
    assert row.status == "pending"
