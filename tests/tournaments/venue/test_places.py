"""Where it is played: mixed tournaments, tables, check-in and the waiting list."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import making
from tests.tournaments.making import NOW, pairing
from tests.tournaments.ruling import rulings
from tests.tournaments.venue.room import both_say, on_board, slip
from tournaments.bracket.services.start import start
from tournaments.entry.services import check_in
from tournaments.models import Event, PairingMatch, PlayingTable, Slip, TablePool, TableUse, Venue
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.venue_change import MovePairing, MoveRound
from tournaments.venue.selectors.floor import floor_of
from tournaments.venue.selectors.venue import slips_of
from tournaments.venue.services import board_sweep as sweeping
from tournaments.venue.services import table_desk
from web.errors import DomainError

pytestmark = pytest.mark.django_db
ORDER = RulingRequest(by=None, now=NOW, reason="")


def at(made, key):
    use = TableUse.objects.filter(slip=slip(made, key), ended_at=None).first()
    return use and use.table.number


def test_an_online_pairing_goes_to_the_board_room_and_back_by_undoing() -> None:
    made = making.started(4)
    first = pairing(made, "W1.1")
    moved = rule(MovePairing(pairing_id=first.pk, on_board=True), ORDER)
    assert not PairingMatch.objects.filter(pairing=first, voided_at=None).exists()
    assert slip(made, "W1.1").closed_at is None
    assert PairingMatch.objects.filter(pairing=pairing(made, "W1.2"), voided_at=None).exists()
    rulings.undo(moved.pk, by=None, now=NOW, reason="")
    assert PairingMatch.objects.filter(pairing=first, voided_at=None).exists()
    assert not Slip.objects.filter(pairing=first, voided_at=None).exists()


def test_a_round_goes_online_but_for_those_who_have_begun() -> None:
    made = on_board(4)
    table_desk.begin(made.pk, by=None, now=NOW, slip_id=slip(made, "W1.1").pk)
    of_round = pairing(made, "W1.1").round_id
    rule(MoveRound(round_id=of_round, on_board=False), ORDER)
    assert PairingMatch.objects.filter(pairing=pairing(made, "W1.2"), voided_at=None).exists()
    assert not PairingMatch.objects.filter(pairing=pairing(made, "W1.1")).exists()
    with pytest.raises(DomainError) as refused:
        rule(MovePairing(pairing_id=pairing(made, "W1.1").pk, on_board=False), ORDER)
    assert refused.value.code == "already_begun"


def test_what_is_moved_is_called_as_the_desk_calls_it(client: Client) -> None:
    made = making.started(4)
    client.force_login(made.organizer)
    first = pairing(made, "W1.1")
    item = reverse("tournament-move-pairing", args=[made.slug, first.pk])
    many = reverse("tournament-move-round", args=[made.slug, first.round_id])
    assert "<h1>SF 1: move to playing room</h1>" in client.get(item).content.decode()
    assert "<h1>Semifinals: move to playing room</h1>" in client.get(many).content.decode()


def test_tables_are_given_lowest_first_and_who_stays_keeps_theirs() -> None:
    made = on_board(8, tables=3)
    assert [at(made, f"W1.{n}") for n in (1, 2, 3, 4)] == [1, 2, 3, None]
    both_say(slip(made, "W1.2"))
    assert at(made, "W1.4") == 2
    both_say(slip(made, "W1.3"))
    both_say(slip(made, "W1.1"))
    assert at(made, "W2.1") in (1, 3)


def test_reserved_and_broken_tables_and_the_stream_are_left_alone() -> None:
    made = on_board(4)
    pool = TablePool.objects.create(tournament=made, created_at=NOW)
    kinds = [{"state": "reserved"}, {"state": "out"}, {"stream": True}, {}]
    for number, kind in enumerate(kinds, start=1):
        PlayingTable.objects.create(table_pool=pool, number=number, **kind)
    assert sweeping.run_due(NOW) == 1
    assert at(made, "W1.1") == 4
    table_desk.wish_stream(made.pk, slip(made, "W1.2").pk, wanted=True, by=None, now=NOW)
    assert at(made, "W1.2") == 3
    table_desk.seat(made.pk, slip(made, "W1.2").pk, 4, by=None, now=NOW)
    assert (at(made, "W1.1"), at(made, "W1.2")) == (3, 4)
    with pytest.raises(DomainError) as refused:
        table_desk.seat(made.pk, slip(made, "W1.2").pk, 2, by=None, now=NOW)
    assert refused.value.code == "table_out"


def test_two_tournaments_of_an_event_share_tables_in_the_order_of_waiting() -> None:
    event = Event.objects.create(slug="e", name="E", starts_on=NOW.date(), ends_on=NOW.date())
    pool = TablePool.objects.create(event=event, created_at=NOW)
    PlayingTable.objects.create(table_pool=pool, number=1)
    first, two = making.entered(2), making.entered(2)
    for made in (first, two):
        made.event = event
        made.save()
        Venue.objects.create(tournament=made, where="board")
    start(first.pk, by=None, now=NOW)
    start(two.pk, by=None, now=NOW + timedelta(minutes=1))
    assert TableUse.objects.get(ended_at=None).slip.pairing.stage.tournament_id == first.pk
    both_say(Slip.objects.select_related("pairing__round").get(pairing__stage__tournament=first))
    assert not TableUse.objects.filter(ended_at=None).exists()
    assert sweeping.run_due(NOW) == 1
    assert TableUse.objects.get(ended_at=None).slip.pairing.stage.tournament_id == two.pk


@pytest.mark.parametrize(("n", "tables"), [(4, 2), (64, 150)])
def test_the_floor_asks_the_same_number_of_questions_at_any_size(
    n: int, tables: int, django_assert_max_num_queries
) -> None:
    made = on_board(n, tables=tables)
    with django_assert_max_num_queries(11):
        shown = floor_of(made, NOW)
    assert len(shown.tables) == tables
    with django_assert_max_num_queries(7):
        assert len(slips_of(made)) == n // 2


def test_who_is_missing_loses_their_seat_and_a_reserve_gets_it_until_it_is_undone() -> None:
    made = making.entered(4, entry_limit=4)
    check_in.open_check_in(made.pk, by=None, now=NOW)
    for name in "123":
        check_in.check_in(making.entry(made, name).pk, by=None, now=NOW, by_player=True)
    spare = check_in.join_waiting_list(made.pk, by=None, now=NOW, name="Spare")
    absent = check_in.join_waiting_list(made.pk, by=None, now=NOW, name="Absent")
    check_in.check_in(spare.pk, by=None, now=NOW)
    missing = [making.entry(made, "4").pk]
    with pytest.raises(DomainError) as refused:
        check_in.remove_missing(made.pk, by=None, now=NOW, expected=[])
    assert refused.value.code == "missing_changed"
    ruled = check_in.remove_missing(made.pk, by=None, now=NOW, expected=missing)
    for entry in (spare, absent):
        entry.refresh_from_db()
    assert (spare.status, absent.status) == ("active", "standby")
    rulings.undo(ruled.pk, by=None, now=NOW, reason="")
    assert making.entry(made, "4").status == "active"
    spare.refresh_from_db()
    assert spare.status == "standby"


def test_check_in_by_code_ends_when_it_is_closed() -> None:
    made = making.entered(2)
    check_in.open_check_in(made.pk, by=None, now=NOW)
    check_in.close_check_in(made.pk, by=None, now=NOW)
    with pytest.raises(DomainError) as refused:
        check_in.check_in(making.entry(made, "1").pk, by=None, now=NOW, by_player=True)
    assert refused.value.code == "check_in_closed"
    assert check_in.check_in(making.entry(made, "1").pk, by=None, now=NOW).entry_id
