"""Channels: sentences to Discord, Telegram, ntfy, Matrix and by email, to stand-ins of these services."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client, TestCase

from accounts.models import Scope, User
from accounts.services.tokens import create_token
from tests.notifications.push_service import PushService
from tests.tournaments import making
from tests.tournaments.making import NOW
from tests.webhooks.receiving import receiver, sweep  # noqa: F401
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Tournament
from web.errors import DomainError
from webhooks import channel_kinds
from webhooks.event_types import EVENT_TYPES
from webhooks.models import WebhookDelivery, WebhookEndpoint
from webhooks.selectors.endpoints import target_of
from webhooks.services import deliveries, endpoints, events
from webhooks.services.endpoints import ChannelTerms
from webhooks.services.messages import MessageWriter

pytestmark = [pytest.mark.django_db]
DISCORD = "https://discord.com/api/webhooks/123456789/abcdefghijklmnopqrstuvwxyz-_09"
BOT = "123456789:ABCdefGHIjklMNOpqrsTUVwxyz0123456789"
TARGETS = {
    "discord": {"address": DISCORD},
    "telegram": {"token": BOT, "chat": "-100123"},
    "ntfy": {"address": "https://ntfy.example.org/spring", "token": "tk_secret"},
    "matrix": {
        "address": "https://matrix.example.org/",
        "room": "!room:example.org",
        "token": "syt_secret",
    },
}
Body = Callable[[Any], str]


@pytest.fixture
def service(receiver: PushService, monkeypatch: pytest.MonkeyPatch) -> PushService:  # noqa: F811
    """All four services at one address."""
    monkeypatch.setattr(channel_kinds, "DISCORD_ORIGIN", receiver.origin)
    monkeypatch.setattr(channel_kinds, "TELEGRAM_ORIGIN", receiver.origin)
    monkeypatch.setattr(endpoints, "https_host", lambda _url: "example.org")
    return receiver


def channel(
    owner: User,
    kind: str = "ntfy",
    *,
    service: PushService | None = None,
    about: Tournament | None = None,
    language: str = "en",
    wanted: tuple[str, ...] = EVENT_TYPES,
) -> WebhookEndpoint:
    target = TARGETS[kind]
    if service is not None and "address" in target and kind != "discord":
        path = target["address"].removeprefix("https://").partition("/")[2]
        target = target | {"address": f"{service.origin}/{path}".rstrip("/")}
    with TestCase.captureOnCommitCallbacks(execute=True):
        terms = ChannelTerms(kind, target, wanted, language)
        return endpoints.add_channel(owner, about, terms, NOW)


def walk_in(made: Tournament, name: str) -> None:
    entries.add_walk_in(made.pk, by=None, now=NOW, player=making.player(name))


@pytest.mark.parametrize(
    ("kind", "path", "text_of"),
    [
        ("discord", "/api/webhooks/123456789/abcdefghijklmnopqrstuvwxyz-_09", lambda body: json.loads(body)["content"]),
        ("telegram", f"/bot{BOT}/sendMessage", lambda body: json.loads(body)["text"]),
        ("ntfy", "/spring", lambda body: body.decode()),
        ("matrix", "/_matrix/client/v3/rooms/%21room%3Aexample.org/send/m.room.message/", lambda body: json.loads(body)["body"]),
    ],
)  # fmt: skip
def test_each_service_is_sent_what_it_takes(
    kind: str, path: str, text_of: Body, service: PushService
) -> None:
    made = making.entered(2, organizer=(owner := making.director()))
    channel(owner, kind, service=service, about=made)
    start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    making.win(made, "W1.1", "1")
    assert sweep() == 5
    ((received, headers, body),) = service.received
    assert received.startswith(path)
    lines = text_of(body).replace("\\", "").split("\n")
    assert lines[0] == made.name
    assert "– The tournament has started." in lines
    assert "– Result: 1 – 2 0–0, winner: 1" in lines
    assert "– Round published: Final" in lines
    assert lines[-2:] == ["– The tournament is finished.", lines[-1]]
    assert lines[-1].endswith(made.get_absolute_url())
    if kind == "discord":
        assert json.loads(body)["allowed_mentions"] == {"parse": []}
    if kind in ("ntfy", "matrix"):
        assert headers["Authorization"] == f"Bearer {TARGETS[kind]['token']}"
    assert set(WebhookDelivery.objects.values_list("status", flat=True)) == {"delivered"}


def test_what_happens_soon_after_a_message_comes_together_in_the_next(service: PushService) -> None:
    made = making.entered(2, organizer=(owner := making.director()))
    channel(owner, service=service, about=made)
    walk_in(made, "first")
    assert sweep() == 1
    for number in range(60):
        walk_in(made, f"player {number} of many with a rather long name that takes its room")
    assert sweep(NOW + timedelta(seconds=5)) == 0
    assert sweep(NOW + timedelta(seconds=21)) == 60
    first, second = (body.decode() for _path, _headers, body in service.received)
    assert "New entry: first" in first
    assert len(second.encode()) <= channel_kinds.LONGEST["ntfy"]
    assert second.rstrip().splitlines()[-1].endswith(" more")


def test_messages_speak_the_language_of_the_channel(service: PushService) -> None:
    hook = channel(owner := making.director(), service=service, language="pl")
    endpoints.send_ping(owner, hook.pk, NOW)
    assert sweep() == 1
    assert hook.language == "pl"
    assert service.received[0][2]


def test_names_ping_nobody_and_are_no_links_on_discord(service: PushService) -> None:
    made = making.entered(2, organizer=(owner := making.director()))
    channel(owner, "discord", service=service, about=made)
    walk_in(made, "@everyone **x** [a](b)")
    sweep()
    sent = json.loads(service.received[0][2])
    assert sent["allowed_mentions"] == {"parse": []}
    assert r"\*\*x\*\* \[a\]\(b\)" in sent["content"]


def test_a_service_that_is_too_busy_is_left_alone_as_long_as_it_asks(service: PushService) -> None:
    hook = channel(owner := making.director(), service=service)
    service.status["/spring"] = 429
    service.headers["Retry-After"] = "300"
    endpoints.send_ping(owner, hook.pk, NOW)
    assert sweep() == 0
    service.status.clear()
    assert sweep(NOW + timedelta(seconds=290)) == 0
    assert len(service.received) == 1
    assert sweep(NOW + timedelta(seconds=301)) == 1


def test_a_message_is_sent_again_as_it_was_and_before_what_is_newer(service: PushService) -> None:
    made = making.entered(2, organizer=(owner := making.director()))
    channel(owner, service=service, about=made)
    service.status["/spring"] = 500
    walk_in(made, "first")
    assert sweep() == 0
    service.status.clear()
    walk_in(made, "second")
    assert sweep(NOW + timedelta(seconds=4)) == 0
    assert sweep(NOW + timedelta(seconds=6)) == 1
    assert sweep(NOW + timedelta(seconds=27)) == 1
    failed, again, newer = (body.decode() for _path, _headers, body in service.received)
    assert failed == again
    assert ("first" in again, "second" in again) == (True, False)
    assert ("first" in newer, "second" in newer) == (False, True)


def test_a_message_whose_worker_was_killed_comes_again_as_it_was(
    service: PushService,
) -> None:
    """Matrix knows it by the number in its address, so nobody reads it twice."""
    made = making.entered(2, organizer=(owner := making.director()))
    hook = channel(owner, service=service, about=made)
    for name in ("first", "second"):
        walk_in(made, name)
    events.make_events(NOW)
    (oldest,) = deliveries._oldest(NOW, deliveries.FAST, ())
    writer = MessageWriter(NOW)
    claimed = deliveries._claimed([oldest], writer)
    lost = writer.channel_message(claimed)
    walk_in(made, "third")
    assert sweep(NOW + timedelta(seconds=30)) == 1
    later = NOW + deliveries.CLAIM_LAPSES + timedelta(seconds=1)
    walk_in(made, "fourth")
    assert sweep(later) == 2
    bodies = [body for _path, _headers, body in service.received]
    assert bodies[1] == lost.request.body
    assert [b"third" in body for body in bodies] == [True, False]
    assert sweep(later + timedelta(seconds=30)) == 1
    assert b"fourth" in service.received[-1][2]
    assert not hook.deliveries.filter(status="pending").exists()


def test_a_message_that_the_service_refuses_holds_up_no_other(service: PushService) -> None:
    made = making.entered(2, organizer=(owner := making.director()))
    channel(owner, service=service, about=made)
    service.status["/spring"] = 400
    walk_in(made, "first")
    assert sweep() == 0
    service.status.clear()
    walk_in(made, "second")
    assert sweep(NOW + timedelta(seconds=1)) == 1
    assert b"second" in service.received[-1][2]


def test_a_redirect_is_not_followed_and_counts_as_refused(service: PushService) -> None:
    hook = channel(owner := making.director(), service=service)
    service.status["/spring"] = 302
    service.headers["Location"] = f"{service.origin}/elsewhere"
    endpoints.send_ping(owner, hook.pk, NOW)
    assert sweep() == 0
    assert [path for path, _headers, _body in service.received] == ["/spring"]


def test_an_email_goes_to_an_own_address_and_no_more_often_than_every_ten_minutes() -> None:
    owner = making.director()
    address = EmailAddress.objects.filter(user=owner, verified=True)[0].email
    terms = ChannelTerms("mail", {"address": address}, EVENT_TYPES, "en")
    hook = endpoints.add_channel(owner, None, terms, NOW)
    endpoints.send_ping(owner, hook.pk, NOW)
    assert deliveries.send_due(NOW) == 1
    (sent,) = mail.outbox
    assert (sent.to, "This channel works." in sent.body) == ([address], True)
    hook.refresh_from_db()
    assert hook.paused_until == NOW + timedelta(minutes=10)
    with pytest.raises(DomainError, match="not_your_address"):
        endpoints.add_channel(
            owner, None, ChannelTerms("mail", {"address": "x@example.org"}, EVENT_TYPES, "en"), NOW
        )
    EmailAddress.objects.filter(user=owner).update(verified=False)
    endpoints.send_ping(owner, hook.pk, NOW)
    assert deliveries.send_due(NOW) == 0
    assert WebhookDelivery.objects.get(status="failed").error == "not_your_address"


@pytest.mark.parametrize(
    ("kind", "target", "field"),
    [
        ("discord", {"address": "https://evil.example/api/webhooks/1/2"}, "address"),
        ("discord", {}, "address"),
        ("telegram", {"token": "x", "chat": "1"}, "token"),
        ("telegram", {"token": BOT, "chat": "1/../x"}, "chat"),
        ("ntfy", {"address": "https://ntfy.sh/"}, "address"),
        ("ntfy", {"address": "https://ntfy.sh/a/b"}, "address"),
        ("ntfy", {"address": "https://ntfy.sh/a", "token": "a b"}, "token"),
        ("matrix", {"address": "https://m.org/x", "room": "!a:b", "token": "t"}, "address"),
        ("matrix", {"address": "https://m.org", "room": "#a:b", "token": "t"}, "room"),
        ("matrix", {"address": "https://m.org", "room": "!a:b", "token": "a\r\nb"}, "token"),
    ],
)
def test_what_cannot_be_a_target_is_refused_beside_its_field(
    kind: str, target: dict[str, str], field: str
) -> None:
    with pytest.raises(endpoints.BadChannel) as refused:
        endpoints.add_channel(
            making.director(), None, ChannelTerms(kind, target, EVENT_TYPES, "en"), NOW
        )
    assert refused.value.field == field


@pytest.mark.parametrize("address", ["http://ntfy.sh/a", "https://127.0.0.1/a", "https://a:1/b"])
def test_addresses_are_public_https(address: str) -> None:
    terms = ChannelTerms("ntfy", {"address": address}, EVENT_TYPES, "en")
    with pytest.raises(DomainError) as refused:
        endpoints.add_channel(making.director(), None, terms, NOW)
    assert refused.value.code in {"bad_webhook_address", "private_address"}


def test_secrets_are_stored_encrypted_and_shown_nowhere() -> None:
    owner = making.director()
    client = Client()
    client.force_login(owner)
    api = Client(headers={"Authorization": f"Token {create_token(owner, 'x', [Scope.DIRECT])[1]}"})
    secrets = {"discord": DISCORD.rpartition("/")[2], "telegram": BOT, "matrix": "syt_secret"}
    for kind, secret in secrets.items():
        hook = channel(owner, kind)
        assert secret not in hook.secret
        assert secret not in hook.url
        assert secret in json.dumps(target_of(hook))
        for answer in (
            client.get(f"/webhooks/{hook.pk}/"),
            client.get("/webhooks/"),
            api.get(f"/api/v1/webhooks/{hook.pk}"),
        ):
            assert answer.status_code == 200
            assert secret.encode() not in answer.content
        assert client.post(f"/webhooks/{hook.pk}/do/", {"do": "rotate"}).status_code == 302
        hook.refresh_from_db()
        assert target_of(hook) is not None


def test_a_channel_is_added_and_changed_on_its_pages_and_keeps_its_secret() -> None:
    made = making.entered(2, organizer=(owner := making.director()))
    client = Client()
    client.force_login(owner)
    path = f"/webhooks/channels/telegram/?tournament={made.slug}"
    typed = {"token": "wrong", "chat": "-5", "language": "fi", "event_types": ["match.finished"]}
    answer = client.post(path, typed)
    assert (answer.status_code, b'value="-5"' in answer.content) == (422, True)
    client.post(path, typed | {"token": BOT})
    hook = WebhookEndpoint.objects.get()
    assert (hook.kind, hook.tournament, hook.url, hook.language) == ("telegram", made, "-5", "fi")
    client.post(f"/webhooks/{hook.pk}/", typed | {"token": "", "chat": "-6"})
    hook.refresh_from_db()
    assert target_of(hook) == {"token": BOT, "chat": "-6"}
    assert client.get("/webhooks/channels/pigeon/").status_code == 404


def test_the_api_adds_and_changes_a_channel() -> None:
    owner = making.director()
    api = Client(headers={"Authorization": f"Token {create_token(owner, 'x', [Scope.DIRECT])[1]}"})
    sent: dict[str, Any] = {"kind": "telegram", "target": TARGETS["telegram"], "language": "et"}
    answer = api.post("/api/v1/webhooks", sent, content_type="application/json")
    assert answer.status_code == 201, answer.content
    new = answer.json()
    assert (new["kind"], new["url"], new["secret"]) == ("telegram", "-100123", "")
    address = f"/api/v1/webhooks/{new['id']}"
    changed = api.patch(
        address, {"target": {"chat": "@club_chat"}}, content_type="application/json"
    )
    assert changed.json()["url"] == "@club_chat"
    refused = api.patch(address, {"url": "https://example.org/"}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "wrong_kind")
    assert api.post(f"{address}/secret").json()["code"] == "wrong_kind"
    missing = api.post("/api/v1/webhooks", {"kind": "ntfy"}, content_type="application/json")
    assert missing.status_code == 400


@pytest.mark.parametrize("kind", ["ntfy", "matrix"])
def test_a_stored_token_is_sent_to_no_other_server(kind: str) -> None:
    owner = making.director()
    hook = channel(owner, kind)
    client = Client()
    client.force_login(owner)
    api = Client(headers={"Authorization": f"Token {create_token(owner, 'x', [Scope.DIRECT])[1]}"})
    before = target_of(hook)
    path = "/summer" if kind == "ntfy" else ""
    elsewhere = {"address": f"https://elsewhere.example.net{path}"}
    refused = api.patch(
        f"/api/v1/webhooks/{hook.pk}", {"target": elsewhere}, content_type="application/json"
    )
    assert (refused.status_code, refused.json()["code"]) == (422, "secret_needed")
    typed = {"room": "!a:example.org", "language": "en", "event_types": ["match.finished"]}
    page = client.post(f"/webhooks/{hook.pk}/", typed | elsewhere | {"token": ""})
    assert page.status_code == 422
    assert b"Enter this again" in page.content
    hook.refresh_from_db()
    assert target_of(hook) == before
    client.post(f"/webhooks/{hook.pk}/", typed | elsewhere | {"token": "new"})
    hook.refresh_from_db()
    assert (target_of(hook) or {})["token"] == "new"
    near = {"address": f"https://Elsewhere.example.net{path and '/autumn'}"}
    api.patch(f"/api/v1/webhooks/{hook.pk}", {"target": near}, content_type="application/json")
    hook.refresh_from_db()
    assert (target_of(hook) or {})["token"] == "new"


def test_a_token_that_is_not_needed_can_be_removed() -> None:
    owner = making.director()
    client = Client()
    client.force_login(owner)
    api = Client(headers={"Authorization": f"Token {create_token(owner, 'x', [Scope.DIRECT])[1]}"})
    address = TARGETS["ntfy"]["address"]
    by_page, by_api, needed = channel(owner), channel(owner), channel(owner, "matrix")
    assert b'name="remove_token"' in client.get(f"/webhooks/{by_page.pk}/").content
    assert b'name="remove_token"' not in client.get(f"/webhooks/{needed.pk}/").content
    typed = {"address": address, "token": "", "remove_token": "on", "language": "en"}
    client.post(f"/webhooks/{by_page.pk}/", typed | {"event_types": ["match.finished"]})
    without = {"target": {"token": None}}
    api.patch(f"/api/v1/webhooks/{by_api.pk}", without, content_type="application/json")
    for hook in (by_page, by_api):
        hook.refresh_from_db()
        assert target_of(hook) == {"address": address, "token": ""}
    refused = api.patch(f"/api/v1/webhooks/{needed.pk}", without, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_channel")
