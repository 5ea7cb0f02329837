"""The pages of the training with one's own mistakes, and its API."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player, User
from analysis import training_cards
from analysis.models import (
    TrainingCard,
    TrainingDay,
    TrainingPlan,
)
from analysis.services import training as services
from analysis.training_cards import quiz_for
from games.models import Match, MatchSeat, MatchStatus
from tests.analysis.mistakes import (
    BEST,
    CUBE,
    TODAY,
    WRONG,
    analysed,
    finished,
    first_card,
    judged,
    plays_of,
    user_at,
    with_errors,
)
from tests.games.services.tables import Sitting, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def sitting() -> Sitting:
    return with_errors()


@pytest.fixture
def user(sitting: Sitting) -> User:
    return user_at(sitting, "A")


@pytest.fixture
def page(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


def test_a_position_is_asked_without_equities_answered_and_explained(page: Client) -> None:
    asked = page.get(reverse("training-mistakes"))
    text = asked.content.decode()
    assert asked.context["question"].startswith("You rolled")
    assert {row["action"] for row in asked.context["choices"]} == {BEST, WRONG, "13/10 6/5"}
    assert not any(figure in text for figure in ("0.230", "0.248", "0.018", "Best"))
    address = reverse("training-card", args=[asked.context["card"].pk])
    for _ in range(2):
        answer = page.post(address, {"choice": WRONG, "turn": "0"}, follow=True)
    text = answer.content.decode()
    assert reverse("position-analysis") not in asked.content.decode().split("</main>")[0]
    assert f"{reverse('position-analysis')}?xgid=XGID%3D" in text
    assert "8/5 6/5 is best. 24/23 13/10 costs 0.248." in text
    assert "Played then" in text
    card = answer.context["card"]
    assert f"?at={card.seq}" in text
    assert (card.answers, card.due_on) == (1, timezone.localdate() + timedelta(days=1))
    following = page.get(reverse("training-mistakes"))
    assert following.context["card"].pk != card.pk


def test_the_order_of_the_plays_stays_until_the_answer_and_is_shown_with_it(user: User) -> None:
    card = first_card(user)
    first = quiz_for(card)
    assert first == quiz_for(card)
    answered = services.answer_card(user, card.pk, BEST, 0, TODAY)
    assert quiz_for(answered, before_latest=True) == first


def test_a_cube_decision_is_asked_with_its_two_choices(sitting: Sitting, page: Client) -> None:
    match = sitting.fresh()
    entry = next(e for e in plays_of(match)[1:] if e.before.match.game and e.before.match.game.owner is None)  # fmt: skip
    analysed(match, [judged(entry, counts=False, cube=CUBE)], "2")
    asked = page.get(reverse("training-mistakes"))
    assert [row["label"] for row in asked.context["choices"]] == ["Double", "No double"]
    assert asked.context["facts"]["dice"] == []
    address = reverse("training-card", args=[asked.context["card"].pk])
    answer = page.post(address, {"choice": "no_double", "turn": "0"}, follow=True)
    assert "Double is right: playing on without a double costs 0.200." in answer.content.decode()
    assert not answer.context["is_right"]


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"choice": "nonsense", "turn": "0"}, 422),
        ({"turn": "0"}, 422),
        ({"choice": "x" * 5000, "turn": "0"}, 422),
        ({"choice": BEST, "turn": "-1"}, 302),
        ({"choice": BEST, "turn": "٣"}, 302),
        ({"choice": BEST, "turn": "9" * 40}, 302),
        ({"choice": BEST}, 302),
    ],
)
def test_nonsense_counts_nothing(
    page: Client, user: User, sent: dict[str, str], status: int
) -> None:
    card = first_card(user, timezone.localdate())
    answer = page.post(reverse("training-card", args=[card.pk]), sent)
    assert answer.status_code == status
    assert not TrainingDay.objects.exists()
    assert page.get(reverse("training-card", args=[card.pk])).status_code == 302


def test_cards_of_others_are_not_there(sitting: Sitting, client: Client, user: User) -> None:
    card = first_card(user)
    client.force_login(user_at(sitting, "B"))
    for number in (card.pk, 10**30):
        address = reverse("training-card", args=[number])
        assert client.get(address).status_code == 404
        assert client.post(address, {"choice": BEST, "turn": "0"}).status_code == 404
    assert not TrainingDay.objects.exists()


@pytest.mark.parametrize(("number", "status"), [("20", 302), ("7", 422), ("", 422), ("1" * 99, 422)])  # fmt: skip
def test_the_number_of_new_cards_is_one_of_three(page: Client, number: str, status: int) -> None:
    answer = page.post(reverse("training-plan"), {"new_a_day": number})
    assert answer.status_code == status
    assert TrainingPlan.objects.filter(new_a_day=20).exists() is (status == 302)


def test_without_an_analysed_match_the_page_says_what_would_bring_positions(client: Client) -> None:
    user = person().user
    assert user is not None
    client.force_login(user)
    assert "No positions yet" in client.get(reverse("training-mistakes")).content.decode()
    assert not TrainingPlan.objects.exists()


def test_the_session_ends_and_says_when_it_goes_on(page: Client, user: User) -> None:
    services.make_cards(user)
    TrainingCard.objects.update(box=2, due_on=timezone.localdate() + timedelta(days=2), answers=1)
    assert "Nothing due today" in page.get(reverse("training-mistakes")).content.decode()
    assert "Nothing due. Next on" in page.get(reverse("training")).content.decode()


def test_cards_that_cannot_be_shown_are_dropped(page: Client, user: User) -> None:
    services.make_cards(user)
    TrainingCard.objects.update(seq=F("seq") + 10_000, box=1, due_on=timezone.localdate())
    source = TrainingCard.objects.values_list("source", flat=True)[0]
    TrainingCard.objects.bulk_create(
        [
            TrainingCard(source_id=source, seq=20_000 + n, ask="play", loss=0.2, box=1, due_on=timezone.localdate())
            for n in range(6)
        ]
    )  # fmt: skip
    text = page.get(reverse("training-mistakes")).content.decode()
    assert "No positions yet" in text
    assert "due today" not in text
    assert not TrainingCard.objects.exists()


def test_guests_have_no_training_and_are_asked_to_sign_up(client: Client) -> None:
    user = person().user
    assert user is not None
    User.objects.filter(pk=user.pk).update(guest_seen_at=timezone.now())
    client.force_login(User.objects.get(pk=user.pk))
    room = client.get(reverse("training"))
    assert "training" not in room.context
    assert "Sign up to train" in room.content.decode()
    assert client.get(reverse("training-mistakes")).status_code == 403
    assert client.post(reverse("training-plan"), {"new_a_day": "20"}).status_code == 403
    assert client.post(reverse("training-card", args=[1]), {"choice": BEST}).status_code == 403
    assert client.get("/api/v1/training/due").status_code == 403
    assert not TrainingPlan.objects.exists()


def test_the_room_is_open_to_everybody_and_points_to_the_login(client: Client) -> None:
    text = client.get(reverse("training")).content.decode()
    assert f"{reverse('account_login')}?next={reverse('training-mistakes')}" in text


def test_review_and_own_page_lead_to_the_training_of_the_player_alone(
    sitting: Sitting, page: Client, user: User
) -> None:
    Match.objects.update(last_at=timezone.now() - timedelta(hours=2))
    me, them = Player.objects.get(user=user), user_at(sitting, "B").player
    review = reverse("match-review", args=[sitting.match.pk])
    link = reverse("training-mistakes")
    shown = {
        address: f'href="{link}"' in page.get(address).content.decode()
        for address in (review, reverse("player", args=[me.pk]), reverse("player", args=[them.pk]))
    }
    assert list(shown.values()) == [True, True, False]


def test_the_api_counts_what_is_due(page: Client, user: User, client: Client) -> None:
    services.make_cards(user)
    answer = page.get("/api/v1/training/due")
    assert answer.json() == {"due": 4, "new": 4, "next_due": None}


@pytest.mark.parametrize("matches", [1, 3])
def test_the_page_asks_as_many_queries_for_one_match_as_for_many(
    page: Client, user: User, matches: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(matches - 1):
        other = finished()
        analysed(other.fresh(), [judged(entry) for entry in plays_of(other.fresh())[:4]])
        MatchSeat.objects.filter(match=other.match, seat="A").update(player=user.player)
    page.get(reverse("training-mistakes"))
    with django_assert_num_queries(15):
        page.get(reverse("training-mistakes"))


def test_training_asks_no_engine_and_stays_open_during_a_match(
    page: Client, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: Any, **_more: Any) -> None:
        raise AssertionError("the engine was asked")

    monkeypatch.setattr("analysis.services.positions.process", refuse)
    other = finished()
    MatchSeat.objects.filter(match=other.match, seat="A").update(player=user.player)
    Match.objects.filter(pk=other.match.pk).update(status=MatchStatus.PLAYING, finished_at=None)
    assert page.get(reverse("training-mistakes")).context["card"]
    assert training_cards.training_of(user, TODAY).cards == 4
