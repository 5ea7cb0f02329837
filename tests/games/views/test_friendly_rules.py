"""The rules of a friendly match, chosen on the page and read before the match exists; open-ended sessions."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Match
from games.services.play import act
from games.services.submissions import Submission
from tests.games.views.test_friendly import FORM, ann, bob

__all__ = ["ann", "bob"]  # fixtures
pytestmark = pytest.mark.django_db
SESSION = FORM | {"play": "session", "games": "3", "preset": "money"}


def test_the_rules_of_a_match_can_be_changed_on_the_page(
    client: Client, ann: User, bob: User
) -> None:
    client.force_login(ann)
    chosen = {"crawford": "on", "holland": "on", "cube_cap": "16", "jacoby": "on", "beavers": "2"}
    client.post(reverse("match-new"), FORM | {"player": "Bob Ilves"} | chosen)
    rules = Match.objects.get().rules
    assert (rules["crawford"], rules["holland"], rules["cube_cap"]) == (True, True, 16)
    assert (rules["jacoby"], rules["max_beavers"]) == (
        False,
        0,
    )  # hidden in a match, so not applied


def test_the_rules_of_a_session_can_be_changed_on_the_page(
    client: Client, ann: User, bob: User
) -> None:
    client.force_login(ann)
    chosen = {"jacoby": "off", "beavers": "2", "murphy": "none", "cube_cap": "64", "holland": "on"}
    client.post(reverse("match-new"), SESSION | {"player": "Bob Ilves"} | chosen)
    rules = Match.objects.get().rules
    assert (rules["kind"], rules["games"]) == ("session", 3)
    assert (rules["jacoby"], rules["max_beavers"], rules["murphy_limit"]) == (False, 2, None)
    assert (rules["cube_cap"], rules["holland"]) == (64, False)


def test_options_that_do_not_fit_together_are_refused_in_a_sentence(
    client: Client, ann: User, bob: User
) -> None:
    client.force_login(ann)
    chosen = {"player": "Bob Ilves", "crawford": "off", "holland": "on"}
    answer = client.post(reverse("match-new"), FORM | chosen)
    assert answer.status_code == 422
    assert "The Holland rule needs the Crawford rule." in answer.content.decode()
    assert not Match.objects.exists()


def test_an_open_ended_session_is_made_on_the_page_and_each_game_has_its_clock(
    client: Client, ann: User
) -> None:
    client.force_login(ann)
    client.post(
        reverse("match-new"),
        SESSION | {"opponent": "bot", "play": "open", "clock": "fast"},
    )
    match = Match.objects.get()
    assert (match.rules["kind"], match.rules["games"], match.rules["length"]) == (
        "session",
        None,
        None,
    )
    assert match.clock["reserve_ms"] == 180_000


def test_the_rules_are_shown_in_words_before_the_match_exists(client: Client, ann: User) -> None:
    client.force_login(ann)
    page = client.get(reverse("match-new")).content.decode()
    assert "Match to 5." in page
    assert "Match with cube and Crawford rule, as at most tournaments today." in page
    shown = client.get(
        reverse("match-new"),
        SESSION | {"play": "open", "beavers": "2"},
        headers={"HX-Request": "true"},
    ).content.decode()
    assert "Open-ended session:" in shown
    assert "Jacoby rule" in shown
    assert "Beavers and raccoons" in shown
    assert "<form" not in shown
    refused = client.get(
        reverse("match-new"),
        FORM | {"crawford": "off", "holland": "on"},
        headers={"HX-Request": "true"},
    ).content.decode()
    assert "The Holland rule needs the Crawford rule." in refused
    assert not Match.objects.exists()


def test_the_last_choice_is_remembered_but_not_the_opponent(
    client: Client, ann: User, bob: User
) -> None:
    client.force_login(ann)
    chosen = {"player": "Bob Ilves", "clock": "fast", "beavers": "2"}
    client.post(reverse("match-new"), SESSION | chosen)
    form = client.get(reverse("match-new")).context["form"]
    values = {name: form[name].value() for name in ("play", "preset", "clock", "beavers", "player")}
    assert values == {
        "play": "session", "preset": "money", "clock": "fast", "beavers": "2", "player": "",
    }  # fmt: skip


def test_two_players_end_an_open_ended_session_and_a_tie_has_no_winner(
    client: Client, ann: User, bob: User
) -> None:
    client.force_login(ann)
    client.post(reverse("match-new"), SESSION | {"play": "open", "player": "Bob Ilves"})
    match, now = Match.objects.get(), timezone.now()

    def send(seat: str, kind: str) -> None:
        user = ann if seat == "A" else bob
        act(Submission(match.pk, seat, kind, {}, now, user_id=user.pk), now)

    send("A", "ready")
    send("B", "ready")
    send("A", "end_session")
    match.refresh_from_db()
    assert match.status == "playing"
    send("B", "end_session")
    match.refresh_from_db()
    assert (match.status, match.winner, match.reason) == ("finished", None, "drawn")
    page = client.get(reverse("match", args=[match.pk])).content.decode()
    assert match.pk.hex[:8] in page
    review = client.get(reverse("match-review", args=[match.pk]))
    assert review.status_code == 200
    for kind in ("mat", "sgf", "json"):
        assert client.get(reverse("match-file", args=[match.pk, kind])).status_code == 200
