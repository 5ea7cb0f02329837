"""A tournament that repeats: it starts when it is full, once, and the next one opens, equal to it."""

import pytest
from django.core.cache import cache

from satellites.models import EntryTicket, Satellite, SatelliteTournament
from satellites.services import repeating, satellites
from satellites.services.repeating import advance, next_name, run_due
from tests.satellites.making_satellites import fill, latest, satellite, weekend, win
from tests.tournaments.event.making_events import person
from tests.tournaments.making import NOW, tournament
from tournaments.bracket.services.start import start
from tournaments.entry.services.check_in import check_in, open_check_in
from tournaments.models import FeePlan, RoleKind, Tournament, Venue
from tournaments.setup.services import lifecycle
from web.errors import DomainError, NotAllowed

pytestmark = pytest.mark.django_db
Status = Tournament.Status


def test_three_tournaments_in_a_day_and_a_ticket_for_each_winner() -> None:
    made = satellite()
    helper = person(made.jackpot, RoleKind.ASSISTANT)
    FeePlan.objects.create(tournament=made.jackpot, currency="EUR", entry_fee=2000)
    Venue.objects.create(tournament=made.jackpot, where="board")
    for name in ("Jackpot", "Jackpot 2", "Jackpot 3"):
        current = latest(made.jackpot)
        assert (current.name, current.status) == (name, Status.OPEN)
        fill(current, f"Anna {name}", "Bob", "Cleo")
        assert run_due(NOW) == 0
        fill(current, "Dan")
        run_due(NOW)
        win(current, f"Anna {name}")
        run_due(NOW)
    following = latest(made.jackpot)
    assert (following.name, following.status, following.entries.count()) == ("Jackpot 4", Status.OPEN, 0)  # fmt: skip
    assert (following.event, following.organizer) == (made.main.event, made.boss)
    assert following.agreed == made.jackpot.agreed
    assert following.fee_plan.entry_fee == 2000
    assert following.venue.where == "board"
    assert following.roles.get().user == helper
    winners = list(EntryTicket.objects.values_list("player__name", "target__name"))
    assert winners == [(f"Anna Jackpot{n}", "Main Open") for n in ("", " 2", " 3")]


def test_a_second_sweep_or_worker_does_nothing_more() -> None:
    made = satellite()
    fill(made.jackpot, *"ABCD")
    place = SatelliteTournament.objects.get()
    assert advance(place.pk, NOW)
    seed = Tournament.objects.get(pk=made.jackpot.pk).draw_seed
    assert not advance(place.pk, NOW)
    assert run_due(NOW) == 0
    assert Tournament.objects.get(pk=made.jackpot.pk).draw_seed == seed
    assert SatelliteTournament.objects.count() == 2
    win(made.jackpot, "A")
    assert run_due(NOW) == 1
    assert run_due(NOW) == 0
    assert EntryTicket.objects.count() == 1


def test_a_refused_start_leaves_it_open_and_says_why_until_it_is_possible() -> None:
    made = satellite()
    open_check_in(made.jackpot.pk, by=made.boss, now=NOW)
    fill(made.jackpot, *"ABCD")
    assert run_due(NOW) == 0
    made.jackpot.refresh_from_db()
    assert made.jackpot.status == Status.OPEN
    place = SatelliteTournament.objects.get()
    assert place.refusal == "Some players have not checked in."
    for entry in made.jackpot.entries.all():
        check_in(entry.pk, by=made.boss, now=NOW)
    run_due(NOW)
    place.refresh_from_db()
    assert (place.refusal, latest(made.jackpot).name) == ("", "Jackpot 2")


def test_a_next_one_that_cannot_open_does_not_hold_up_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_args: object) -> None:
        raise DomainError("too_many_tournaments", "Try again later.", 429)

    made = satellite()
    fill(made.jackpot, *"ABCD")
    with monkeypatch.context() as patch:
        patch.setattr(repeating, "require_room", refuse)
        run_due(NOW)
    made.jackpot.refresh_from_db()
    place = SatelliteTournament.objects.get()
    assert (made.jackpot.status, place.refusal) == (Status.RUNNING, "Try again later.")
    cache.clear()
    run_due(NOW)
    assert latest(made.jackpot).name == "Jackpot 2"


