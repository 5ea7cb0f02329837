"""Rounds run from the desk: published, paired by hand, held back, with other terms; and taken back again."""

from typing import Any

import pytest

from tests.tournaments.making import (
    NOW,
    director,
    entry,
    join,
    match_of,
    nobody,
    pairing,
    play_out,
    shown,
    started,
    win,
)
from tests.tournaments.rounds_run import (
    SWISS,
    live,
    ordered,
    pairs,
    published,
    refused,
    row,
    stage,
    standing,
    win_round,
)
from tournaments.bracket.services import advancement
from tournaments.entry.services import entries
from tournaments.models import Pairing, Ruling
from tournaments.ruling.services.preview import ConfirmationNeeded, RulingRequest, preview, rule
from tournaments.ruling.services.rounds import HoldRound, PairByHand, PublishRound, SetRoundTerms
from tournaments.ruling.services.undo import Undo
from tournaments.setup.services.lifecycle import rules_with_preset
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def test_a_round_that_is_published_waits_for_the_director() -> None:
    made = published(8)
    win_round(made, 1)
    assert standing(made, 2) == []
    assert stage(made).due_at is not None
    rule(PublishRound(stage_id=stage(made).pk), ordered(made))
    assert standing(made, 2) == ["1 3", "2 4", "5 7", "6 8"]
    assert len(live(made, 2)) == 4
    assert stage(made).due_at is None


def test_nothing_is_published_while_matches_are_open() -> None:
    made = published(8)
    assert refused(made, PublishRound(stage_id=stage(made).pk)) == "not_due"


def test_nothing_is_published_when_everything_is_drawn() -> None:
    made = started(4)
    assert refused(made, PublishRound(stage_id=stage(made).pk)) == "nothing_to_draw"


def test_only_a_director_publishes() -> None:
    made = published(8)
    win_round(made, 1)
    with pytest.raises(DomainError) as error:
        rule(
            PublishRound(stage_id=stage(made).pk), RulingRequest(by=director(), now=NOW, reason="")
        )
    assert error.value.code == "not_a_director"


def test_a_round_is_published_as_the_director_paired_it() -> None:
    made = published(8)
    win_round(made, 1)
    mine = pairs(made, "1 4", "2 3", "5 8", "6 7")
    rule(PublishRound(stage_id=stage(made).pk, pairs=mine), ordered(made))
    assert standing(made, 2) == ["1 4", "2 3", "5 8", "6 7"]
    notes = Pairing.objects.filter(stage__tournament=made, round__number=2)
    assert all(note.notes == {"by": "hand"} for note in notes)


def test_nothing_recomputes_away_what_was_paired_by_hand() -> None:
    made = published(8)
    win_round(made, 1)
    mine = pairs(made, "1 4", "2 3", "5 8", "6 7")
    rule(PublishRound(stage_id=stage(made).pk, pairs=mine), ordered(made))
    assert advancement.recompute(made.pk, NOW).is_nothing
    win_round(made, 2)
    assert standing(made, 2) == ["1 4", "2 3", "5 8", "6 7"]


@pytest.mark.parametrize(
    "chosen", [("1 4", "2 3", "5 8", "6 6"), ("1 4", "2 3", "5 8"), ("1 4", "1 3", "5 8", "6 7")]
)
def test_pairs_that_do_not_make_a_round_are_refused(chosen: tuple[str, ...]) -> None:
    made = published(8)
    win_round(made, 1)
    wanted = PublishRound(stage_id=stage(made).pk, pairs=pairs(made, *chosen))
    assert refused(made, wanted) == "bad_pairs"
    assert standing(made, 2) == []


def test_publishing_is_taken_back() -> None:
    made = published(8)
    win_round(made, 1)
    done = rule(PublishRound(stage_id=stage(made).pk), ordered(made))
    rule(Undo(ruling_id=done.pk), ordered(made))
    assert standing(made, 2) == []
    assert stage(made).due_at is not None
    rule(PublishRound(stage_id=stage(made).pk), ordered(made))
    assert standing(made, 2) == ["1 3", "2 4", "5 7", "6 8"]


