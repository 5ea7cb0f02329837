"""Stages whose pairings are sessions of so many games, counted in points (T5.6)."""

from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import NoReverseMatch, reverse

from games.models import Match
from games.services.rulings import result as end_match
from games.services.rulings import score as set_score
from tests.tournaments.bracket.test_whole_tournament import play_to_the_end, with_bots
from tests.tournaments.making import NOW, director, entry, match_of, pairing, started, tournament
from tests.tournaments.venue.room import on_board, slip
from tournaments.bracket.selectors.agreement import rules_of
from tournaments.bracket.selectors.bracket import bracket_view
from tournaments.bracket.selectors.standings import standing_rows
from tournaments.bracket.selectors.tables import tables_of
from tournaments.bracket.services.advancement import advance, recompute
from tournaments.exchange.selectors.exports import STANDINGS, standings_rows
from tournaments.models import Pairing, Result, Tournament
from tournaments.rehearsal.services import simulated_play
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import SetResult
from tournaments.ruling.services.undo import Undo
from tournaments.setup.selectors.rule_card import rule_card
from tournaments.venue.services import reporting
from tournaments.venue.services.claims import Reporter, session_claim
from web.errors import DomainError

pytestmark = pytest.mark.django_db
ROUND_ROBIN = {"format": "round_robin", "options": {"session_games": 3}}


def scored(of: Tournament, pairing: Pairing, points: tuple[int, int], **facts: Any) -> None:
    two = list(pairing.slots.order_by("side").values_list("entry_id", flat=True))
    score = dict(zip(two, points, strict=True))
    winner = None if points[0] == points[1] else max(two, key=lambda who: score[who])
    rule(
        SetResult(pairing_id=pairing.pk, winner=winner, score=score, **facts),
        RulingRequest(of.organizer, NOW, "played over there"),
    )


def test_each_pairing_is_made_as_a_session_of_that_many_games() -> None:
    of = started(4, **ROUND_ROBIN)
    match = match_of(of, "R1.1")
    assert (match.rules["kind"], match.rules["games"], match.rules["length"]) == (
        "session",
        3,
        None,
    )
    assert rules_of(of, pairing(of, "R1.1").round).games == 3


def test_a_match_online_that_ends_with_equal_points_is_a_tie() -> None:
    of = started(4, **ROUND_ROBIN)
    match = match_of(of, "R1.1")
    end_match(match.pk, winner="A", by=None, reason="", now=NOW)
    set_score(match.pk, score={"A": 4, "B": 4}, by=None, reason="", now=NOW)
    advance(of.pk, NOW)
    result = Result.objects.get(match=match)
    assert (result.kind, result.winner_id, set(result.score.values())) == ("tied", None, {4})
    assert pairing(of, "R1.1").outcome == "tied"
    assert advance(of.pk, NOW).is_nothing


def test_a_tie_has_no_winner_and_both_keep_their_points() -> None:
    of = started(4, **ROUND_ROBIN)
    scored(of, pairing(of, "R1.1"), (4, 4))
    text = pairing(of, "R1.1")
    assert (text.outcome, text.winner_id) == ("tied", None)
    rows = {row.entry: row for row in standing_rows(of)}
    two = set(text.slots.values_list("entry_id", flat=True))
    assert [(rows[e].points, rows[e].won, rows[e].tied, rows[e].lost) for e in two] == [
        (4, 0, 1, 0)
    ] * 2
    assert recompute(of.pk, NOW).is_nothing


def test_the_file_of_standings_counts_ties() -> None:
    of = started(4, **ROUND_ROBIN)
    scored(of, pairing(of, "R1.1"), (4, 4))
    tied = {row[3]: dict(zip(STANDINGS, row, strict=True))["tied"] for row in standings_rows(of)}
    two = {slot.entry.title for slot in pairing(of, "R1.1").slots.all() if slot.entry}
    assert {name for name, count in tied.items() if count == 1} == two
    assert sorted(tied.values()) == [0, 0, 1, 1]


def test_points_order_the_table_before_wins() -> None:
    of = started(4, **ROUND_ROBIN)
    for item in Pairing.objects.filter(stage__tournament=of).order_by("id"):
        first = item.slots.get(side=1).entry_id
        scored(of, item, (2, 1) if first != entry(of, 4).pk else (12, 1))
    rows = standing_rows(of)
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert sum(row.points for row in rows) == _scored(of)


