"""A tournament with the same dice at all tables: who shares them, what never holds a round up, and the field score."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.errors import RulesError
from games.models import Match, MatchSeed, SharedBoard, SharedDice
from games.selectors.certificates import certificate_of
from games.selectors.shared_dice import boards_of
from games.services import bots
from games.services.shared_release import release_due
from games.services.timeouts import settle_due_waits
from games.services.verify import verify
from tests.tournaments.making import NOW, director, entered, match_of, started, tournament
from tests.tournaments.making import bots as made_bots
from tournaments.bracket.selectors.positions import position_of
from tournaments.bracket.selectors.tables import tables_of
from tournaments.bracket.services import advancement
from tournaments.bracket.services.start import start
from tournaments.models import Entry, Pairing, PairingMatch, Tournament
from tournaments.ruling.services import live_match_rulings
from tournaments.setup.selectors.rule_card import rule_card
from tournaments.setup.services import lifecycle
from web.errors import DomainError

pytestmark = pytest.mark.django_db
SAME: dict[str, Any] = {"format": "swiss", "options": {"rounds": 3}, "same_dice": True}


def pairings(of: Tournament) -> list[Pairing]:
    on = PairingMatch.objects.filter(pairing__stage__tournament=of, voided_at=None)
    return [row.pairing for row in on.select_related("pairing").order_by("pairing__number")]


def test_the_tables_of_a_round_share_their_dice() -> None:
    of = started(4, **SAME)
    shared = SharedDice.objects.get()
    assert shared.label.startswith(of.name)
    assert Match.objects.count() == SharedBoard.objects.filter(shared=shared).count() == 2


def test_other_tournaments_have_dice_of_their_own() -> None:
    started(4, format="round_robin")
    assert not SharedDice.objects.exists()


def test_a_round_with_one_table_has_dice_of_its_own() -> None:
    started(3, **SAME)
    assert not SharedDice.objects.exists()
    assert not MatchSeed.objects.exclude(shared=None).exists()


@pytest.mark.parametrize(
    "settings",
    [
        {"format": "single_elimination", "options": {}},
        {"format": "round_robin", "options": {}},
        {"entry_kind": "team", "boards": 3},
        {"clock": {"kind": "correspondence", "days": 3}},
    ],
    ids=["knockout", "round robin", "teams", "correspondence"],
)
def test_what_cannot_have_the_same_dice_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(DomainError) as refused:
        tournament(**(SAME | settings))
    assert refused.value.code == "bad_same_dice"


def test_a_whole_swiss_of_bots_is_played_scored_and_verified() -> None:
    """Three rounds, two tables each; nobody is stuck, every certificate fits, the field scores add up to nothing."""
    of = tournament(organizer=director(), lengths=[1], bot_pace_ms=0, join_within_s=600, **SAME)
    Entry.objects.bulk_create(
        Entry(tournament=of, player=player, entered_at=NOW) for player in made_bots(4)
    )
    start(of.pk, by=None, now=NOW)
    now = NOW
    for _ in range(6000):
        now += timedelta(seconds=1)
        moved = bots.play_due(now) + release_due(now)
        if not moved:
            advancement.advance(of.pk, now)
            of.refresh_from_db()
            if of.status == Tournament.Status.FINISHED:
                break
    assert of.status == Tournament.Status.FINISHED
    release_due(now)
    assert SharedDice.objects.filter(revealed_at=None).count() == 0
    assert SharedDice.objects.count() == 3
    for match in Match.objects.all():
        assert certificate_of(match).over
        assert verify(match.pk) == []
    (stage,) = of.stages.all()
    (rows,) = tables_of(stage).values()
    scores = [row.tie_breaks["field_score"] for row in rows]
    assert sum(scores) == 0
    assert len(position_of(stage).fields) == 6


def test_a_director_takes_a_table_out_and_the_others_go_on(client: Client) -> None:
    boss = director()
    of = started(4, organizer=boss, **SAME)
    first, second = pairings(of)
    client.force_login(boss)
    page = client.get(reverse("tournament-pairing", args=[of.slug, first.pk])).content.decode()
    assert "Give the match dice of its own" in page
    ruling = live_match_rulings.use_own_dice(first.pk, by=boss, now=NOW, reason="power cut")
    assert ruling.verb == "own_dice"
    match = match_of(of, first.key)
    assert boards_of([match.pk])[match.pk].left
    assert SharedBoard.objects.filter(is_open=True).count() == 1
    page = client.get(reverse("tournament-pairing", args=[of.slug, first.pk])).content.decode()
    assert "Give the match dice of its own" not in page
    (stage,) = of.stages.all()
    assert list(position_of(stage).fields) == [second.key]
    with pytest.raises(RulesError) as refused:
        live_match_rulings.use_own_dice(first.pk, by=boss, now=NOW, reason="again")
    assert refused.value.code == "no_shared_dice"


def test_the_rule_card_names_the_same_dice_and_the_field_score() -> None:
    of = started(4, **SAME)
    text = " ".join(line.text for line in rule_card(of))
    assert "All tables of a round roll the same dice." in text
    assert "1. Field score" in text


def test_the_option_is_fixed_at_the_start() -> None:
    of = started(4, organizer=(boss := director()), **SAME)
    with pytest.raises(DomainError):
        lifecycle.change(of.pk, by=boss, same_dice=False)


def test_players_who_never_come_hold_no_round_up() -> None:
    of = entered(4, join_within_s=60, **SAME)
    start(of.pk, by=None, now=NOW)
    late = NOW + timedelta(minutes=5)
    assert settle_due_waits(late) == 2
    release_due(late)
    assert SharedDice.objects.get().revealed_at is not None
