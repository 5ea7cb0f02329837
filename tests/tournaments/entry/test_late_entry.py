"""Coming in after the start (T9.1, X1, X2): where there is a place, and that nobody who has begun is disturbed."""

from functools import partial

import pytest

from tests.tournaments.making import (
    NOW,
    confirming,
    director,
    entry,
    join,
    match_of,
    nobody,
    pairing,
    play_out,
    player,
    shown,
    started,
    win,
)
from tests.tournaments.ruling import rulings
from tournaments.bracket.services import advancement
from tournaments.entry.services import entries
from tournaments.models import Entry, PairingMatch, Stage, Tournament
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.undo import Undo
from web.errors import DomainError

pytestmark = pytest.mark.django_db
BRACKETS = ("single_elimination", "double_elimination", "consolation")


def late(of: Tournament, name: object, *, sure: bool = False) -> Entry:
    """`sure`: the called matches that it cancels are confirmed."""
    enter = partial(entries.add_walk_in, of.pk, by=None, now=NOW, player=nobody(str(name)))
    return confirming(enter) if sure else enter()


def refused(of: Tournament, name: object = "late") -> str:
    with pytest.raises(DomainError) as error:
        late(of, name)
    return error.value.code


def order(of: Tournament) -> list[str | None]:
    names = dict(of.entries.values_list("pk", "player__name"))
    return [pk and names[pk] for pk in Stage.objects.get(tournament=of).seed_order]


@pytest.mark.parametrize("format", BRACKETS)
def test_x1_a_sixth_player_takes_the_sixth_line_where_every_line_faces_a_called_match(
    format: str,
) -> None:
    made = started(5, format=format)
    win(made, "W1.2", 4)
    late(made, 6, sure=True)
    assert [shown(made, f"W1.{n}") for n in (1, 2, 3, 4)] == ["1 –", "4 5", "2 –", "3 6"]
    assert shown(made, "W2.2") == "2 ?"
    assert order(made) == ["1", "2", "3", "4", "5", "6"]


def test_x1_in_double_elimination_the_new_loser_drops() -> None:
    made = started(5, format="double_elimination")
    assert shown(made, "L1.2") == "– –"
    win(made, "W1.2", 4)
    late(made, 6, sure=True)
    win(made, "W1.4", 3)
    assert shown(made, "L1.2") == "– 6"


def test_x1_a_called_match_that_is_cancelled_comes_back() -> None:
    made = started(5)
    win(made, "W1.2", 4)
    waited = match_of(made, "W2.2")
    late(made, 6, sure=True)
    assert not PairingMatch.objects.filter(pairing=pairing(made, "W2.2"), voided_at=None).exists()
    win(made, "W1.4", 3)
    assert match_of(made, "W2.2").pk == waited.pk


@pytest.mark.parametrize("format", BRACKETS)
def test_x2_begun_byes_are_closed_and_the_first_line_is_taken(format: str) -> None:
    made = started(5, format=format)
    join(made, "W2.2")
    late(made, 6)
    assert [shown(made, f"W1.{n}") for n in (1, 3, 4)] == ["1 6", "2 –", "3 –"]
    assert shown(made, "W2.2") == "2 3"
    assert order(made) == ["1", "2", "3", "4", "5", None, None, "6"]


@pytest.mark.parametrize("format", BRACKETS)
def test_x2_with_both_begun_there_is_no_place(format: str) -> None:
    made = started(5, format=format)
    win(made, "W1.2", 4)
    join(made, "W2.1")
    join(made, "W2.2")
    assert refused(made) == "no_free_line"
    assert made.entries.count() == 5


def test_a_decision_without_play_closes_a_line_as_play_does() -> None:
    made = started(5)
    ruled = pairing(made, "W2.2")
    rulings.forfeit(
        ruled.pk, by=made.organizer, losers=[entry(made, 3).pk], now=NOW, reason="absent"
    )
    late(made, 6)
    assert shown(made, "W1.1") == "1 6"