def _scored(of: Tournament) -> int:
    counting = Result.objects.filter(
        pairing__stage__tournament=of, superseded_by=None, revoked_at=None
    )
    return sum(sum(text.score.values()) for text in counting)


@pytest.mark.slow
@pytest.mark.parametrize("format_", ["round_robin", "swiss"])
@pytest.mark.parametrize("seed", range(3))
def test_random_sessions_with_ties_keep_every_point(format_: str, seed: int) -> None:
    options = {"session_games": 2} | ({"rounds": 4} if format_ == "swiss" else {})
    of, random = started(6, format=format_, options=options), Random(seed)
    while (open_ := _open(of)) is not None:
        a, b = random.randint(0, 6), random.randint(0, 6)
        scored(of, open_, (a, b) if a + b >= 2 else (1, 1))
    assert sum(row.points for row in standing_rows(of)) == _scored(of)
    assert recompute(of.pk, NOW).is_nothing


def _open(of: Tournament) -> Pairing | None:
    pairings = Pairing.objects.filter(stage__tournament=of, outcome="", voided_at=None)
    return pairings.order_by("id").first()


def test_a_result_three_rounds_back_becomes_a_tie_and_back_again() -> None:
    of = started(6, format="round_robin", options={"session_games": 2})
    while (open_ := _open(of)) is not None:
        scored(of, open_, (3, 1))
    before = [(row.entry, row.points) for row in standing_rows(of)]
    scored(of, pairing(of, "R2.1"), (2, 2))
    assert pairing(of, "R2.1").outcome == "tied"
    assert recompute(of.pk, NOW).is_nothing
    last = of.rulings.order_by("-pk").first()
    assert last is not None
    rule(Undo(ruling_id=last.pk), RulingRequest(of.organizer, NOW, "no"))
    assert [(row.entry, row.points) for row in standing_rows(of)] == before


def test_a_swiss_pairs_by_wins_with_a_tie_as_half() -> None:
    of = started(4, format="swiss", options={"session_games": 2, "rounds": 3})
    scored(of, pairing(of, "R1.1"), (9, 1))
    scored(of, pairing(of, "R1.2"), (2, 2))
    two = set(pairing(of, "R2.1").slots.values_list("entry_id", flat=True))
    winner = pairing(of, "R1.1").winner_id
    assert winner in two
    assert pairing(of, "R1.1").loser_id not in two
    table = tables_of(pairing(of, "R1.1").stage)["main"]
    assert sum(row.points for row in table) == 14


@pytest.mark.parametrize("points", [(1, 1), (0, 2)])
def test_a_session_has_a_point_a_game_at_least(points: tuple[int, int]) -> None:
    of = started(4, **ROUND_ROBIN)
    with pytest.raises(DomainError) as refused:
        scored(of, pairing(of, "R1.1"), points)
    assert refused.value.code == "bad_score"


def test_a_match_cannot_be_tied_and_brackets_have_no_sessions() -> None:
    of = started(4, format="round_robin")
    with pytest.raises(DomainError) as refused:
        scored(of, pairing(of, "R1.1"), (2, 2))
    assert refused.value.code == "bad_score"
    for format_ in ("single_elimination", "double_elimination"):
        with pytest.raises(DomainError) as refused:
            tournament(director(), format=format_, options={"session_games": 3})
        assert refused.value.code == "bad_options"
    with pytest.raises(DomainError) as refused:
        tournament(director(), rules={"preset": "tournament", "session": True})
    assert refused.value.code == "bad_rules"


