"""What happens in a tournament becomes events: each once, in the order of things, and only for those who direct it."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import TestCase

from accounts.models import User
from tests.tournaments import making
from tests.tournaments.making import NOW
from tests.tournaments.team_matches import win
from tests.tournaments.teams import begun, with_teams
from tests.webhooks.receiving import endpoint
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.event.services import people
from tournaments.models import Pairing, RoleKind, Tournament
from tournaments.ruling.services.preview import RulingRequest, preview, rule
from tournaments.ruling.services.result_rulings import SetResult, VoidResult
from tournaments.setup.services import lifecycle
from webhooks.event_types import EVENT_TYPES
from webhooks.models import TournamentChange, TournamentFeed, WebhookDelivery, WebhookEvent
from webhooks.selectors.payloads import body_of
from webhooks.services import endpoints, events
from webhooks.services.endpoints import EndpointTerms

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def happened(now: Any = NOW) -> list[str]:
    """The types of the events since the last call."""
    before = set(WebhookEvent.objects.values_list("pk", flat=True))
    events.make_events(now)
    new = WebhookEvent.objects.exclude(pk__in=before).order_by("pk")
    return list(new.values_list("type", flat=True))


def latest(kind: str) -> dict[str, Any]:
    data: dict[str, Any] = WebhookEvent.objects.filter(type=kind).order_by("-pk")[0].data
    return data


def corrected(action: Any) -> None:
    request = RulingRequest(by=None, reason="A wrong score.", now=NOW)
    with transaction.atomic():
        digest = preview(action, request).digest
    rule(action, replace(request, confirm=digest))


def test_a_tournament_from_its_opening_to_its_champion() -> None:
    owner = making.director()
    endpoint(owner)
    made = lifecycle.create(organizer=owner, name="Spring Open", lengths=[3], clock=None)
    assert happened() == []
    lifecycle.open_entry(made.pk, by=owner)
    assert happened() == ["tournament.opened"]
    for _ in range(2):
        entries.add_walk_in(made.pk, by=None, now=NOW, player=making.player())
    assert happened() == ["entry.added", "entry.added"]
    start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    assert happened() == ["tournament.started", "round.published", "standings.changed"]
    (first, _second) = made.entries.order_by("pk")
    making.win(made, "W1.1", first.player.name)
    assert happened() == ["match.finished", "standings.changed", "tournament.finished"]
    assert happened() == []


def test_a_result_names_its_entries_their_points_and_the_winner() -> None:
    made = making.entered(2, organizer=(owner := making.director()))
    endpoint(owner, about=made)
    start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    making.win(made, "W1.1", "1")
    happened()
    event = WebhookEvent.objects.get(type="match.finished")
    first, second = made.entries.order_by("pk")
    body = json.loads(body_of(event))
    match = body["data"]["match"]
    assert [(row["id"], row["name"], row["is_winner"]) for row in match["entries"]] == [
        (first.pk, "1", True),
        (second.pk, "2", False),
    ]
    assert match["outcome"] == "conceded"
    assert body["type"] == "match.finished"
    assert body["data"]["tournament"]["slug"] == made.slug
    assert "name" not in event.data["match"]["entries"][0]  # nothing of people is kept in the log


def test_a_corrected_result_and_one_that_is_removed_are_corrections() -> None:
    made = making.entered(4, organizer=(owner := making.director()))
    endpoint(owner, about=made)
    start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    making.win(made, "W1.1", "1")
    happened()
    pairing = making.pairing(made, "W1.1")
    two = making.entry(made, "4")
    corrected(SetResult(pairing_id=pairing.pk, winner=two.pk))
    assert happened() == ["match.corrected", "standings.changed"]
    assert [row["is_winner"] for row in latest("match.corrected")["match"]["entries"]].count(
        True
    ) == 1
    corrected(VoidResult(pairing_id=pairing.pk))
    assert happened() == ["match.corrected", "standings.changed"]
    assert latest("match.corrected")["match"]["outcome"] is None


def test_who_leaves_is_withdrawn_and_who_is_deleted_too() -> None:
    made = making.entered(3, organizer=(owner := making.director()))
    endpoint(owner, about=made)
    events.note_changes([made.pk])
    assert happened() == []  # who was in before the webhook is no news
    entries.remove(making.entry(made, "2").pk, by=owner)
    assert happened() == ["entry.withdrawn"]


def test_what_is_rolled_back_never_happened() -> None:
    made = making.entered(2, organizer=(owner := making.director()))
    endpoint(owner, about=made)
    TournamentChange.objects.all().delete()
    with transaction.atomic():
        entries.add_walk_in(made.pk, by=None, now=NOW, player=making.player())
        assert TournamentChange.objects.exists()
        transaction.set_rollback(True)
    assert not TournamentChange.objects.exists()


@pytest.mark.parametrize("changes", [1, 2])
def test_a_tournament_that_changes_while_a_sweep_looks_is_looked_at_again(
    changes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two changes are as many as looks without a lock."""
    made = making.entered(2, organizer=(owner := making.director()))
    endpoint(owner, about=made)
    entries.add_walk_in(made.pk, by=None, now=NOW, player=making.player())
    real, looks = events.state_of, list[bool]()

    def then_another(tournament: Tournament) -> Any:
        state = real(tournament)
        looks.append(True)
        if len(looks) <= changes:
            entries.add_walk_in(made.pk, by=None, now=NOW, player=making.player())
        return state

    monkeypatch.setattr(events, "state_of", then_another)
    assert happened() == ["entry.added"] * (1 + changes)
    assert len(looks) == 1 + changes
    assert not TournamentChange.objects.filter(pk=made.pk).exists()