def test_two_change_opponents_in_a_round_that_waits_for_players() -> None:
    made = started(8, **SWISS)
    assert standing(made, 1) == ["1 5", "2 6", "3 7", "4 8"]
    kept = match_of(made, "R1.3").pk
    rule(
        PairByHand(round_id=row(made, 1).pk, pairs=pairs(made, "1 6", "2 5", "3 7", "4 8")),
        ordered(made),
    )
    assert standing(made, 1) == ["1 6", "2 5", "3 7", "4 8"]
    assert live(made, 1)[2].match_id == kept
    assert len(live(made, 1)) == 4
    new = Pairing.objects.filter(stage__tournament=made, voided_at=None, notes__by="hand")
    assert sorted(drawn.key for drawn in new) == ["R1.1", "R1.2"]
    play_out(made)
    made.refresh_from_db()
    assert made.status == "finished"


def test_a_round_paired_by_hand_is_taken_back() -> None:
    made = started(8, **SWISS)
    done = rule(
        PairByHand(round_id=row(made, 1).pk, pairs=pairs(made, "1 6", "2 5", "3 7", "4 8")),
        ordered(made),
    )
    rule(Undo(ruling_id=done.pk), ordered(made))
    assert standing(made, 1) == ["1 5", "2 6", "3 7", "4 8"]
    assert len(live(made, 1)) == 4


def test_matches_that_have_begun_are_set_aside_only_with_confirmation() -> None:
    made = started(8, **SWISS)
    join(made, "R1.1")
    action = PairByHand(round_id=row(made, 1).pk, pairs=pairs(made, "1 6", "2 5", "3 7", "4 8"))
    with pytest.raises(ConfirmationNeeded) as error:
        rule(action, ordered(made))
    assert error.value.code == "needs_confirmation"
    assert standing(made, 1)[0] == "1 5"
    rule(action, ordered(made, confirm=error.value.preview.digest))
    assert standing(made, 1)[0] == "1 6"


def test_a_bye_changes_hands() -> None:
    made = started(5, **SWISS)
    old = standing(made, 1)
    assert old[-1].endswith("–")
    wanted = pairs(made, "1 3", "2 5", "4 –")
    rule(PairByHand(round_id=row(made, 1).pk, pairs=wanted), ordered(made))
    assert sorted(standing(made, 1)) == ["1 3", "2 5", "4 –"]


def test_the_same_pairs_are_not_a_ruling() -> None:
    made = started(4, **SWISS)
    action = PairByHand(round_id=row(made, 1).pk, pairs=pairs(made, "3 1", "2 4"))
    assert refused(made, action) == "same_pairs"


def test_a_round_from_which_another_was_drawn_stays() -> None:
    made = started(4, **SWISS)
    win_round(made, 1)
    again = PairByHand(round_id=row(made, 1).pk, pairs=pairs(made, "1 4", "2 3"))
    assert refused(made, again) == "round_over"


def test_seats_of_a_bracket_are_set_over_its_edges() -> None:
    made = started(8)
    rule(
        PairByHand(round_id=row(made, 1).pk, pairs=pairs(made, "1 2", "4 5", "8 7", "3 6")),
        ordered(made),
    )
    assert [shown(made, f"W1.{n}") for n in (1, 2, 3, 4)] == ["1 2", "4 5", "8 7", "3 6"]
    assert pairing(made, "W1.1").notes == {"by": "hand"}
    assert advancement.recompute(made.pk, NOW).is_nothing
    win(made, "W1.1", 2)
    win(made, "W1.2", 4)
    assert shown(made, "W2.1") == "2 4"


def test_a_bracket_round_whose_players_are_not_known_is_not_paired() -> None:
    made = started(8)
    action = PairByHand(round_id=row(made, 2).pk, pairs=pairs(made, "1 4", "2 3"))
    assert refused(made, action) == "not_known_yet"


