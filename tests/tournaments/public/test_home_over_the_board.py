"""What a player finds on their home page, and what becomes of a match over the board when they leave or a director decides."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments import making
from tests.tournaments.bracket.test_session_stages import ROUND_ROBIN
from tests.tournaments.making import NOW, pairing, player
from tests.tournaments.ruling import rulings
from tests.tournaments.venue.room import on_board, slip, won
from tournaments.bracket.services.start import start
from tournaments.entry.services import check_in, entries
from tournaments.models import PlayingTable, Result, TablePool, Venue
from tournaments.public.selectors import home
from tournaments.public.selectors.home import home_view
from tournaments.venue.services import reporting
from tournaments.venue.services.claims import Claim, Reporter
from tournaments.venue.services.typed_results import TypedResult, type_result

pytestmark = pytest.mark.django_db


def alice_at_a_board(tables: int = 1) -> Any:
    made, alice = making.tournament(), player("alice")
    Venue.objects.create(tournament=made, where="board")
    pool = TablePool.objects.create(tournament=made, created_at=NOW)
    PlayingTable.objects.bulk_create(
        PlayingTable(table_pool=pool, number=7 + k) for k in range(tables)
    )
    entries.enter(made.pk, alice, now=NOW)
    entries.add_walk_in(made.pk, by=None, now=NOW, name="Ants")
    return start(made.pk, by=None, now=NOW), alice


@pytest.mark.parametrize(("tables", "number"), [(1, 7), (0, None)])
def test_the_first_page_says_where_i_play_and_leads_to_the_report(
    tables: int, number: int | None, client: Client
) -> None:
    made, alice = alice_at_a_board(tables)
    (mine,) = home_view(alice.user).slips
    assert (mine.opponent.name, mine.table, mine.begun) == ("Ants", number, False)
    assert mine.length == pairing(made, "W1.1").round.length
    client.force_login(alice.user)
    page = client.get("/").content.decode()
    assert f"/t/{mine.code}/" in page
    assert ("<b>Table 7</b>" in page) is bool(number)
    assert "You have no matches right now" not in page


def test_who_has_a_bye_reads_that_they_are_still_in_and_who_is_out_does_not(client: Client) -> None:
    made, people = making.tournament(), [player(name) for name in ("alice", "bert", "carol")]
    for person in people:
        entries.enter(made.pk, person, now=NOW)
    start(made.pk, by=None, now=NOW)
    (waiting,) = [who for who in people if not home_view(who.user).matches]
    (playing, other) = [who for who in people if who != waiting]
    client.force_login(waiting.user)
    page = client.get("/").content.decode()
    assert f"You are still playing: {made.name}" in page
    assert "You have no matches right now" not in page
    client.force_login(playing.user)
    assert "You are still playing" not in client.get("/").content.decode()
    entry = made.entries.get(player=playing)
    rulings.withdraw(entry.pk, by=None, now=NOW, reason="had to leave")
    assert home_view(playing.user).between is None
    assert home_view(waiting.user).matches, "the final against the one who is left"
    assert home_view(other.user).matches


def test_a_session_is_called_one_on_the_first_page(client: Client) -> None:
    made, alice = making.tournament(**ROUND_ROBIN), player("alice")
    Venue.objects.create(tournament=made, where="board")
    entries.enter(made.pk, alice, now=NOW)
    entries.add_walk_in(made.pk, by=None, now=NOW, name="Ants")
    start(made.pk, by=None, now=NOW)
    client.force_login(alice.user)
    page = client.get("/").content.decode()
    assert "session of 3 games" in page
    assert "Match to 3" not in page
    public = client.get(f"/tournaments/{made.slug}/").content.decode()
    assert "session of 3 games · Opponent: Ants" in public


def test_what_is_reported_and_confirmed_leaves_the_first_page() -> None:
    made, alice = alice_at_a_board()
    match_slip = slip(made, "W1.1")
    type_result(match_slip.pk, TypedResult(made.organizer, won(match_slip), NOW))
    assert home_view(alice.user).slips == ()


@pytest.mark.parametrize("verb", ["withdraw", "disqualify"])
def test_who_leaves_over_the_board_forfeits_what_is_on(verb: str) -> None:
    made = on_board(4, tables=2)
    match_slip = slip(made, "W1.1")
    ruling = getattr(rulings, verb)(match_slip.entry_a_id, by=None, now=NOW, reason="ill")
    lost = pairing(made, "W1.1")
    assert (lost.outcome, lost.winner_id) == ("forfeit", match_slip.entry_b_id)
    match_slip.refresh_from_db()
    assert match_slip.closed_at == NOW
    rulings.undo(ruling.pk, by=None, now=NOW, reason="well again")
    assert pairing(made, "W1.1").outcome == ""
    assert slip(made, "W1.1").closed_at is None


@pytest.mark.parametrize("kind", ["time", "conceded", "played"])
def test_a_director_who_overrules_says_how_it_ended(kind: str) -> None:
    made = on_board(4)
    match_slip = slip(made, "W1.1")
    claim = Claim(match_slip.entry_a_id, None, "time")
    reporting.report(match_slip.pk, Reporter(match_slip.entry_a_id, with_slip=True), claim, now=NOW)
    length, winner = match_slip.pairing.round.length, match_slip.entry_b_id
    score = {winner: length, match_slip.entry_a_id: 1} if kind == "played" else None
    type_result(
        match_slip.pk, TypedResult(made.organizer, Claim(winner, score, kind), NOW, "saw it")
    )
    result = Result.objects.get(pairing=match_slip.pairing)
    assert (result.kind, result.source, result.winner_id) == (kind, "ruling", winner)
    assert pairing(made, "W1.1").outcome == kind


def test_who_has_many_matches_open_sees_the_next_first_and_the_others_in_a_list(
    client: Client,
) -> None:
    made, alice = making.tournament(format="round_robin"), player("alice")
    Venue.objects.create(tournament=made, where="mixed")
    entries.enter(made.pk, alice, now=NOW)
    for name in ("Ants", "Ben", "Cleo"):
        entries.add_walk_in(made.pk, by=None, now=NOW, name=name)
    start(made.pk, by=None, now=NOW)
    view = home_view(alice.user)
    assert (len(view.slips), len(view.later_slips)) == (1, 2)
    client.force_login(alice.user)
    page = client.get("/").content.decode()
    assert page.count("Report score") == 1
    assert all(f"/t/{row.code}/" in page for row in (*view.slips, *view.later_slips))
    assert "Waiting for a table" not in page, "nobody gives out tables here"


def test_who_stands_by_finds_the_tournament_on_the_first_page(client: Client) -> None:
    made, alice = making.entered(2, entry_limit=2), player("alice")
    check_in.join_waiting_list(made.pk, by=alice.user, now=NOW, player=alice)
    (mine,) = home_view(alice.user).mine
    assert (mine.slug, mine.is_standing_by, mine.is_entered) == (made.slug, True, False)
    client.force_login(alice.user)
    assert "Waiting list" in client.get("/").content.decode()


def test_other_peoples_tournaments_do_not_crowd_out_mine(monkeypatch: pytest.MonkeyPatch) -> None:
    made, alice = making.tournament(), player("alice")
    entries.enter(made.pk, alice, now=NOW)
    for number in range(3):
        making.tournament(name=f"Later {number}")
    monkeypatch.setattr(home, "AT_MOST", 2)
    assert [row.slug for row in home_view(alice.user).mine] == [made.slug]
