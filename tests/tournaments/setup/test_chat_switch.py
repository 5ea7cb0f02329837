"""Chat at the tables of an event: as the form says when a match is made, and switched while it is on."""

import pytest
from django.test import Client
from django.urls import reverse

from games.match_officials import looks_after
from games.models import Match
from tests.tournaments.making import director, match_of, started, tournament, win
from tournaments.models import Tournament
from tournaments.setup.services import lifecycle
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def test_a_match_takes_along_what_the_event_says() -> None:
    assert match_of(started(2), "W1.1").context["chat"] is True
    assert match_of(started(2, name="Silent Open", chat=False), "W1.1").context["chat"] is False


def test_a_director_switches_it_while_matches_are_on_and_those_that_are_over_stay() -> None:
    made = started(4)
    win(made, "W1.1", 1, go_on=False)
    lifecycle.change(made.pk, by=made.organizer, chat=False)
    assert match_of(made, "W1.2").context["chat"] is False
    assert match_of(made, "W1.1").context["chat"] is True
    assert match_of(made, "W1.2").context["title"] == "Spring Open"
    lifecycle.change(made.pk, by=made.organizer, chat=True)
    assert match_of(made, "W1.2").context["chat"] is True


def test_nobody_else_switches_it() -> None:
    made = started(2)
    with pytest.raises(DomainError) as refused:
        lifecycle.change(made.pk, by=director(), chat=False)
    assert refused.value.code == "not_a_director"
    assert match_of(made, "W1.1").context["chat"] is True


@pytest.mark.parametrize("begun", [False, True])
def test_the_organizers_form_has_the_switch_before_the_start_and_after_it(
    client: Client, begun: bool
) -> None:
    made = started(2) if begun else tournament()
    client.force_login(made.organizer)
    html = client.get(reverse("tournament-settings", args=[made.slug])).content.decode()
    assert "Match chat" in html
    assert 'name="chat"' in html
    if begun:
        form = {"name": made.name, "time_zone": "UTC", "late_entry": "on"}
        answer = client.post(reverse("tournament-settings", args=[made.slug]), form)
        assert answer.status_code == 302
        assert Tournament.objects.get().chat is False
        assert Match.objects.get().context["chat"] is False


def test_the_directors_of_an_event_look_after_its_matches_and_no_others() -> None:
    made, other = started(2), started(2, name="Other Open")
    helper = director()
    made.directors.add(helper)
    match = match_of(made, "W1.1")
    assert looks_after(made.organizer, match.pk)
    assert looks_after(helper, match.pk)
    assert not looks_after(helper, match_of(other, "W1.1").pk)
    assert not looks_after(director(), match.pk)
    assert not looks_after(None, match.pk)
