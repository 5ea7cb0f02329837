"""The start is undone while nothing is played; afterwards the tournament is as before it, and the record says so."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match
from tests.tournaments.making import NOW, director, entered, entry, join, started, win
from tournaments.bracket.selectors.draw_preview import draw_preview
from tournaments.bracket.selectors.started import is_unplayed
from tournaments.bracket.services.advancement import advance
from tournaments.bracket.services.draw_previews import begin_preview
from tournaments.bracket.services.start import start
from tournaments.models import Pairing, Slot, Tournament, Venue
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.slot_overrides import SwapSlots
from tournaments.ruling.services.undo import Undo
from tournaments.ruling.services.undo_start import undo_start
from web.errors import DomainError, NotAllowed

pytestmark = pytest.mark.django_db


def over_the_board(n: int) -> Tournament:
    made = entered(n, draw_method="random")
    Venue.objects.create(tournament=made, where="board")
    return Tournament.objects.get(pk=made.pk)


@pytest.mark.parametrize("kind", ["consolation", "swiss", "groups"])
def test_the_tournament_is_open_again_and_can_be_started_again(kind: str) -> None:
    made = started(6, format=kind)
    matches = list(Match.objects.values_list("pk", flat=True))
    assert matches
    undo_start(made.pk, by=made.organizer, now=NOW, reason="wrong seeds")
    made.refresh_from_db()
    assert (made.status, made.card, made.started_at, made.draw_seed) == ("open", None, None, "")
    assert not made.stages.exists()
    assert set(Match.objects.filter(pk__in=matches).values_list("status", flat=True)) == {"void"}
    ruling = made.rulings.get()
    assert (ruling.verb, ruling.by, ruling.reason) == ("undo_start", made.organizer, "wrong seeds")
    advance(made.pk, NOW)
    again = start(made.pk, by=made.organizer, now=NOW)
    assert again.status == "running"
    assert Match.objects.exclude(pk__in=matches).exists()


def test_the_draw_room_shows_the_same_draw_again() -> None:
    made = over_the_board(8)
    begin_preview(made.pk, by=made.organizer)
    seen = draw_preview(Tournament.objects.get(pk=made.pk))
    assert seen is not None
    start(made.pk, by=made.organizer, now=NOW, seen=seen.mark)
    undo_start(made.pk, by=made.organizer, now=NOW)
    again = draw_preview(Tournament.objects.get(pk=made.pk))
    assert again is not None
    assert again.mark == seen.mark


def test_it_is_refused_once_a_match_has_begun_or_has_a_result() -> None:
    begun, decided = started(4), started(4)
    join(begun, "W1.1")
    win(decided, "W1.1", 1)
    for made in (begun, decided):
        assert not is_unplayed(made)
        with pytest.raises(DomainError) as refused:
            undo_start(made.pk, by=made.organizer, now=NOW)
        assert refused.value.code == "already_played"
        assert made.stages.exists()


def test_it_is_refused_before_the_start_and_by_strangers() -> None:
    with pytest.raises(DomainError) as refused:
        undo_start(entered(4).pk, by=None, now=NOW)
    assert refused.value.code == "tournament_open"
    with pytest.raises(NotAllowed):
        undo_start(started(4).pk, by=director(), now=NOW)


def test_rulings_in_the_draw_that_is_gone_are_not_undone() -> None:
    made = started(8)
    first, second = Pairing.objects.filter(key__in=["W1.1", "W1.2"], stage__tournament=made)
    request = RulingRequest(by=made.organizer, now=NOW, reason="")
    swap = SwapSlots(pairing_id=first.pk, side=1, other_id=second.pk, other_side=1)
    ruling = rule(swap, request)
    undo_start(made.pk, by=made.organizer, now=NOW)
    with pytest.raises(DomainError) as refused:
        rule(Undo(ruling_id=ruling.pk), request)
    assert refused.value.code == "too_late"


def test_the_desk_offers_it_until_a_match_begins() -> None:
    made = started(4)
    client = Client()
    assert made.organizer is not None
    client.force_login(made.organizer)
    desk = reverse("tournament-manage", args=[made.slug])
    page = reverse("tournament-start-undo", args=[made.slug])
    assert page in client.get(desk).content.decode()
    assert client.get(page).context["refused"] == ""
    join(made, "W1.1")
    assert page not in client.get(desk).content.decode()
    assert client.get(page).context["refused"]
    assert client.post(page, {"reason": "late"}).status_code == 409
    assert Slot.objects.filter(entry=entry(made, 1)).exists()


def test_the_page_undoes_and_the_key_u_leads_to_it() -> None:
    made = over_the_board(4)
    client = Client()
    assert made.organizer is not None
    client.force_login(made.organizer)
    begin_preview(made.pk, by=made.organizer)
    seen = draw_preview(Tournament.objects.get(pk=made.pk))
    assert seen is not None
    start(made.pk, by=made.organizer, now=NOW, seen=seen.mark)
    page = reverse("tournament-start-undo", args=[made.slug])
    assert client.get(reverse("desk-undo", args=[made.slug]))["Location"] == page
    assert client.post(page, {"reason": "wrong seeds"}).status_code == 302
    made.refresh_from_db()
    assert made.status == "open"
