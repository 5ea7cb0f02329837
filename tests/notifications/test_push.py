"""Push messages: signed, encrypted, owed until a push service takes them, and shown once."""

from base64 import urlsafe_b64decode
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.management import call_command
from pytest_django import Settings

from accounts.last_seen import note_seen
from accounts.models import Player, User
from accounts.services.access import suspend
from accounts.services.logins import delete_account
from games.engine.rules import Rules
from games.services import friendly
from notifications import kinds
from notifications.models import Notification, PushDelivery, PushSubscription
from notifications.selectors.devices import export_devices
from notifications.selectors.preferences import channels_of
from notifications.services import push_deliveries, push_subscriptions, push_sweep, pushes
from notifications.services.notify import News, notify, renew
from notifications.services.preferences import save_preferences
from notifications.tasks import sweep_pushes
from tests.notifications.push_service import FakeBrowser, PushService, claims_of, listening
from tests.tournaments.making import NOW, player
from web import public_post, web_push
from web.errors import DomainError
from web.public_post import PrivateAddressError, is_public, public_addresses

pytestmark = pytest.mark.django_db
KEY = web_push.new_private_key()
LATER = NOW + timedelta(minutes=1)


@pytest.fixture
def service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> Iterator[PushService]:
    settings.VAPID_PRIVATE_KEY, settings.VAPID_CONTACT = KEY, "mailto:desk@example.org"
    with listening(tmp_path, monkeypatch) as made:
        yield made


def user(who: Player) -> User:
    return who.user  # type: ignore[return-value]


def add(service: PushService, who: Player, name: str = "phone", at: Any = NOW) -> FakeBrowser:
    browser = service.browser(name)
    push_subscriptions.subscribe(user(who), **browser.keys, label="Firefox", now=at)
    return browser


def tell(who: Player, kind: str = kinds.CHALLENGE, subject: str = "one", **more: Any) -> None:
    notify([News(who.user_id, kind, subject, "/matches/1/", **more)], NOW)  # type: ignore[arg-type]


def sweep(at: Any = NOW) -> int:
    return push_sweep.sweep(lambda: at)


def topics(service: PushService) -> list[str]:
    return [headers["Topic"] for _path, headers, _body in service.received]


