"""A right that staff were only asked for (a button shown to them) is not an act; one by which they did something is."""

import pytest
from django.test import Client

from accounts.models import AuditLine, User
from accounts.staff_access import begin_request, has_acted_as_staff
from games.models import Match
from tests.staff.people import signed_in, staff
from tests.tournaments import making
from tournaments.core.permissions import Right, may
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def clerk() -> Client:
    return signed_in(staff("clerk"))


def lines() -> list[str]:
    return list(AuditLine.objects.filter(what="staff.acted").values_list("after__path", flat=True))


def a_match(tournament: Tournament) -> Match:
    return making.match_of(tournament, "W1.1")


def say(client: Client, match: Match) -> int:
    sent = {"key": "k1", "text": "hello"}
    path = f"/api/v1/matches/{match.pk}/chat"
    answer = client.post(path, sent, content_type="application/json")
    assert answer.status_code == 200
    return int(answer.json()["line"]["id"])


def test_a_menu_that_is_shown_leaves_no_line(clerk: Client) -> None:
    tournament = making.started(2)
    for page in (f"/tournaments/{tournament.slug}/", f"/tournaments/{tournament.slug}/manage/"):
        assert clerk.get(page).status_code == 200
    assert lines() == []


def test_a_form_that_asks_for_a_right_and_acts_without_it_leaves_no_line(clerk: Client) -> None:
    """Everybody who writes in a chat is asked whether they look after the match: staff do, and write as anybody may."""
    say(clerk, a_match(making.started(2)))
    assert lines() == []


def test_an_act_by_that_right_leaves_a_line(clerk: Client) -> None:
    line = say(clerk, a_match(making.started(2)))
    path = f"/api/v1/chat/lines/{line}/hide"
    assert clerk.post(path).status_code < 300
    assert lines() == [path]


def test_the_predicate_says_yes_and_notes_nothing(clerk: Client) -> None:
    begin_request()
    assert may(User.objects.get(username="clerk"), making.started(2), Right.ORGANIZE)
    assert not has_acted_as_staff()
