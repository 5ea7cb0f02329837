"""What a director decides about a table with the same dice: the others go on, and the field is counted again (T6.21)."""

from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import SharedBoard, SharedDice
from games.services import bots
from games.services.shared_release import release_due
from tests.tournaments.making import (
    NOW,
    director,
    join,
    match_of,
    pairing,
    started,
    tournament,
)
from tests.tournaments.making import bots as made_bots
from tests.tournaments.ruling.rulings import correct_result, forfeit, void_result, withdraw
from tournaments.bracket.selectors.field_comparison import Comparison, field_comparisons
from tournaments.bracket.selectors.tables import tables_of
from tournaments.bracket.services import advancement
from tournaments.bracket.services.start import start
from tournaments.models import Entry, PairingMatch, Tournament
from tournaments.ruling.services import live_match_rulings
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import Reopen

pytestmark = pytest.mark.django_db
SAME: dict[str, Any] = {"format": "swiss", "options": {"rounds": 2}, "same_dice": True}
FIRST, SECOND = "R1.1", "R1.2"


def order(of: Tournament) -> dict[str, Any]:
    return {"by": of.organizer, "now": NOW, "reason": "a test"}


def waiting_for_the_other() -> Tournament:
    """Table 1 has joined and waits for its opening roll, because nobody has come to table 2."""
    of = started(4, organizer=director(), **SAME)
    join(of, FIRST)
    release_due(NOW)
    assert SharedBoard.objects.get(match=match_of(of, FIRST)).waits
    assert not rolled(of, FIRST)
    return of


def rolled(of: Tournament, key: str) -> bool:
    """Has this table its opening roll?"""
    return match_of(of, key).actions.filter(kind__contains="roll").exists()


def goes_on(of: Tournament, key: str) -> None:
    release_due(NOW)
    assert rolled(of, key)


def test_a_voided_match_holds_nobody_up_and_is_played_again_with_dice_of_its_own() -> None:
    of = waiting_for_the_other()
    before = match_of(of, SECOND)
    void_result(pairing(of, SECOND).pk, **order(of))
    advancement.advance(of.pk, NOW)
    goes_on(of, FIRST)
    again = match_of(of, SECOND)
    assert again.pk != before.pk
    assert not SharedBoard.objects.filter(match=again).exists()


def test_a_forfeited_match_holds_nobody_up() -> None:
    of = waiting_for_the_other()
    two = pairing(of, SECOND)
    loser = PairingMatch.objects.get(pairing=two).entry_a_id
    forfeit(two.pk, losers=[loser], **order(of))
    goes_on(of, FIRST)


def test_a_withdrawal_holds_nobody_up() -> None:
    of = waiting_for_the_other()
    leaver = PairingMatch.objects.get(pairing=pairing(of, SECOND)).entry_a_id
    withdraw(leaver, **order(of))
    goes_on(of, FIRST)


def test_a_result_set_by_the_director_ends_the_wait_and_is_no_score_of_the_field() -> None:
    of = waiting_for_the_other()
    winner = PairingMatch.objects.get(pairing=pairing(of, SECOND)).entry_a_id
    correct_result(pairing(of, SECOND).pk, winner=winner, **order(of))
    goes_on(of, FIRST)
    of.refresh_from_db()
    assert field_comparisons(of, 1) == ()


def test_a_paused_table_is_waited_for_until_it_goes_on_with_dice_of_its_own() -> None:
    of = waiting_for_the_other()
    live_match_rulings.pause(pairing(of, SECOND).pk, **order(of))
    release_due(NOW)
    assert not rolled(of, FIRST)
    live_match_rulings.use_own_dice(pairing(of, SECOND).pk, **order(of))
    goes_on(of, FIRST)


def finished_round(n: int = 6) -> Tournament:
    """A tournament of bots whose only round is over, every match played to its end."""
    settings = SAME | {"options": {"rounds": 1}}
    of = tournament(organizer=director(), lengths=[3], bot_pace_ms=0, join_within_s=600, **settings)
    Entry.objects.bulk_create(
        Entry(tournament=of, player=player, entered_at=NOW) for player in made_bots(n)
    )
    start(of.pk, by=None, now=NOW)
    play_all(of, NOW)
    of.refresh_from_db()
    return of


def play_all(of: Tournament, now: datetime) -> None:
    for _ in range(9000):
        now += timedelta(seconds=1)
        if not bots.play_due(now) + release_due(now):
            advancement.advance(of.pk, now)
            return
    raise AssertionError("the bots do not come to an end")


def only(of: Tournament) -> Comparison:
    of.refresh_from_db()
    (comparison,) = field_comparisons(of, 1)
    return comparison


def nets(of: Tournament) -> dict[str, int]:
    played = PairingMatch.objects.filter(pairing__stage__tournament=of, voided_at=None)
    return {
        row.pairing.key: row.match.score_a - row.match.score_b
        for row in played.select_related("pairing", "match")
    }


@pytest.mark.slow
def test_each_table_is_compared_and_a_correction_counts_the_field_again() -> None:
    of = finished_round()
    compared, played = only(of), nets(of)
    assert compared.average == Fraction(sum(played.values()), 3)
    assert compared.boards == {key: (net, net - compared.average) for key, net in played.items()}
    row = PairingMatch.objects.select_related("pairing").get(pairing=pairing(of, FIRST))
    score = {row.entry_a_id: 1, row.entry_b_id: 3}
    correct_result(row.pairing_id, winner=row.entry_b_id, score=score, **order(of))
    corrected = played | {FIRST: -2}
    again = only(of)
    assert again.average == Fraction(sum(corrected.values()), 3)
    assert again.boards[FIRST] == (-2, -2 - again.average)
    (rows,) = tables_of(of.stages.get()).values()
    scores = {row.entry: row.tie_breaks["field_score"] for row in rows}
    assert scores[row.entry_a_id] == -2 - again.average


@pytest.mark.slow
def test_a_reopened_match_leaves_the_field_and_the_page_says_what_is_compared(
    client: Client,
) -> None:
    of = finished_round()
    page = page_of(client, of)
    assert "Compared with the field" in page
    assert "3 tables had the same dice." in page
    rule(
        Reopen(pairing_id=pairing(of, FIRST).pk, replay_game=True),
        RulingRequest(by=of.organizer, now=NOW + timedelta(days=1), reason="a mistake"),
    )
    compared = only(of)
    assert set(compared.boards) == set(nets(of)) - {FIRST}
    assert "2 tables had the same dice." in page_of(client, of)
    assert SharedDice.objects.get().revealed_at is not None


def page_of(client: Client, of: Tournament) -> str:
    address = reverse("tournament", args=[of.slug])
    return client.get(f"{address}?tab=rounds").content.decode()