def test_a_change_of_which_nobody_knows_whether_it_was_seen_stays_for_the_next_sweep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = making.entered(2, organizer=(owner := making.director()))
    endpoint(owner, about=made)
    entries.add_walk_in(made.pk, by=None, now=NOW, player=making.player())
    real = events.state_of

    def then_another(tournament: Tournament) -> Any:
        state = real(tournament)
        events.note_changes([tournament.pk])
        return state

    monkeypatch.setattr(events, "state_of", then_another)
    assert happened() == []
    assert TournamentChange.objects.filter(pk=made.pk).exists()
    monkeypatch.undo()
    assert happened() == ["entry.added"]


def test_an_owner_hears_only_of_what_they_direct_and_only_as_long_as_they_do() -> None:
    owner, organizer = making.director(), making.director()
    endpoint(owner)
    made = making.entered(2, organizer=organizer)
    assert happened() == []
    role = people.give_role(made, owner, RoleKind.DIRECTOR, by=organizer, now=NOW)
    entries.remove(making.entry(made, "2").pk, by=organizer)
    assert happened() == []  # as it was when they began to direct it
    start_with = making.player()
    entries.add_walk_in(made.pk, by=None, now=NOW, player=start_with)
    assert happened() == ["entry.added"]
    people.remove_role(made, role.pk, by=organizer, now=NOW)
    start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    assert happened() == []


def test_endpoints_are_owed_what_they_want_and_delayed_results_late() -> None:
    made = making.entered(
        2, organizer=(owner := making.director()), spectator_delay_s=300, delay_results=True
    )
    endpoint(owner, about=made, wanted=("tournament.started",))
    start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    assert "round.published" in happened()
    (owed,) = WebhookDelivery.objects.select_related("event")
    assert owed.event.type == "tournament.started"
    assert owed.due_at == NOW + timedelta(seconds=300)


def test_suspended_owners_hear_nothing() -> None:
    made = making.entered(2, organizer=(owner := making.director()))
    endpoint(owner, about=made)
    User.objects.filter(pk=owner.pk).update(suspended_at=NOW)
    start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    assert happened() == []


def test_a_match_of_teams_has_no_points() -> None:
    made = with_teams(2, organizer=(owner := making.director()))
    endpoint(owner, about=made)
    begun(made)
    win(made, "W1.1", "A", "B", "A")
    assert "match.finished" in happened()
    match = latest("match.finished")["match"]
    assert match["outcome"] == "played"
    assert [row["points"] for row in match["entries"]] == [None, None]


def test_a_pairing_that_was_removed_has_no_result() -> None:
    made = making.entered(4, organizer=(owner := making.director()))
    endpoint(owner, about=made)
    start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    making.win(made, "W1.1", "1")
    happened()
    Pairing.objects.filter(pk=making.pairing(made, "W1.1").pk).update(voided_at=NOW)
    events.note_changes([made.pk])
    assert happened() == ["match.corrected", "standings.changed"]
    match = latest("match.corrected")["match"]
    assert match["outcome"] is None
    assert [(row["is_winner"], row["points"]) for row in match["entries"]] == [(False, None)] * 2


def test_what_waits_for_the_delay_is_sent_before_the_end_of_the_tournament() -> None:
    made = making.entered(
        2, organizer=(owner := making.director()), spectator_delay_s=300, delay_results=True
    )
    endpoint(owner, about=made)
    start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    happened()
    later = NOW + timedelta(seconds=60)
    making.win(made, "W1.1", "1")
    assert happened(later)[-1] == "tournament.finished"
    assert set(WebhookDelivery.objects.values_list("due_at", flat=True)) == {later}


def test_entries_of_a_draft_are_added_when_it_opens_and_once() -> None:
    endpoint(owner := making.director())
    made = lifecycle.create(organizer=owner, name="Spring Open", lengths=[3], clock=None)
    entries.add_walk_in(made.pk, by=None, now=NOW, player=making.player())
    assert happened() == []
    lifecycle.open_entry(made.pk, by=owner)
    assert happened() == ["tournament.opened", "entry.added"]
    lifecycle.close_entry(made.pk, by=owner)
    assert happened() == []
    lifecycle.open_entry(made.pk, by=owner)
    assert happened() == ["tournament.opened"]


def test_a_draft_that_is_cancelled_says_nothing() -> None:
    endpoint(owner := making.director())
    made = lifecycle.create(organizer=owner, name="Secret Open", lengths=[3], clock=None)
    assert happened() == []
    Tournament.objects.filter(pk=made.pk).update(status="cancelled")
    events.note_changes([made.pk])
    assert happened() == []


def test_the_states_of_tournaments_are_read_after_the_commit() -> None:
    made = making.entered(2, organizer=(owner := making.director()))
    terms = EndpointTerms("https://hooks.example.org/x", EVENT_TYPES)
    with TestCase.captureOnCommitCallbacks(execute=True):
        endpoints.add(owner, made, terms, NOW)
        assert not TournamentFeed.objects.exists()
    assert len(TournamentFeed.objects.get(pk=made.pk).state["entries"]) == 2