def test_a_full_bracket_has_no_place_and_the_entry_limit_holds_after_the_start() -> None:
    assert refused(started(4)) == "no_free_line"
    assert refused(started(5, entry_limit=5)) == "tournament_full"


def test_nobody_is_entered_twice_late() -> None:
    made = started(5)
    with pytest.raises(DomainError) as error:
        entries.add_walk_in(made.pk, by=None, now=NOW, player=entry(made, 2).player)
    assert error.value.code == "already_entered"


def test_a_player_makes_a_late_entry_without_the_desk_where_that_is_agreed() -> None:
    made, alice = started(5), player("alice")
    entries.enter(made.pk, alice, now=NOW)
    assert shown(made, "W1.1") == "1 alice"
    ruling = made.rulings.get()
    assert (ruling.verb, ruling.by) == ("late_entry", alice.user)


def test_a_director_lets_somebody_in_although_players_may_not() -> None:
    made = started(5)
    Tournament.objects.filter(pk=made.pk).update(late_entry=False)
    late(made, 6)
    assert shown(made, "W1.1") == "1 6"


def test_only_directors_bring_in_others() -> None:
    made = started(5)
    with pytest.raises(DomainError) as error:
        entries.add_walk_in(made.pk, by=director(), now=NOW, name="Ants")
    assert error.value.code == "not_your_role"


def test_who_has_withdrawn_does_not_come_back_by_a_late_entry() -> None:
    made = started(5)
    rulings.withdraw(entry(made, 5).pk, by=made.organizer, now=NOW, reason="ill")
    with pytest.raises(DomainError) as error:
        entries.add_walk_in(made.pk, by=None, now=NOW, player=entry(made, 5).player)
    assert error.value.code == "has_left"


def test_who_was_disqualified_stays_out() -> None:
    made = started(5)
    rulings.disqualify(entry(made, 5).pk, by=made.organizer, now=NOW, reason="cheating")
    with pytest.raises(DomainError) as error:
        entries.add_walk_in(made.pk, by=None, now=NOW, player=entry(made, 5).player)
    assert error.value.code in {"has_left", "disqualified"}


def test_who_left_before_the_start_may_come_late() -> None:
    made = started(5, entry_limit=6)
    left = Entry.objects.create(
        tournament=made, player=nobody("9"), status="withdrawn", entered_at=NOW
    )
    assert entries.add_walk_in(made.pk, by=None, now=NOW, player=left.player).pk == left.pk
    assert shown(made, "W1.1") == "1 9"


def test_nobody_enters_a_finished_tournament() -> None:
    made = started(3)
    play_out(made)
    assert refused(made) == "tournament_finished"


@pytest.mark.parametrize("format", BRACKETS)
def test_a_bracket_with_late_entries_is_played_to_its_end(format: str) -> None:
    made = started(5, format=format)
    win(made, "W1.2", 4)
    for name in (6, 7, 8):
        late(made, name, sure=True)
    assert refused(made) == "no_free_line"
    play_out(made)
    made.refresh_from_db()
    assert made.status == "finished"
    assert made.champion.player.name == "1"
    assert advancement.recompute(made.pk, NOW).is_nothing


def test_before_anybody_has_begun_tables_of_all_against_all_are_drawn_again() -> None:
    made = started(4, format="round_robin")
    late(made, 5, sure=True)
    stage = Stage.objects.get(tournament=made)
    standing = stage.pairings.filter(voided_at=None)
    assert standing.filter(outcome="").count() == 10
    assert {len(p.slots.all()) for p in standing} == {2}
    assert PairingMatch.objects.filter(pairing__in=standing, voided_at=None).count() == 10


def test_in_a_round_robin_that_has_begun_a_bye_number_is_taken() -> None:
    made = started(5, format="round_robin")
    join(made, "R1.2")
    late(made, 6)
    live = PairingMatch.objects.filter(voided_at=None, match__finished_at=None)
    assert (
        live.filter(entry_b__player__name="6").count()
        + live.filter(entry_a__player__name="6").count()
        == 5
    )
    assert refused(made, 7) == "no_free_line"
    play_out(made)
    made.refresh_from_db()
    assert made.status == "finished"


