"""The pages about time: what they show, what they do, and how they refuse."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from tests.tournaments.making import NOW, entry, later, match_of, pairing
from tests.tournaments.rounds_run import row as round_of
from tests.tournaments.timing.timed import PLAIN, come, sweeps, timed, timing_of
from tournaments.models import ConductPenalty, Penalty, RoundDeadline, Ruling, Timing, Tournament
from tournaments.notices.services import notices
from tournaments.timing.services import time_notices

pytestmark = pytest.mark.django_db
SOON = timedelta(hours=5)


@pytest.fixture
def made() -> Tournament:
    """Its deadline lies ahead of the real clock, which the pages read."""
    made = timed(4, timing={"round_days": 7}, time_zone="Europe/Tallinn")
    ahead = timezone.now() + timedelta(days=7)
    RoundDeadline.objects.filter(round__stage__tournament=made).update(play_until=ahead)
    for key in ("W1.1", "W1.2"):
        row = timing_of(made, key)
        row.begin_at = ahead
        row.save()
    return made


def signed_in(of: Tournament, name: int | None = None) -> Client:
    client = Client()
    client.force_login(of.organizer if name is None else entry(of, name).player.user)
    return client


def page(client: Client, name: str, *args: Any) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def local(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M}"


def test_the_clock_desk_pauses_a_round_with_one_reason(made: Tournament) -> None:
    director = signed_in(made)
    assert "Pause round" in page(director, "tournament-clocks", made.slug)
    url = reverse("tournament-clocks", args=[made.slug])
    director.post(url, {"reason": "Fire alarm.", "do": f"pause_round:{round_of(made, 1).pk}"})
    assert [match_of(made, key).paused for key in ("W1.1", "W1.2")] == [True, True]
    assert "Resume round" in page(director, "tournament-clocks", made.slug)
    director.post(url, {"reason": "It was toast.", "do": f"resume_round:{round_of(made, 1).pk}"})
    assert not match_of(made, "W1.1").paused
    rulings = Ruling.objects.filter(verb__endswith="_round").order_by("pk")
    assert [(item.verb, item.after["matches"]) for item in rulings] == [
        ("pause_round", 2),
        ("resume_round", 2),
    ]


def test_without_a_reason_nothing_is_done_and_the_page_says_so(made: Tournament) -> None:
    url = reverse("tournament-clocks", args=[made.slug])
    answer = signed_in(made).post(url, {"reason": "", "do": "pause_all:"})
    assert answer.status_code == 422
    assert not match_of(made, "W1.1").paused


def test_the_whole_tournament_stands_still_and_goes_on(made: Tournament) -> None:
    director, url = signed_in(made), reverse("tournament-clocks", args=[made.slug])
    director.post(url, {"reason": "all: Lunch.", "do": "pause_all:"})
    assert Timing.objects.get(tournament=made).held_at is not None
    assert "The whole tournament is paused." in page(director, "tournament-clocks", made.slug)
    director.post(url, {"reason": "Lunch is over.", "do": "resume_all:"})
    assert Timing.objects.get(tournament=made).held_at is None
    assert not match_of(made, "W1.2").paused


@pytest.mark.parametrize("order", ["nonsense", "pause:999999", "pause_round:x", "resume:1,2,3"])
def test_an_order_that_means_nothing_is_refused(made: Tournament, order: str) -> None:
    url = reverse("tournament-clocks", args=[made.slug])
    assert signed_in(made).post(url, {"reason": "why not", "do": order}).status_code in (404, 409)


def test_lateness_and_deadlines_are_set_on_one_page(made: Tournament) -> None:
    director, url = signed_in(made), reverse("tournament-timing", args=[made.slug])
    data = PLAIN | {"lateness": "automatic", "round_days": 3, "ends_at": "21:30"}
    assert director.post(url, data).status_code == 302
    settings = Timing.objects.get(tournament=made)
    assert (settings.lateness, settings.round_days) == ("automatic", 3)
    assert settings.remind_hours == [48, 6]
    assert director.post(url, data | {"grace_min": 0}).status_code == 422


def test_a_deadline_is_moved_with_its_reason(made: Tournament) -> None:
    director = signed_in(made)
    url = reverse("tournament-deadline", args=[made.slug, round_of(made, 1).pk])
    until = timezone.now() + timedelta(days=20)
    answer = director.post(url, {"until": local(until), "reason": "Holidays.", "later_too": "on"})
    assert answer.status_code == 302
    moved = RoundDeadline.objects.get(round=round_of(made, 1)).play_until
    assert abs(moved - until) < timedelta(minutes=1)
    assert director.post(url, {"until": "2020-01-01T10:00", "reason": "why"}).status_code == 422


def test_two_players_agree_on_their_own_clocks_and_get_a_file(made: Tournament) -> None:
    item, four = signed_in(made, 1), signed_in(made, 4)
    user = entry(made, 4).player.user
    user.time_zone = "America/New_York"
    user.save()
    EmailAddress.objects.create(user=user, email="four@example.org", verified=True, primary=True)
    match = match_of(made, "W1.1").pk
    at = (timezone.now() + timedelta(days=2)).replace(second=0, microsecond=0)
    url = reverse("match-time", args=[match])
    assert item.post(url, {"verb": "offer", "at_1": local(at)}).status_code == 302
    shown = page(four, "match-time", match)
    there = at.astimezone(timezone.zoneinfo.ZoneInfo("America/New_York"))
    assert f"{there:%H:%M}" in shown
    offer = timing_of(made, "W1.1").proposals.get()
    four.post(url, {"verb": "agree", "offer": offer.pk})
    assert timing_of(made, "W1.1").start_at == at
    (event,) = Calendar.from_ical(four.get(reverse("match-calendar", args=[match])).content).events
    assert event.decoded("dtstart") == at
    assert (event["uid"].startswith(f"match-{match}"), int(event["sequence"])) == (True, 1)


def test_a_changed_time_keeps_its_uid_and_raises_the_sequence(made: Tournament) -> None:
    item, four = signed_in(made, 1), signed_in(made, 4)
    match = match_of(made, "W1.1").pk
    url, seen = reverse("match-time", args=[match]), []
    for days in (2, 3):
        at = timezone.now() + timedelta(days=days)
        item.post(url, {"verb": "offer", "at_1": local(at)})
        offer = timing_of(made, "W1.1").proposals.get(closed_at=None)
        four.post(url, {"verb": "agree", "offer": offer.pk})
        file = item.get(reverse("match-calendar", args=[match])).content
        (event,) = Calendar.from_ical(file).events
        seen.append((str(event["uid"]), int(event["sequence"])))
    assert seen[0][0] == seen[1][0]
    assert [sequence for _uid, sequence in seen] == [1, 2]


def test_a_time_that_cannot_be_is_told_beside_its_field(made: Tournament) -> None:
    url = reverse("match-time", args=[match_of(made, "W1.1").pk])
    answer = signed_in(made, 1).post(url, {"verb": "offer", "at_1": "2020-01-01T10:00"})
    assert answer.status_code == 422
    assert "This time is in the past. Choose a later time." in answer.content.decode()
    assert "2020-01-01T10:00" in answer.content.decode()


def test_nobody_else_sees_the_page_of_two_who_agree(made: Tournament) -> None:
    url = reverse("match-time", args=[match_of(made, "W1.1").pk])
    assert signed_in(made, 2).get(url).status_code == 404


def test_the_e_mail_says_the_time_in_the_readers_zone_and_brings_a_file(made: Tournament) -> None:
    user = entry(made, 4).player.user
    user.time_zone = "America/New_York"
    user.save()
    EmailAddress.objects.create(user=user, email="four@example.org", verified=True, primary=True)
    at = datetime(2030, 7, 1, 18, tzinfo=UTC)
    row = timing_of(made, "W1.1")
    row.start_at, row.sequence = at, 3
    row.save()

    time_notices.queue_agreed([row.pairing_match], timezone.now())
    notices.send_owed(timezone.now())
    letter = next(item for item in mail.outbox if "14:00" in item.subject)
    assert "EDT" in letter.subject
    assert letter.attachments[0][0] == "match.ics"


def test_a_proposal_is_accepted_on_the_clock_desk() -> None:
    made = timed(2, timing={"lateness": "proposed"}, lengths=[7])
    come(made, "W1.1", 1, later(0))
    sweeps(made, 5)
    director = signed_in(made)
    assert "1 point for the opponent." in page(director, "tournament-clocks", made.slug)
    row = Penalty.objects.get()
    director.post(reverse("tournament-penalty", args=[made.slug, row.pk]), {"do": "accept"})
    assert match_of(made, "W1.1").score_a + match_of(made, "W1.1").score_b == 1


def test_who_is_missing_over_the_board_is_said_and_comes(made: Tournament) -> None:
    director, result = signed_in(made), pairing(made, "W1.1")
    url = reverse("pairing-time", args=[made.slug, result.pk])
    data = {"verb": "missing", "a-entry": entry(made, 4).pk, "a-since": local(NOW)}
    assert director.post(url, data).status_code == 302
    assert "Mark as arrived" in page(director, "tournament-clocks", made.slug)
    absence = result.absences.get()
    director.post(reverse("tournament-arrived", args=[made.slug, absence.pk]))
    absence.refresh_from_db()
    assert absence.ended_at is not None


def test_a_director_moves_a_match(made: Tournament) -> None:
    director, result = signed_in(made), pairing(made, "W1.1")
    at = timezone.now() + SOON
    data = {"verb": "move", "m-at": local(at), "m-reason": "it: Both asked."}
    url = reverse("pairing-time", args=[made.slug, result.pk])
    assert director.post(url, data).status_code == 302
    assert timing_of(made, "W1.1").set_by == "director"


def test_a_warning_is_laid_and_undone_and_stays_readable(made: Tournament) -> None:
    director, four = signed_in(made), entry(made, 4)
    url = reverse("tournament-conduct-penalties", args=[made.slug, four.pk])
    data = {"kind": "warning", "scope": "tournament", "reason": "Slow play."}
    preview = director.post(url, data)
    assert preview.status_code == 200
    digest = preview.context["preview"].digest
    director.post(url, data | {"confirm": digest})
    row = ConductPenalty.objects.get()
    assert (row.kind, row.entry, row.by) == ("warning", four, made.organizer)
    assert "Slow play." in page(director, "tournament-conduct-penalties", made.slug, four.pk)


def test_the_clock_desk_asks_as_often_however_many_matches(
    django_assert_max_num_queries: Any,
) -> None:
    made = timed(16, timing={"lateness": "proposed"}, lengths=[7])
    director = signed_in(made)
    with django_assert_max_num_queries(26):
        page(director, "tournament-clocks", made.slug)


@pytest.mark.parametrize("tab", ["bracket", "rounds"])
def test_each_open_round_says_by_when_it_is_to_be_played(made: Tournament, tab: str) -> None:
    html = page(Client(), "tournament-tab", made.slug, tab)
    until = RoundDeadline.objects.first().play_until.astimezone(ZoneInfo("Europe/Tallinn"))
    assert (
        html.count(f"until {until:%a} {until.day} {until:%b}, {until:%H:%M}")
        == RoundDeadline.objects.count()
    )


def test_a_round_of_the_desk_says_by_when_it_is_to_be_played(made: Tournament) -> None:
    html = page(signed_in(made), "tournament-manage", made.slug)
    rounds = html.split('id="rounds-h"')[1]
    assert rounds.count('class="until') == RoundDeadline.objects.count()