def test_matches_are_made_only_in_open_rounds() -> None:
    made = started(4)
    rule(HoldRound(round_id=row(made, 2).pk, open=False), ordered(made))
    win(made, "W1.1", 1)
    win(made, "W1.2", 2)
    assert live(made, 2) == []
    assert shown(made, "W2.1") == "1 2"
    rule(HoldRound(round_id=row(made, 2).pk, open=True), ordered(made))
    assert len(live(made, 2)) == 1


def test_holding_a_round_back_sets_waiting_matches_aside_until_it_goes_on() -> None:
    made = started(4)
    waiting = match_of(made, "W1.1").pk
    join(made, "W1.2")
    done = rule(HoldRound(round_id=row(made, 1).pk, open=False), ordered(made))
    assert [on.pairing.key for on in live(made, 1)] == ["W1.2"]
    assert advancement.advance(made.pk, NOW).is_nothing
    rule(Undo(ruling_id=done.pk), ordered(made))
    assert match_of(made, "W1.1").pk == waiting
    assert match_of(made, "W1.1").finished_at is None


def test_a_round_gets_another_length_before_it_begins() -> None:
    made = started(4)
    done = rule(SetRoundTerms(round_id=row(made, 1).pk, length=5), ordered(made))
    assert {on.match.rules["length"] for on in live(made, 1)} == {5}
    assert len(live(made, 1)) == 2
    rule(Undo(ruling_id=done.pk), ordered(made))
    assert {on.match.rules["length"] for on in live(made, 1)} == {3}


def test_a_round_gets_a_clock() -> None:
    made = started(4)
    clock = {"preset": "fast", "kind": "simple"}
    rule(SetRoundTerms(round_id=row(made, 1).pk, clock=clock), ordered(made))
    assert all(on.match.clock for on in live(made, 1))


def test_a_round_gets_another_rule_book_and_the_old_one_back() -> None:
    made = started(4)
    rules = rules_with_preset("sr_nocube", {})
    done = rule(SetRoundTerms(round_id=row(made, 1).pk, rules=rules), ordered(made))
    assert [on.match.rules["cube"] for on in live(made, 1)] == [False, False]
    assert row(made, 2).rules is None
    rule(Undo(ruling_id=done.pk), ordered(made))
    assert [on.match.rules["cube"] for on in live(made, 1)] == [True, True]


@pytest.mark.parametrize(
    ("terms", "code"),
    [({"length": 0}, "bad_lengths"), ({"clock": {"kind": "simple"}}, "bad_clock")],
)
def test_terms_by_which_nobody_can_play_are_refused(terms: dict[str, Any], code: str) -> None:
    made = started(4)
    assert refused(made, SetRoundTerms(round_id=row(made, 1).pk, **terms)) == code
    assert row(made, 1).length == 3


def test_a_round_that_has_begun_keeps_its_terms() -> None:
    made = started(4)
    join(made, "W1.1")
    assert refused(made, SetRoundTerms(round_id=row(made, 1).pk, length=5)) == "round_begun"


def test_a_late_entry_plays_from_the_next_round() -> None:
    made = published(4)
    late = entries.add_walk_in(made.pk, by=None, now=NOW, player=nobody("5"))
    assert late.joined_round == 2
    win_round(made, 1)
    rule(PublishRound(stage_id=stage(made).pk), ordered(made))
    assert any("5" in text for text in standing(made, 2))


def test_a_late_entry_is_taken_into_a_round_by_hand() -> None:
    made = started(5, **SWISS)
    entries.add_walk_in(made.pk, by=None, now=NOW, player=nobody("6"))
    wanted = pairs(made, "1 3", "2 4", "5 6")
    rule(PairByHand(round_id=row(made, 1).pk, pairs=wanted), ordered(made))
    assert sorted(standing(made, 1)) == ["1 3", "2 4", "5 6"]
    assert entry(made, 6).joined_round == 1


def test_a_preview_of_a_publication_changes_nothing() -> None:
    made = published(8)
    win_round(made, 1)
    would = preview(PublishRound(stage_id=stage(made).pk), ordered(made))
    assert len(would.of("made")) == 4
    assert standing(made, 2) == []
    assert not Ruling.objects.filter(tournament=made, verb="publish", after__rounds=[2]).exists()