def test_the_database_keeps_ties_whole() -> None:
    of = started(4, **ROUND_ROBIN)
    facts = {"pairing": pairing(of, "R1.1"), "source": "ruling", "created_at": NOW, "kind": "tied"}
    first, two = entry(of, 1), entry(of, 2)
    for wrong in (
        {"loser": first},
        {"loser": first, "second_loser": two},
        {"winner": first, "loser": two},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Result.objects.create(**facts, **wrong)


@pytest.mark.slow
def test_six_bots_play_a_round_robin_of_sessions_to_the_end() -> None:
    of = with_bots(6, format="round_robin", options={"session_games": 2, "rounds": 2})
    play_to_the_end(of)
    assert of.status == "finished"
    matches = Match.objects.filter(status="finished")
    assert {(match.rules["kind"], match.rules["games"]) for match in matches} == {("session", 2)}
    played = sum(match.score_a + match.score_b for match in matches)
    rows = standing_rows(of)
    assert sum(row.points for row in rows) == played >= 12
    assert {row.played for row in rows} == {2}
    assert recompute(of.pk, NOW).is_nothing


def test_a_rehearsal_of_sessions_is_played_to_the_end() -> None:
    of = started(6, **ROUND_ROBIN)
    Tournament.objects.filter(pk=of.pk).update(is_rehearsal=True)
    simulated_play.play_to_end(of.pk, by=of.organizer, now=NOW)
    of.refresh_from_db()
    assert of.status == "finished"
    assert sum(row.points for row in standing_rows(of)) == _scored(of)


def test_over_the_board_both_sides_report_a_tie() -> None:
    of = on_board(4, **ROUND_ROBIN)
    stored = slip(of, "R1.1")
    first, two = (Reporter(entry) for entry in (stored.entry_a_id, stored.entry_b_id))
    claim = session_claim({stored.entry_a_id: 4, stored.entry_b_id: 4})
    text = reporting.report(stored.pk, first, claim, now=NOW)
    reporting.confirm(stored.pk, two, report_id=text.pk, now=NOW)
    result = Result.objects.get(pairing=stored.pairing)
    assert (result.kind, result.winner_id, result.source) == ("tied", None, "report")
    assert pairing(of, "R1.1").outcome == "tied"
    assert reporting.result_of(stored) == result
    assert recompute(of.pk, NOW).is_nothing


def test_the_slip_on_a_phone_asks_for_the_points_of_both(client: Client) -> None:
    of = on_board(4, **ROUND_ROBIN)
    stored = slip(of, "R1.1")
    path = reverse("slip", args=[stored.code])
    page = client.get(path).content.decode()
    assert "session of 3 games" in page
    assert 'name="points_one"' in page
    sent = {"do": "report", "side": stored.entry_a_id, "points_one": 5, "points_two": 2}
    assert client.post(path, sent).status_code == 302
    text = stored.reports.get()
    assert (text.winner_id, text.score) == (
        stored.entry_a_id,
        {str(stored.entry_a_id): 5, str(stored.entry_b_id): 2},
    )
    few = {"do": "report", "side": stored.entry_b_id, "points_one": 1, "points_two": 1}
    assert client.post(path, few).status_code == 422
    tie = {"do": "report", "side": stored.entry_b_id, "points_one": 3, "points_two": 3}
    client.post(path, tie)
    assert "Tie <span" in client.get(path).content.decode()


def test_the_pages_of_a_stage_with_a_tie_are_drawn(client: Client) -> None:
    of = started(4, **ROUND_ROBIN)
    scored(of, pairing(of, "R1.1"), (4, 4))
    for name in ("tournament", "tournament-standings", "tournament-bracket", "tournament-rules"):
        try:
            path = reverse(name, args=[of.slug])
        except NoReverseMatch:
            continue
        assert client.get(path).status_code == 200, path
    row = client.get(f"/api/v1/tournaments/{of.slug}/standings").json()
    assert {line["tied"] for line in row} == {0, 1}
    client.force_login(of.organizer)
    for key in ("R1.1", "R1.2"):
        path = reverse("tournament-pairing", args=[of.slug, pairing(of, key).pk])
        assert client.get(path).status_code == 200


def test_the_rule_card_speaks_of_sessions(client: Client) -> None:
    of = started(4, **ROUND_ROBIN)
    card = " ".join(f"{line.label}: {line.text}" for line in rule_card(of))
    assert "Sessions of 3 games; points count" in card
    assert "Match length" not in card
    assert "Crawford" not in card
    page = client.get(reverse("tournament", args=[of.slug])).content.decode()
    assert "Match length" not in page


def test_neither_side_of_a_tie_is_shown_as_the_loser() -> None:
    of = started(4, **ROUND_ROBIN)
    scored(of, pairing(of, "R1.1"), (4, 4))
    view = bracket_view(of, AnonymousUser())
    slots = [s for r in view for row in r.pairings if row.key == "R1.1" for s in row.slots]
    assert [(slot.is_winner, slot.is_loser, slot.score) for slot in slots] == [
        (False, False, 4)
    ] * 2
