"""A rematch: the same two, rules and clock, seats changed over; made once, refused with a code."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services.access import suspend
from accounts.services.logins import create_login, delete_account
from games.engine.clock import ClockSettings
from games.models import Match
from games.selectors.rematch import rematches_of
from games.selectors.side_channel import states
from games.services import bots, friendly
from games.services.rematch import rematch
from tests.games.services.sweeps import settle_next
from tests.games.services.tables import Sitting, bot, person, playing
from web.errors import DomainError

pytestmark = pytest.mark.django_db
CLOCK = ClockSettings("simple", 60_000, 12_000)


def over(**facts: Any) -> tuple[Sitting, User, User]:
    """A friendly match that has just ended, and its two players."""
    sitting = playing(length=5, clock=CLOCK, **facts)
    sitting.act("A", "concede")
    first, two = (sitting.match.seats.get(seat=seat).player.user for seat in "AB")
    return sitting, first, two


def names(match: Match) -> dict[str, str]:
    return {seat.seat: seat.player.name for seat in match.seats.all()}


def code(match: Match, user: User) -> str:
    with pytest.raises(DomainError) as refused:
        rematch(match.pk, user, timezone.now())
    return refused.value.code


def test_it_has_the_same_rules_and_clock_and_the_seats_are_changed_over() -> None:
    sitting, item, _two = over(chat=False, bot_pace_ms=7)
    made = rematch(sitting.match.pk, item, timezone.now())
    old = sitting.fresh()
    assert (made.rules, made.clock, made.kind) == (old.rules, old.clock, "friendly")
    assert names(made) == {"A": names(old)["B"], "B": names(old)["A"]}
    assert (made.context["chat"], made.context["bot_pace_ms"]) == (False, 7)
    assert Match.objects.get(pk=made.pk).rematch_of == old


def test_both_get_the_same_match_in_either_order_and_however_often() -> None:
    sitting, first, two = over()
    made = {rematch(sitting.match.pk, user, timezone.now()).pk for user in (two, first, two)}
    assert len(made) == 1
    assert Match.objects.count() == 2


def test_the_old_table_tells_who_wishes_and_what_became_of_it() -> None:
    sitting, first, two = over()
    made = rematch(sitting.match.pk, two, timezone.now())
    text = rematches_of([sitting.match.pk])[sitting.match.pk]
    assert text == {"match": str(made.pk), "by": "B", "state": "open"}
    friendly.decline(made.pk, first.player, timezone.now())
    assert made.actions.latest("seq").payload["reason"] == friendly.DECLINED
    assert rematches_of([sitting.match.pk])[sitting.match.pk]["state"] == "off"
    assert code(sitting.match, two) == "rematch_off"
    state = states([sitting.match.pk])[sitting.match.pk]
    assert state is not None
    assert state.wish is not None
    assert state.wish["state"] == "off"


def test_it_lapses_after_a_day_like_any_challenge() -> None:
    sitting, first, two = over()
    made = rematch(sitting.match.pk, first, timezone.now())
    settle_next(made.pk, timezone.now() + timedelta(days=1, seconds=1))
    assert Match.objects.get(pk=made.pk).status == "void"
    assert code(sitting.match, two) == "rematch_off"


def test_against_a_bot_it_simply_starts() -> None:
    sitting = playing(a=person("anna"), b=bot(), length=1)
    sitting.act("A", "concede")
    anna = sitting.match.seats.get(seat="A").player.user
    made = rematch(sitting.match.pk, anna, timezone.now())
    assert names(made)["B"] == "anna"
    bots.play_turns([made.pk], timezone.now())
    again = Sitting(made, timezone.now())
    again.act("B", "ready", {"nonce_hash": None})
    assert again.fresh().status == "playing"


@pytest.mark.parametrize(
    ("change", "refused"),
    [
        ({"kind": "tournament"}, "not_friendly"),
        ({"kind": "imported"}, "not_friendly"),
        ({"status": "void"}, "match_void"),
    ],
)
def test_only_a_friendly_match_that_counted_has_one(change: dict[str, str], refused: str) -> None:
    sitting, item, _two = over()
    Match.objects.filter(pk=sitting.match.pk).update(**change)
    assert code(sitting.match, item) == refused
    assert Match.objects.count() == 1


def test_not_before_the_end_and_not_for_those_who_watched() -> None:
    running = playing()
    assert code(running.match, running.match.seats.get(seat="A").player.user) == "not_over"
    sitting, _, _ = over()
    assert code(sitting.match, create_login("fan", "fan@example.org", "pw")) == "not_your_seat"


def test_nobody_is_asked_who_cannot_play() -> None:
    sitting, first, two = over()
    suspend(two, timezone.now())
    assert code(sitting.match, first) == "player_suspended"
    assert code(sitting.match, two) == "suspended"
    sitting, first, two = over()
    delete_account(two, timezone.now())
    assert code(sitting.match, first) == "player_gone"


def test_a_page_without_javascript_has_a_form_for_it(client: Client) -> None:
    sitting, item, _two = over()
    client.force_login(item)
    page = reverse("match", args=[sitting.match.pk])
    form = reverse("match-rematch", args=[sitting.match.pk])
    assert f'action="{form}"' in client.get(page).content.decode()
    answer = client.post(form)
    made = Match.objects.get(rematch_of=sitting.match)
    assert answer["Location"] == reverse("match", args=[made.pk])
    friendly.decline(made.pk, item.player, timezone.now())
    refused = client.post(form)
    assert refused.status_code == 409
    assert "declined or has expired" in refused.content.decode()


def test_the_form_is_guarded_against_forgery_and_strangers() -> None:
    sitting, item, _two = over()
    form = reverse("match-rematch", args=[sitting.match.pk])
    strict = Client(enforce_csrf_checks=True)
    assert "/accounts/login/" in Client().post(form)["Location"]
    strict.force_login(item)
    assert strict.post(form).status_code == 403
    assert strict.get(form).status_code == 405
    api = f"/api/v1/matches/{sitting.match.pk}/rematch"
    assert strict.post(api, content_type="application/json").status_code == 403
    assert Match.objects.count() == 1


def test_the_api_answers_with_the_match_or_a_code(client: Client) -> None:
    sitting, first, two = over()
    path = f"/api/v1/matches/{sitting.match.pk}/rematch"
    assert client.post(path).status_code == 401
    client.force_login(first)
    made = client.post(path).json()["match"]
    client.force_login(two)
    assert client.post(path).json() == {"match": made}
    client.force_login(create_login("fan", "fan@example.org", "pw"))
    answer = client.post(path)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat")
