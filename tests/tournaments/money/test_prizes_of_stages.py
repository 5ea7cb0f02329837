"""With several stages the places that pay are those of the final order over all of them (T11.1, T11.2, X13)."""

from typing import Any

import pytest

from tests.keeping import forget
from tests.tournaments.making import (
    NOW,
    SEED,
    entered,
    entry,
    later,
    pairing,
    play_out,
    win,
)
from tests.tournaments.ruling import rulings
from tournaments.bracket.services.start import start
from tournaments.models import PairingMatch, Tournament
from tournaments.money.selectors.payouts import SheetPart, payout_sheet
from tournaments.money.services import fees, ledger
from tournaments.ruling.selectors.snapshot_diff import TournamentSnapshot
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import SetResult, VoidResult

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_tables_of_other_tests() -> None:
    """Tables are kept by a tournament's number and version, which tests use again."""
    forget()


def knockout_of(cut: str, n: int) -> dict[str, Any]:
    return {
        "format": "single_elimination",
        "options": {},
        "lengths": [5],
        "take": {"cut": cut, "n": n},
    }


def paying(*shares: int) -> list[dict[str, Any]]:
    return [
        {"section": "main", "place": place, "share": share}
        for place, share in enumerate(shares, start=1)
    ]


def two_groups(n: int, *shares: int, go_on: int = 1) -> Tournament:
    """Two groups, then a knockout; 10 EUR each. Not started."""
    made = entered(
        n,
        format="groups",
        options={"groups": 2},
        later_stages=[knockout_of("top_of_group", go_on)],
        pay_table=paying(*shares),
    )
    fees.set_plan(made.pk, by=None, entry_fee=1000)
    return made


def swiss(**plan: Any) -> Tournament:
    """Eight play three rounds of Swiss, two of them a final; 40, 25, 25 and 10 per cent of 400."""
    made = entered(
        8,
        format="swiss",
        options={"rounds": 3},
        later_stages=[knockout_of("top", 2)],
        pay_table=paying(40, 25, 25, 10),
    )
    fees.set_plan(made.pk, by=None, entry_fee=5000, **plan)
    return made


def begun(of: Tournament) -> Tournament:
    return start(of.pk, by=None, now=NOW, draw_seed=SEED)


def first_stage_played(of: Tournament) -> None:
    """The lower seed wins everything in the first stage."""
    while waiting := _waiting(of):
        win(of, waiting.pairing.key, min(name(waiting.entry_a), name(waiting.entry_b)))


def _waiting(of: Tournament) -> PairingMatch | None:
    open_ones = PairingMatch.objects.filter(
        pairing__stage__tournament=of, pairing__stage__number=1,
        voided_at=None, match__finished_at=None,
    )  # fmt: skip
    return open_ones.first()


def name(of: Any) -> str:
    return str(of.player.name)


def parts(of: Tournament) -> dict[str, SheetPart]:
    return {part.name: part for part in payout_sheet(Tournament.objects.get(pk=of.pk)).parts}


def due(part: SheetPart) -> dict[str, int]:
    return {line.who: line.due for line in part.lines if line.due}


def payment(key: str) -> ledger.Payment:
    return ledger.Payment(by=None, now=NOW, key=key)


def test_x13_a_pool_of_two_who_both_missed_the_cut_is_won_by_the_better_of_them() -> None:
    of = two_groups(8, 100)
    pool = fees.save_pool(of.pk, by=None, name="Side", fee=500, pay_table=paying(100))
    for who in ("5", "8"):
        fees.join_pool(of.pk, pool.pk, entry(of, who).pk, payment=payment(f"joined-{who}"))
    play_out(begun(of))
    assert due(parts(of)["Side"]) == {"5": 1000}
    assert parts(of)["Side"].open == 0


def test_who_went_out_in_the_groups_at_the_same_place_shares_a_pool() -> None:
    of = two_groups(4, 100)
    pool = fees.save_pool(of.pk, by=None, name="Side", fee=500, pay_table=paying(100))
    for who in ("3", "4"):
        fees.join_pool(of.pk, pool.pk, entry(of, who).pk, payment=payment(f"joined-{who}"))
    play_out(begun(of))
    assert due(parts(of)["Side"]) == {"3": 500, "4": 500}


