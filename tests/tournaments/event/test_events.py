"""Events: from a template, changed, widened, shown, held once more; announcements and committee notes."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from tests.tournaments.event.making_events import DAY, event, person
from tests.tournaments.making import NOW, director, entered, pairing, started, tournament
from tournaments.bracket.selectors.prize_pot import prizes_from
from tournaments.bracket.services.start import start
from tournaments.core.permissions import Right, may
from tournaments.event.selectors import announcements
from tournaments.event.selectors import events as shown
from tournaments.event.services import announcements as announcing
from tournaments.event.services import cloning, events
from tournaments.event.texts import EVENTS, TOURNAMENTS
from tournaments.formats.event_templates import ADDED, TEMPLATES
from tournaments.models import Event, Note, RoleKind, Tournament
from tournaments.rehearsal.services.rehearsal import rehearse
from tournaments.ruling.selectors import monitoring
from tournaments.ruling.services import monitoring as monitors
from tournaments.setup.services import lifecycle
from tournaments.setup.services.from_template import template_settings
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def code(call: object) -> str:
    with pytest.raises(DomainError) as refused:
        call()  # type: ignore[operator]
    return refused.value.code


def its(whole: Event) -> list[Tournament]:
    return list(events.ordered_tournaments(whole))


@pytest.mark.parametrize("key", TEMPLATES)
def test_every_template_makes_an_event_whose_tournaments_can_start(key: str) -> None:
    made = its(event(key))
    assert len(made) == len(TEMPLATES[key].tournaments)
    for draft in made:
        assert draft.status == "draft"
        assert draft.pay_table
        assert sum(line["share"] for line in draft.pay_table) == pytest.approx(100, abs=0.01)
    first = made[0]
    number = 4 if first.entry_kind == "single" else 2
    sample = rehearse(first.pk, by=None, number=number, now=NOW)
    assert sample.status == "running"


def test_every_template_has_its_words() -> None:
    assert set(EVENTS) == set(TEMPLATES)
    keys = {part.key for template in TEMPLATES.values() for part in template.tournaments}
    assert keys | set(ADDED) == set(TOURNAMENTS)


def test_over_the_board_each_next_round_waits_for_a_director_online_it_does_not() -> None:
    assert its(event("swiss_day"))[0].publishes
    assert its(event("club_night"))[0].publishes
    assert not its(event("online_knockout"))[0].publishes
    assert not template_settings(ADDED["swiss"], "swiss", "online").fields["publishes"]
    assert template_settings(ADDED["swiss"], "swiss", "board").fields["publishes"]
    assert not template_settings(ADDED["round_robin"], "round_robin", "board").fields["publishes"]
    paired_after_each_result = template_settings(ADDED["swiss"], "continuous_swiss", "board")
    assert not paired_after_each_result.fields["publishes"]


def test_a_weekend_has_main_with_consolation_and_last_chance_over_the_board() -> None:
    main = its(event("weekend_open"))[0]
    assert (main.name, main.division) == ("Rhine Open: Open", "Open")
    assert main.options["last_chance"] == "fresh"
    assert {"stage": 1, "section": "consolation", "length": 5} in main.special_terms
    assert main.venue.where == "board"
    assert main.starts_at == datetime(
        2026, 12, 5, 10, tzinfo=UTC
    )  # 11 o'clock in Berlin, the second day
    assert {line["section"] for line in main.pay_table} == {"main", "consolation", "last_chance"}
    assert sum(prize.share for prize in prizes_from(main.pay_table)) == 100, "thirds are thirds"


def test_an_online_knockout_has_deadlines() -> None:
    only = its(event("online_knockout"))[0]
    assert only.timing.round_days == 7
    assert not hasattr(only, "venue")


def test_a_club_night_is_played_as_one_likes_and_begins_when_one_says() -> None:
    night = event("club_night", plan="double_elimination", begins=time(20, 15))
    only = its(night)[0]
    assert (only.name, only.format, only.options) == ("Rhine Open", "double_elimination", {})
    assert only.starts_at == datetime(2026, 12, 4, 19, 15, tzinfo=UTC)
    assert night.ends_on == DAY


def test_a_form_sent_twice_makes_one_event() -> None:
    boss, new = director(), events.NewEvent("Twice", DAY)
    first = events.create(boss, "club_night", new, once="abc")
    assert events.create(boss, "club_night", new, once="abc") == first
    assert events.create(boss, "club_night", new, once="abd") != first


def test_nonsense_about_an_event_is_refused_with_a_code() -> None:
    whole = event("league")
    cases = {
        "name_needed": {"name": "…"},
        "bad_time_zone": {"time_zone": "Mars/North"},
        "bad_dates": {"ends_on": DAY - timedelta(days=1)},
        "bad_currency": {"currency": "euro"},
    }
    for expected, facts in cases.items():
        change = lambda facts=facts: events.change(whole.pk, by=None, **facts)  # noqa: E731
        assert code(change) == expected
    assert code(lambda: events.create(director(), "carnival", events.NewEvent("X1", DAY))) == (
        "no_such_template"
    )


def test_an_event_is_widened_ordered_and_narrowed() -> None:
    boss = director()
    whole = event("club_night", boss)
    jackpot = events.add_new(whole.pk, by=boss, key="jackpot", name="", starts_at=None)
    assert (jackpot.name, jackpot.organizer, jackpot.venue.where) == (
        "Rhine Open: Jackpot",
        boss,
        "board",
    )
    alone = tournament(boss)
    events.add_existing(whole.pk, by=boss, tournament_id=alone.pk)
    assert (
        code(lambda: events.add_existing(whole.pk, by=boss, tournament_id=alone.pk))
        == "in_an_event"
    )
    events.move_up(whole.pk, by=boss, tournament_id=alone.pk)
    assert [part.name for part in its(whole)] == [
        "Rhine Open",
        "Spring Open",
        "Rhine Open: Jackpot",
    ]
    events.release(whole.pk, by=boss, tournament_id=alone.pk)
    assert Tournament.objects.get(pk=alone.pk).event is None
    assert code(lambda: events.release(whole.pk, by=boss, tournament_id=alone.pk)) == "not_in_event"


def test_nobody_takes_another_organizers_tournament_into_their_event() -> None:
    boss = director()
    whole, theirs = event("league", boss), tournament()
    assert (
        code(lambda: events.add_existing(whole.pk, by=boss, tournament_id=theirs.pk))
        == "not_your_role"
    )


def test_an_event_is_seen_by_its_people_until_it_is_public() -> None:
    boss, helper = director(), director()
    whole = event("league", boss)
    inside = person(its(whole)[0], RoleKind.STREAMER)
    for user, sees in ((boss, True), (inside, True), (helper, False)):
        assert shown.reachable(user).filter(pk=whole.pk).exists() == sees
    named = person(whole, RoleKind.DIRECTOR)
    assert code(lambda: events.publish(whole.pk, by=named, shown=True)) == "not_your_role"
    events.publish(whole.pk, by=boss, shown=True)
    assert shown.reachable(helper).filter(pk=whole.pk).exists()
    assert shown.event_tournaments(whole, helper) == []  # drafts are not public with it


def test_held_once_more_it_has_the_settings_and_the_people_but_no_entries() -> None:
    boss = director()
    old = event("weekend_open", boss)
    helper = person(old, RoleKind.ASSISTANT)
    main = its(old)[0]
    inside = person(main, RoleKind.MONITOR)
    lifecycle.change(main.pk, by=boss, prize_pool=500, lengths=[13, 11])
    new = cloning.clone_event(
        old.pk, by=boss, now=NOW, name="Rhine Open 2027", starts_on=date(2027, 7, 2)
    )
    again = its(new)[0]
    assert (again.name, again.slug) == ("Rhine Open 2027: Open", "rhine-open-2027-open")
    assert (again.lengths, again.prize_pool, again.status) == ([13, 11], 0, "draft")
    assert again.starts_at == datetime(2027, 7, 3, 9, tzinfo=UTC)  # 11 o'clock in summer
    assert again.venue.where == "board"
    assert may(helper, Event.objects.get(pk=new.pk), Right.SCORE)
    assert may(inside, again, Right.MONITOR)
    assert (new.organizer, new.ends_on) == (boss, date(2027, 7, 4))


def test_a_tournament_once_more_stands_alone() -> None:
    old = entered(3, apart=["club"])
    made = cloning.clone_tournament(
        old.pk, by=old.organizer, now=NOW, name="Autumn Open", starts_at=None
    )
    assert (made.apart, made.lengths, made.rules) == (["club"], [3], old.rules)
    assert not made.entries.exists()
    assert (
        code(
            lambda: cloning.clone_tournament(
                old.pk, by=director(), now=NOW, name="Theft", starts_at=None
            )
        )
        == "not_your_role"
    )


def test_the_desk_counts_in_three_queries_however_many_there_are(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    boss = director()
    whole = event("weekend_open", boss)
    running = entered(5, organizer=boss)
    events.add_existing(whole.pk, by=boss, tournament_id=running.pk)
    start(running.pk, by=None, now=NOW)
    with django_assert_num_queries(3):
        lines = shown.desk_rows(shown.tournaments_of(whole, boss))
    last = lines[-1]
    assert (last.row.entries, last.total, last.decided, last.open) == (5, 4, 0, 2)
    assert last.waits == "2 matches left"
    assert lines[0].waits == "Not open for entry yet"


def test_what_is_announced_to_an_event_is_read_in_all_its_tournaments() -> None:
    boss = director()
    whole = event("weekend_open", boss)
    main, other = its(whole)[:2]
    before = main.version
    announcing.announce(whole, "Dinner at seven.", by=boss, now=NOW, until=NOW + timedelta(hours=1))
    announcing.announce(main, "Round 2 at noon.", by=boss, now=NOW + timedelta(minutes=1))
    announcing.announce(main, "Quiet please.", by=boss, now=NOW, pinned=True)
    now = NOW + timedelta(minutes=2)
    main.refresh_from_db()
    assert [a.text for a in announcements.current_announcements(main, now)] == [
        "Quiet please.",
        "Round 2 at noon.",
        "Dinner at seven.",
    ]
    assert [a.text for a in announcements.current_announcements(other, now)] == ["Dinner at seven."]
    assert main.version > before
    later = NOW + timedelta(hours=1)
    assert "Dinner at seven." not in [
        a.text for a in announcements.current_announcements(main, later)
    ]


def test_an_announcement_is_taken_down_and_stays_on_record() -> None:
    boss = director()
    whole = event("league", boss)
    announcement = announcing.announce(whole, " Hello\n there ", by=boss, now=NOW)
    assert announcement.text == "Hello there"
    announcing.take_down(whole, announcement.pk, by=boss, now=NOW + timedelta(minutes=1))
    assert announcements.current_announcements(whole, NOW + timedelta(minutes=2)) == []
    assert len(announcements.all_announcements(whole)) == 1
    assert code(lambda: announcing.announce(whole, " ", by=boss, now=NOW)) == "nothing_said"
    stranger = director()
    assert code(lambda: announcing.announce(whole, "Spam", by=stranger, now=NOW)) == "not_your_role"


def test_a_monitor_writes_only_about_the_matches_they_watch_over() -> None:
    made = started(4)
    watcher, other = person(made, RoleKind.MONITOR), person(made, RoleKind.MONITOR)
    watched = pairing(made, "W1.1")
    write = lambda by: monitors.write_note(made.pk, watched.pk, "Late twice.", by=by, now=NOW)  # noqa: E731
    assert code(lambda: write(watcher)) == "not_your_match"
    monitors.assign(made.pk, watched.pk, watcher, by=made.organizer, now=NOW)
    write(watcher)
    assert code(lambda: write(other)) == "not_your_match"
    assert code(lambda: write(director())) == "not_your_role"
    write(made.organizer)
    assert [note.by for note in Note.objects.order_by("pk")] == [watcher, made.organizer]
    assert len(monitoring.notes_of([watched.pk])) == 2
    stranger = director()
    assert (
        code(lambda: monitors.assign(made.pk, watched.pk, stranger, by=made.organizer, now=NOW))
        == "no_monitor"
    )