def test_in_an_even_round_robin_that_has_begun_there_is_no_place() -> None:
    made = started(4, format="round_robin")
    join(made, "R1.1")
    assert refused(made) == "no_free_line"


def test_groups_take_somebody_where_there_are_byes() -> None:
    made = started(7, format="groups", options={"groups": 2})
    join(made, "A1.2")
    late(made, 8)
    newcomer = entry(made, 8)
    sections = {s.pairing.round.section for s in newcomer.slots.select_related("pairing__round")}
    assert len(sections) == 1
    assert newcomer.slots.count() == 3


@pytest.mark.parametrize("format", BRACKETS)
def test_a_late_entry_is_taken_back(format: str) -> None:
    made = started(5, format=format)
    before = [shown(made, f"W1.{n}") for n in (1, 2, 3, 4)]
    late(made, 6)
    ruled = made.rulings.get(verb="late_entry")
    rule(Undo(ruling_id=ruled.pk), RulingRequest(by=made.organizer, now=NOW, reason="not here"))
    assert [shown(made, f"W1.{n}") for n in (1, 2, 3, 4)] == before
    assert order(made) == ["1", "2", "3", "4", "5"]
    assert not entry(made, 6).is_active
    assert match_of(made, "W2.2").finished_at is None


def test_a_bye_number_taken_late_is_given_back() -> None:
    made = started(5, format="round_robin")
    join(made, "R1.2")
    late(made, 6)
    ruled = made.rulings.get(verb="late_entry")
    rule(Undo(ruling_id=ruled.pk), RulingRequest(by=made.organizer, now=NOW, reason="not here"))
    assert not entry(made, 6).slots.exists()
    late(made, 7)
    assert entry(made, 7).slots.count() == 5


def test_tables_drawn_again_for_a_late_entry_come_back() -> None:
    made = started(4, format="round_robin")
    waited = match_of(made, "R1.1").pk
    late(made, 5, sure=True)
    ruled = made.rulings.get(verb="late_entry")
    rule(Undo(ruling_id=ruled.pk), RulingRequest(by=made.organizer, now=NOW, reason="not here"))
    assert match_of(made, "R1.1").pk == waited
    assert shown(made, "R1.1") == "1 4"


def test_in_a_swiss_a_late_entry_has_lost_the_missed_rounds() -> None:
    made = started(4, format="swiss", options={"rounds": 3, "late_points": "loss"})
    newcomer = late(made, 5)
    assert newcomer.joined_round == 2
    assert not newcomer.slots.exists()
    for key, name in (("R1.1", 1), ("R1.2", 2)):
        win(made, key, name)
    assert sorted(shown(made, f"R2.{n}") for n in (1, 2, 3)) == ["1 2", "3 4", "5 –"]


def test_when_the_last_round_is_drawn_nobody_comes_into_a_swiss() -> None:
    made = started(4, format="swiss", options={"rounds": 1})
    for key, name in (("R1.1", 1), ("R1.2", 2)):
        win(made, key, name)
    made.refresh_from_db()
    assert refused(made) == "tournament_finished"


@pytest.mark.parametrize("format", ["lives", "continuous_swiss"])
def test_a_late_entry_is_paired_where_rounds_are_drawn_one_by_one(format: str) -> None:
    made = started(4, format=format)
    newcomer = late(made, 5)
    play_out(made)
    made.refresh_from_db()
    assert made.status == "finished"
    assert newcomer.slots.exists()


def test_after_a_later_stage_is_drawn_nobody_comes_in() -> None:
    made = started(5, format="round_robin")
    Stage.objects.create(tournament=made, number=2, format="single_elimination")
    assert refused(made) == "no_free_line"