def test_who_went_out_in_the_groups_at_the_same_place_shares_the_prizes_of_both() -> None:
    of = two_groups(4, 50, 30, 15, 5)
    play_out(begun(of))
    assert due(parts(of)[""]) == {"1": 2000, "2": 1200, "3": 400, "4": 400}
    assert {(line.place_from, line.place_to) for line in parts(of)[""].lines[2:]} == {(3, 4)}


def test_the_whole_pot_is_paid_when_more_places_pay_than_the_last_stage_has() -> None:
    of = swiss()
    play_out(begun(of))
    first, second, third, fourth = parts(of)[""].lines
    assert [line.due for line in (first, second, third, fourth)] == [16000, 10000, 10000, 4000]
    assert [line.place_from for line in (first, second, third, fourth)] == [1, 2, 3, 4]
    assert parts(of)[""].open == 0


def test_equal_points_share_behind_the_cut_and_not_with_who_went_on() -> None:
    of = swiss(equal_points_share=True)
    play_out(begun(of))
    assert due(parts(of)[""]) == {"1": 16000, "2": 10000, "3": 7000, "4": 7000}


def test_nothing_is_due_in_the_first_stage_while_another_comes() -> None:
    of = two_groups(4, 50, 30, 15, 5)
    begun(of)
    one_of_two = _waiting(of)
    assert one_of_two is not None
    win(of, one_of_two.pairing.key, min(name(one_of_two.entry_a), name(one_of_two.entry_b)))
    assert due(parts(of)[""]) == {}
    assert parts(of)[""].open == 4000


def test_who_is_out_for_good_is_due_their_prize_while_the_others_play_on() -> None:
    of = two_groups(6, 40, 25, 25, 10)
    begun(of)
    first_stage_played(of)
    assert due(parts(of)[""]) == {"3": 1000, "4": 1000}
    assert parts(of)[""].open == 4000


def test_a_group_that_is_opened_again_holds_back_what_depends_on_it() -> None:
    of = two_groups(4, 50, 30, 15, 5)
    begun(of)
    first_stage_played(of)
    assert due(parts(of)[""]) == {"3": 400, "4": 400}
    of.refresh_from_db()
    match = of.stages.get(number=1).pairings.first()
    rule(VoidResult(pairing_id=match.pk), RulingRequest(None, later(1), "wrong board"))
    assert due(parts(of)[""]) == {}


def test_a_result_of_the_groups_corrected_after_the_payout_is_reversed_by_a_line() -> None:
    of = two_groups(4, 50, 30, 20)
    begun(of)
    first_stage_played(of)
    line = next(item for item in parts(of)[""].lines if item.who == "4")
    assert line.due == 400
    ledger.pay_out(of.pk, line.key, expected=400, payment=payment("prize-of-4"))
    group = next(p for p in of.stages.get(number=1).pairings.all() if p.loser == entry(of, 4))
    rulings.correct_result(group.pk, winner=entry(of, 4).pk, by=None, now=NOW, reason="typed wrong")
    lines = {item.who: item for item in parts(of)[""].lines}
    assert (lines["4"].due, lines["4"].paid) == (0, 400)
    assert (lines["1"].due, lines["1"].paid) == (400, 0)
    ledger.pay_out(of.pk, lines["4"].key, expected=-400, payment=payment("prize-back"))
    assert payout_sheet(Tournament.objects.get(pk=of.pk)).paid == 0


def test_what_a_ruling_moves_names_the_prizes_of_who_went_out_before() -> None:
    of = swiss()
    play_out(begun(of))
    of.refresh_from_db()
    told_in_sheet = {line.entry: line.due for line in parts(of)[""].lines}
    assert {key[0]: units for key, units in TournamentSnapshot(of).prizes.items()} == told_in_sheet
    final = pairing(of, "W1.1")
    rule(
        SetResult(pairing_id=final.pk, winner=final.loser_id), RulingRequest(None, later(1), "typo")
    )
    after = {line.entry: line.due for line in parts(of)[""].lines}
    assert after[final.loser_id] == 16000
    assert {e for e, units in after.items() if units != told_in_sheet[e]} == {
        final.winner_id,
        final.loser_id,
    }


def test_the_sheet_costs_a_query_for_its_stages_however_many_there_are(
    django_assert_num_queries: Any,
) -> None:
    of = swiss()
    play_out(begun(of))
    of.refresh_from_db()
    payout_sheet(of)
    with django_assert_num_queries(10):
        payout_sheet(of)