def test_one_that_a_director_starts_early_is_followed_too_and_a_cancelled_one_is_not() -> None:
    made = satellite()
    fill(made.jackpot, *"ABC")
    start(made.jackpot.pk, by=made.boss, now=NOW)
    run_due(NOW)
    second = latest(made.jackpot)
    assert second.name == "Jackpot 2"
    lifecycle.cancel(second.pk, by=made.boss, now=NOW)
    run_due(NOW)
    assert Satellite.objects.get().ended_at == NOW
    assert latest(made.jackpot) == second


def test_stopped_it_does_not_start_by_itself_and_can_go_on() -> None:
    made = satellite()
    satellites.stop(made.jackpot.pk, by=made.boss, now=NOW)
    fill(made.jackpot, *"ABCD")
    assert run_due(NOW) == 0
    satellites.begin(made.jackpot.pk, made.main.pk, by=made.boss, now=NOW)
    run_due(NOW)
    assert latest(made.jackpot).name == "Jackpot 2"
    satellites.stop(made.jackpot.pk, by=made.boss, now=NOW)
    second = latest(made.jackpot)
    satellites.begin(second.pk, None, by=made.boss, now=NOW)
    assert [each.target for each in Satellite.objects.order_by("pk")] == [made.main, None]
    win(made.jackpot, "A")
    run_due(NOW)
    assert EntryTicket.objects.get().target == made.main


def test_a_draft_is_opened_and_one_without_a_prize_gives_no_tickets() -> None:
    made = tournament(entry_limit=2)
    lifecycle.close_entry(made.pk, by=made.organizer)
    satellites.begin(made.pk, None, by=made.organizer, now=NOW)
    made.refresh_from_db()
    assert made.status == Status.OPEN
    fill(made, "A", "B")
    run_due(NOW)
    win(made, "A")
    run_due(NOW)
    assert latest(made).name == "Spring Open 2"
    assert not EntryTicket.objects.exists()


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({}, "bad_entry_limit"),
        ({"entry_limit": 33}, "bad_entry_limit"),
        ({"entry_limit": 8, "format": "swiss"}, "not_a_knockout"),
        ({"entry_limit": 8, "entry_kind": "doubles"}, "not_single_players"),
    ],
)
def test_what_cannot_repeat_is_refused(settings: dict[str, object], code: str) -> None:
    made = tournament(**settings)
    with pytest.raises(DomainError) as refused:
        satellites.begin(made.pk, None, by=made.organizer, now=NOW)
    assert refused.value.code == code


def test_the_target_is_of_the_same_event_and_its_organizer_gives_the_tickets() -> None:
    made, other = weekend(), tournament(entry_limit=8)
    for target, code in ((other, "no_such_target"), (made.jackpot, "no_such_target")):
        with pytest.raises(DomainError) as refused:
            satellites.begin(made.jackpot.pk, target.pk, by=made.boss, now=NOW)
        assert refused.value.code == code
    helper = person(made.jackpot, RoleKind.DIRECTOR)
    with pytest.raises(NotAllowed):
        satellites.begin(made.jackpot.pk, made.main.pk, by=helper, now=NOW)
    satellites.begin(made.jackpot.pk, None, by=helper, now=NOW)
    with pytest.raises(DomainError) as refused:
        satellites.begin(made.jackpot.pk, None, by=made.boss, now=NOW)
    assert refused.value.code == "already_repeats"


def test_the_next_name_has_the_next_number() -> None:
    assert next_name("Jackpot") == "Jackpot 2"
    assert next_name("Jackpot 9") == "Jackpot 10"
    assert next_name("Open 2026") == "Open 2026 2"
    assert len(next_name("x" * 120)) == 120
