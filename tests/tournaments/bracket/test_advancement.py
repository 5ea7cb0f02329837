"""A finished match makes the next one, once, however often it is asked, up to the champion."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from accounts.services.players import create_walk_in
from games.models import Match
from games.services.play import act
from games.services.rulings import void as void_match
from games.services.submissions import Submission
from tests.games.services.sweeps import settle_next
from tests.tournaments.making import (
    NOW,
    later,
    match_of,
    pairing,
    play_out,
    player,
    shown,
    started,
    tournament,
    win,
    win_all,
)
from tournaments.bracket.services.advancement import advance, owed_tournaments
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Notice, Pairing, PairingMatch, Result, Slot, Tournament
from tournaments.tasks import sweep_advancement

pytestmark = pytest.mark.django_db


def rows() -> list[list[object]]:
    """Everything the bracket is made of, to compare before and after."""
    tables = (Pairing, Slot, PairingMatch, Result, Tournament, Notice)
    return [list(table.objects.order_by("pk").values_list()) for table in tables]


def test_the_winner_moves_up_and_the_next_match_is_made() -> None:
    made = started(4)
    win_all(made, "W1.1 1", "W1.2 3")
    assert shown(made, "W2.1") == "1 3"
    assert match_of(made, "W2.1").status == "joining"


def test_no_match_is_made_before_both_are_known() -> None:
    made = started(4)
    win(made, "W1.1", 1)
    assert not PairingMatch.objects.filter(pairing__key="W2.1").exists()


def test_a_result_names_winner_loser_kind_and_score() -> None:
    made = started(2)
    match = win(made, "W1.1", 2)
    result = Result.objects.get()
    assert (result.winner.player.name, result.loser.player.name) == ("2", "1")
    assert (result.kind, result.source, result.match) == ("conceded", "match", match)
    assert result.score == {
        str(result.loser_id): match.score_a,
        str(result.winner_id): match.score_b,
    }


@pytest.mark.parametrize("n", [2, 3, 5, 8, 13])
def test_a_tournament_ends_with_its_champion(n: int) -> None:
    made = started(n)
    play_out(made)
    made.refresh_from_db()
    assert (made.status, made.champion.player.name) == ("finished", "1")
    assert made.finished_at == NOW
    assert Match.objects.count() == n - 1


def test_a_third_place_match_is_waited_for() -> None:
    made = started(4, options={"third_place": True})
    win_all(made, "W1.1 1", "W1.2 2", "W2.1 1")
    made.refresh_from_db()
    assert (made.status, made.champion.player.name) == ("running", "1")
    win(made, "P3.1", 3)
    made.refresh_from_db()
    assert made.status == "finished"


def test_advancing_twice_changes_nothing() -> None:
    made = started(8)
    win_all(made, "W1.1 1", "W1.2 4")
    before = rows()
    assert advance(made.pk, later(5)).is_nothing
    assert rows() == before


def test_advancing_after_the_end_changes_nothing() -> None:
    made = started(4)
    play_out(made)
    before = rows()
    assert advance(made.pk, later(5)).is_nothing
    assert rows() == before


def test_every_move_raises_the_version() -> None:
    made = started(4)
    before = Tournament.objects.get(pk=made.pk).version
    win(made, "W1.1", 1)
    assert Tournament.objects.get(pk=made.pk).version > before


def test_a_match_that_ended_without_a_kick_is_found_by_the_sweep() -> None:
    made = started(4)
    win(made, "W1.1", 1, go_on=False)
    win(made, "W1.2", 2, go_on=False)
    assert shown(made, "W2.1") == "? ?"
    assert owed_tournaments() == [made.pk]
    sweep_advancement()
    assert shown(made, "W2.1") == "1 2"
    assert owed_tournaments() == []


def test_the_sweep_twice_is_the_sweep_once() -> None:
    made = started(4)
    win(made, "W1.1", 1, go_on=False)
    sweep_advancement()
    before = rows()
    sweep_advancement()
    assert rows() == before


def test_one_broken_tournament_does_not_hold_up_another(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, whole = started(4), started(4)
    for made in (broken, whole):
        win(made, "W1.1", 1, go_on=False)
    monkeypatch.setattr(
        "tournaments.tasks.advancement.advance",
        lambda pk, now: 1 / 0 if pk == broken.pk else advance(pk, now),
    )
    with pytest.raises(ExceptionGroup):
        sweep_advancement()
    assert shown(whole, "W2.1") == "1 ?"


def test_who_does_not_join_loses_and_the_bracket_moves() -> None:
    made = started(4)
    match = match_of(made, "W1.1")
    here = match.seats.get(seat="A").player.user_id
    act(Submission(match.pk, "A", "ready", {"nonce_hash": None}, NOW, user_id=here), NOW)
    settle_next(match.pk, later(11))
    advance(made.pk, later(11))
    assert shown(made, "W2.1") == "1 ?"
    assert pairing(made, "W1.1").outcome == "forfeit"


def test_x6_if_neither_joins_the_next_opponent_has_a_bye() -> None:
    made = started(8)
    win(made, "W1.1", 1)
    settle_next(match_of(made, "W1.2").pk, later(11))
    advance(made.pk, later(11))
    assert shown(made, "W2.1") == "1 –"
    assert pairing(made, "W2.1").outcome == "bye"
    assert shown(made, "W3.1") == "1 ?"


def test_a_tournament_nobody_comes_to_ends_without_a_champion() -> None:
    made = started(2)
    settle_next(match_of(made, "W1.1").pk, later(11))
    advance(made.pk, later(11))
    made.refresh_from_db()
    assert (made.status, made.champion) == ("finished", None)


def test_a_match_voided_at_its_table_makes_room_for_another() -> None:
    made = started(2)
    old = match_of(made, "W1.1")
    void_match(old.pk, by=None, reason="Wrong position", now=NOW)
    advance(made.pk, NOW)
    assert match_of(made, "W1.1").pk != old.pk
    assert PairingMatch.objects.get(match=old).voided_at == NOW


def test_no_match_is_made_in_a_closed_round() -> None:
    made = started(4)
    pairing(made, "W2.1").round.__class__.objects.filter(name_key="final").update(open=False)
    win_all(made, "W1.1 1", "W1.2 2")
    assert shown(made, "W2.1") == "1 2"
    assert not PairingMatch.objects.filter(pairing__key="W2.1").exists()


def test_the_database_allows_one_live_match_for_a_pairing() -> None:
    made = started(2)
    standing = PairingMatch.objects.get()
    other = match_of(started(2), "W1.1")
    with pytest.raises(IntegrityError), transaction.atomic():
        PairingMatch.objects.create(
            pairing=pairing(made, "W1.1"),
            match=other,
            entry_a=standing.entry_a,
            entry_b=standing.entry_b,
            created_at=NOW,
        )


def test_everybody_with_a_login_is_owed_a_notice() -> None:
    made = tournament()
    entries.enter(made.pk, player("alice"), now=NOW)
    entries.add_walk_in(made.pk, by=None, now=NOW, name="Ants")
    start(made.pk, by=None, now=NOW)
    assert [notice.player.name for notice in Notice.objects.all()] == ["alice"]


@pytest.mark.parametrize("n", [4, 16])
def test_recording_one_result_costs_the_same_at_any_size(
    n: int, django_assert_num_queries: object
) -> None:
    made = started(n)
    win(made, "W1.1", 1, go_on=False)
    with django_assert_num_queries(28):  # type: ignore[operator]
        advance(made.pk, NOW)


def test_a_walk_in_cannot_log_in_so_nobody_is_put_out_for_not_joining() -> None:
    made = tournament()
    entries.add_walk_in(made.pk, by=None, now=NOW, player=create_walk_in("Nikos"))
    entries.enter(made.pk, player("anna"), now=NOW)
    start(made.pk, by=None, now=NOW)
    match = Match.objects.get()
    assert match.next_at is None
    assert match.context["join_s"] is None


def test_two_with_logins_have_so_long_to_join() -> None:
    made = tournament()
    for name in ("anna", "bert"):
        entries.enter(made.pk, player(name), now=NOW)
    start(made.pk, by=None, now=NOW)
    assert Match.objects.get().next_at == NOW + timedelta(seconds=made.join_within_s)
