"""Nobody is shown what they may not do: money and cancelling are the organizer's; who is invited sees it on their home page."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.tournaments.event.making_events import event, person
from tests.tournaments.event.test_event_pages import page, signed_in
from tests.tournaments.making import NOW, entered, player, started
from tournaments.event.services import invitations
from tournaments.models import Announcement, Event, RoleKind, Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("make", [entered, started])
def test_a_director_is_shown_no_prizes_to_change_and_no_cancelling(make) -> None:  # type: ignore[no-untyped-def]
    of: Tournament = make(4, prize_pool=400)
    boss = person(of, RoleKind.DIRECTOR)
    cancel = reverse("tournament-cancel", args=[of.slug])
    assert "prize_pool" not in page(boss, "tournament-settings", of.slug)
    assert "prize_pool" in page(of.organizer, "tournament-settings", of.slug)
    desk = reverse("tournament-manage", args=[of.slug]) + "?tab=setup"
    assert cancel not in signed_in(boss).get(desk).content.decode()
    assert cancel in signed_in(of.organizer).get(desk).content.decode()


def test_what_a_director_saves_leaves_the_prizes_as_they_are() -> None:
    of = started(4, prize_pool=400)
    client = signed_in(person(of, RoleKind.DIRECTOR))
    where = reverse("tournament-settings", args=[of.slug])
    form = client.get(where).context["form"]
    values = {name: form[name].value() or "" for name in form.fields}
    answer = client.post(where, values | {"name": "Renamed", "prize_pool": "9999"})
    assert answer.status_code == 302
    of.refresh_from_db()
    assert (of.name, of.prize_pool) == ("Renamed", 400)


def test_who_is_asked_sees_it_on_the_first_page_until_it_is_answered() -> None:
    whole, wanted = event("league"), player()
    assert whole.organizer is not None
    user = User.objects.get(player=wanted)
    invitation = invitations.invite(whole, "assistant", by=whole.organizer, now=NOW, player=wanted)
    invitation.expires_at = invitation.expires_at.replace(year=2100)
    invitation.save()
    link = invitations.link_of(invitation)
    assert link in page(user, "home")
    assert link not in page(User.objects.get(player=player()), "home")
    invitations.accept(link.rstrip("/").rpartition("/")[2], by=user, now=NOW)
    assert link not in page(user, "home")


def test_an_announcement_that_has_ended_is_gone_when_an_open_page_asks_again() -> None:
    of = started(4)
    now = timezone.now()
    ends = now + timedelta(minutes=5)
    announcement = Announcement.objects.create(
        tournament=of, text="Lunch until two", at=NOW, until=ends, by=of.organizer
    )
    where = reverse("tournament-tab", args=[of.slug, "bracket"])
    client = Client()
    first = client.get(where)
    assert b"Lunch until two" in first.content
    asked = {"key": first.context["key"]}
    assert client.get(where, asked, headers={"HX-Request": "true"}).status_code == 204
    Announcement.objects.filter(pk=announcement.pk).update(until=now)
    again = client.get(where, asked, headers={"HX-Request": "true"})
    assert again.status_code == 200
    assert b"Lunch until two" not in again.content


@pytest.mark.parametrize("make", [lambda: event("league"), lambda: entered(2)])
def test_an_address_that_was_written_to_is_read_by_who_may_ask(make) -> None:  # type: ignore[no-untyped-def]
    of, now = make(), timezone.now()
    where = "event-people" if isinstance(of, Event) else "tournament-people"
    letters = {"director": "aunt@example.com", "monitor": "uncle@example.com"}
    for kind, address in letters.items():
        invitations.invite(of, kind, by=of.organizer, now=now, email=address)

    def read_by(who: User) -> list[str]:
        html = page(who, where, of.slug)
        return [kind for kind, address in letters.items() if address in html]

    assert read_by(of.organizer) == ["director", "monitor"]
    assert read_by(person(of, "director")) == ["monitor"]
    for kind in ("assistant", "monitor", "streamer"):
        assert read_by(person(of, kind)) == []