def test_the_example_of_the_standard_comes_out_as_the_standard_writes_it() -> None:
    """RFC 8291, appendix A."""
    private = web_push.decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    sender = ec.derive_private_key(int.from_bytes(private, "big"), ec.SECP256R1())
    made = web_push.encrypted(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        sender=sender,
        salt=web_push.decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert web_push.encoded(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_challenge_reaches_the_device_signed_encrypted_and_in_the_readers_language(
    service: PushService,
) -> None:
    alice, bob = player("alice"), player("bob")
    browser = add(service, bob)
    made = friendly.challenge(alice, bob, Rules.preset("tournament", 3), None, NOW)
    assert sweep() == 1
    assert sweep() == 0
    ((path, headers, body),) = service.received
    claims = claims_of(headers["Authorization"])
    assert path == "/phone"
    assert claims["aud"] == service.origin
    assert NOW.timestamp() < claims["exp"] <= (NOW + timedelta(hours=24)).timestamp()
    assert claims["sub"] == "mailto:desk@example.org"
    assert claims["key"] == web_push.public_key_of(KEY)
    assert (headers["Content-Encoding"], headers["Urgency"]) == ("aes128gcm", "high")
    assert 0 < int(headers["TTL"]) <= 86_400
    message = browser.read(body)
    assert message["body"] == "alice challenges you."
    assert (message["url"], message["tag"]) == (f"/matches/{made.pk}/", headers["Topic"])
    row = PushSubscription.objects.get()
    assert (row.used_at, row.failing_since) == (NOW, None)
    assert Notification.objects.get(user=user(bob)).pushed_at == NOW


def test_the_longest_text_fits_and_bears_no_links(service: PushService) -> None:
    bob = player("bob")
    browser = add(service, bob)
    values = {"title": "\x01" * 900, "text": "See https://evil.example/x. " + "\U0001f3b2" * 2000}
    tell(bob, kinds.ANNOUNCEMENT, values=values)
    assert sweep() == 1
    body = service.received[0][2]
    assert len(body) <= web_push.MOST_BYTES
    assert "evil.example" not in browser.read(body)["body"]


def test_who_has_read_it_is_here_or_wants_none_gets_none(service: PushService) -> None:
    bob, cleo, dora = player("bob"), player("cleo"), player("dora")
    for who in (bob, cleo, dora):
        add(service, who, who.name)
        tell(who)
    Notification.objects.filter(user=user(bob)).update(read_at=NOW)
    channels = channels_of(user(cleo))
    channels[kinds.CHALLENGE][kinds.PUSH] = False
    save_preferences(user(cleo), channels, None, None)
    note_seen(dora.user_id, NOW)  # type: ignore[arg-type]
    assert sweep() == 0
    assert list(Notification.objects.exclude(push_at=None).values_list("user", flat=True)) == [
        dora.user_id
    ]
    assert sweep(NOW + pushes.HERE) == 1
    assert [path for path, _headers, _body in service.received] == ["/dora"]


def test_in_quiet_hours_it_waits_for_their_end_and_a_warning_that_is_too_late_is_not_sent(
    service: PushService,
) -> None:
    bob = player("bob")
    add(service, bob)
    start, end = (NOW - timedelta(hours=1)).time(), (NOW + timedelta(hours=1)).time()
    save_preferences(user(bob), channels_of(user(bob)), start, end)
    tell(bob)
    tell(bob, kinds.FORFEIT_SOON)
    assert sweep() == sweep(NOW + timedelta(minutes=59)) == 0
    assert sweep(NOW + timedelta(hours=1)) == 1
    assert not Notification.objects.exclude(push_at=None).exists()


def test_a_worker_killed_after_sending_sends_again_under_the_same_topic(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = player("bob")
    browser = add(service, bob)
    tell(bob)
    with monkeypatch.context() as patched:
        patched.setattr(push_deliveries, "_settle_taken", _killed)
        with pytest.raises(SystemExit):
            sweep()
    assert sweep(LATER) == 0
    assert sweep(NOW + push_deliveries.CLAIM_LAPSES + timedelta(seconds=1)) == 1
    first, second = topics(service)
    assert first == second
    messages = [browser.read(body) for _path, _headers, body in service.received]
    assert messages[0] == messages[1]


def _killed(*_args: object) -> None:
    raise SystemExit


def test_a_thing_that_comes_back_while_it_is_sent_is_pushed_again(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = player("bob")
    add(service, bob)
    turn = News(bob.user_id, kinds.TURN, "one", "/matches/1/")  # type: ignore[arg-type]
    renew([turn], NOW)
    settle = push_deliveries._settle_taken

    def meanwhile(*args: Any) -> None:
        renew([turn], LATER)
        pushes.hand_out_due(LATER)
        settle(*args)

    with monkeypatch.context() as patched:
        patched.setattr(push_deliveries, "_settle_taken", meanwhile)
        sweep()
    assert sweep(LATER) == 1
    assert len(set(topics(service))) == 1
    assert not PushDelivery.objects.exists()


def test_a_failing_service_is_tried_again_later_and_later_and_given_up(
    service: PushService,
) -> None:
    bob = player("bob")
    add(service, bob)
    service.status["/phone"] = 503
    for subject in ("one", "two"):
        tell(bob, subject=subject)
    assert sweep() == 0
    assert sweep(NOW + timedelta(seconds=29)) == 0
    assert len(service.received) == 1
    at, tries = NOW, 0
    while PushDelivery.objects.exists() and tries < 60:
        at, tries = max(PushDelivery.objects.earliest("due_at").due_at, at), tries + 1
        sweep(at)
    assert len(service.received) <= 2 * push_deliveries.MOST_ATTEMPTS
    assert timedelta(hours=1) < at - NOW < timedelta(days=1)
    service.status.clear()
    tell(bob, subject="three")
    assert sweep(at) == 1
    assert PushSubscription.objects.get().failing_since is None


def test_retry_after_is_kept_to_and_a_redirect_is_not_followed(service: PushService) -> None:
    bob = player("bob")
    add(service, bob)
    service.status["/phone"] = 307
    service.headers = {"Retry-After": "600", "Location": f"{service.origin}/elsewhere"}
    tell(bob)
    sweep()
    assert PushDelivery.objects.get().due_at == NOW + timedelta(seconds=600)
    assert [path for path, _headers, _body in service.received] == ["/phone"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_is_removed(service: PushService, status: int) -> None:
    bob = player("bob")
    add(service, bob)
    add(service, bob, "laptop")
    service.status["/phone"] = status
    tell(bob)
    assert sweep() == 1
    assert PushSubscription.objects.get().endpoint.endswith("/laptop")
    assert not PushDelivery.objects.exists()


def test_a_device_that_fails_for_a_week_is_removed(service: PushService) -> None:
    bob = player("bob")
    add(service, bob)
    PushSubscription.objects.update(failing_since=NOW - timedelta(days=8))
    service.status["/phone"] = 500
    tell(bob)
    sweep()
    assert not PushSubscription.objects.exists()


def test_the_newest_ten_devices_stay_and_a_browser_has_one_user(service: PushService) -> None:
    alice, bob = player("alice"), player("bob")
    for n in range(12):
        add(service, bob, f"d{n}", NOW + timedelta(seconds=n))
    assert PushSubscription.objects.count() == push_subscriptions.MOST_DEVICES
    assert not PushSubscription.objects.filter(endpoint__endswith="/d1").exists()
    tell(bob)
    pushes.hand_out_due(LATER)
    add(service, alice, "d11")
    assert sweep(LATER) == 9
    assert "/d11" not in [path for path, _headers, _body in service.received]


def test_a_suspension_or_a_new_password_ends_what_devices_get(service: PushService) -> None:
    bob, cleo = player("bob"), player("cleo")
    add(service, bob)
    add(service, cleo, "tablet")
    tell(bob)
    tell(cleo)
    pushes.hand_out_due(NOW)
    suspend(user(bob), NOW)
    user(cleo).set_password("a newer pass phrase")
    user(cleo).save()
    tell(cleo, subject="two")
    assert sweep() == 0
    assert service.received == []
    assert not PushDelivery.objects.exists()


def test_nobody_gets_more_than_the_bound_a_day(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushes, "MOST_A_DAY", 2)
    bob = player("bob")
    add(service, bob)
    for n in range(4):
        tell(bob, subject=f"{n}")
    assert [sweep(), sweep()] == [2, 0]


def test_the_number_of_queries_does_not_grow_with_devices_and_rows(
    service: PushService, django_assert_max_num_queries: Any
) -> None:
    people = [player() for _ in range(12)]
    for who in people:
        add(service, who, f"x{who.pk}")
        tell(who)
    with django_assert_max_num_queries(13):
        assert pushes.hand_out_due(NOW) == 12


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.0.9", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
     "240.0.0.1", "::1", "fe80::1%eth0", "fc00::1", "::ffff:8.8.8.8", "64:ff9b::7f00:1",
     "2002:7f00:1::1", "2001:0:4136::1", "ff02::1"],
)  # fmt: skip
def test_an_address_that_is_not_public_is_refused(address: str) -> None:
    assert not is_public(address)
    assert is_public("8.8.8.8")
    assert is_public("2606:4700::1111")


@pytest.mark.parametrize(
    "url",
    ["http://push.example/x", "https://push.example:8443/x", "https://a@push.example/x", "https:///x",
     "https://127.0.0.1/x", "https://[::1]/x", "https://push.example/a b", "https://0x7f000001/x",
     "https://[bad/x", "https://push.example:no/x", f"https://{'a' * 70}.example/x"],
)  # fmt: skip
def test_an_endpoint_must_be_https_on_a_public_host(url: str) -> None:
    with pytest.raises((PrivateAddressError, OSError)):
        public_addresses(url)


def test_a_name_that_turns_private_later_is_not_called_and_counts_as_a_failure(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = player("bob")
    add(service, bob)
    tell(bob)
    monkeypatch.setattr(public_post, "is_public", is_public)
    assert sweep() == 0
    assert (service.received, PushSubscription.objects.get().failing_since) == ([], NOW)
    assert PushDelivery.objects.get().due_at > NOW
    with pytest.raises(DomainError, match="push_service_unknown"):
        add(service, bob)


@pytest.mark.parametrize(
    "wrong",
    [{"p256dh": "AAAA"}, {"p256dh": "B" * 87}, {"auth": "é"}, {"auth": ""}, {"p256dh": "B" * 5000},
     {"endpoint": "https://push.example/" + "x" * 1000}],
)  # fmt: skip
def test_what_no_browser_sends_is_refused(service: PushService, wrong: dict[str, str]) -> None:
    keys = {**service.browser("phone").keys, **wrong}
    with pytest.raises(DomainError, match="push_subscription_invalid"):
        push_subscriptions.subscribe(user(player("bob")), **keys, label="x", now=NOW)


def test_without_a_key_nothing_is_owed_and_the_command_makes_one(
    capsys: pytest.CaptureFixture[str], settings: Settings
) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    tell(player("bob"))
    assert Notification.objects.get().push_at is None
    assert sweep_pushes() == 0
    call_command("vapid_key")
    name, _sign, value = capsys.readouterr().out.strip().partition("=")
    assert (name, len(urlsafe_b64decode(value + "="))) == ("VAPID_PRIVATE_KEY", 32)


def test_devices_are_in_the_download_and_go_with_the_account(service: PushService) -> None:
    bob = player("bob")
    add(service, bob)
    (line,) = export_devices(user(bob))
    assert (line["label"], line["created_at"]) == ("Firefox", NOW)
    assert line["push_service"] == "localhost"
    assert "auth" not in line
    assert "/phone" not in str(line)
    delete_account(user(bob), NOW)
    assert not PushSubscription.objects.exists()
