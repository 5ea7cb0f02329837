"""Rounds for tests as a director runs them: published, paired by hand; and what stands in them."""

from typing import Any

import pytest

from tests.tournaments.making import NOW, entered, entry, win
from tournaments.bracket.services import advancement
from tournaments.bracket.services.start import start
from tournaments.formats.by_hand import Pair
from tournaments.models import Pairing, PairingMatch, Round, Stage, Tournament
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.rounds import PublishRound
from web.errors import DomainError

SWISS: dict[str, Any] = {"format": "swiss", "options": {"rounds": 3}}


def ordered(of: Tournament, **more: Any) -> RulingRequest:
    return RulingRequest(by=of.organizer, now=NOW, reason="because", **more)


def refused(of: Tournament, action: Any) -> str:
    with pytest.raises(DomainError) as error:
        rule(action, ordered(of))
    return error.value.code


def stage(of: Tournament, number: int = 1) -> Stage:
    return Stage.objects.get(tournament=of, number=number)


def row(of: Tournament, number: int) -> Round:
    return Round.objects.get(stage__tournament=of, number=number, voided_at=None)


def pairs(of: Tournament, *texts: str) -> tuple[Pair, ...]:
    """`"1 4"`, `"5 –"`."""

    def seat(name: str) -> int | None:
        return None if name == "–" else entry(of, name).pk

    return tuple((seat(text.split()[0]) or 0, seat(text.split()[1])) for text in texts)


def standing(of: Tournament, number: int) -> list[str]:
    pairings = Pairing.objects.filter(
        stage__tournament=of, round__number=number, voided_at=None
    ).order_by("number")
    return [shown_of(item) for item in pairings]


def shown_of(pairing: Pairing) -> str:
    slots = pairing.slots.select_related("entry__player").order_by("side")
    return " ".join("–" if s.entry is None else s.entry.player.name for s in slots)


def live(of: Tournament, number: int) -> list[PairingMatch]:
    pairing_matches = PairingMatch.objects.filter(
        pairing__stage__tournament=of, pairing__round__number=number, voided_at=None
    )
    return list(pairing_matches.select_related("match").order_by("pairing__number"))


def win_round(of: Tournament, number: int) -> None:
    for item in live(of, number):
        best = min(item.entry_a.player.name, item.entry_b.player.name, key=int)
        win(of, item.pairing.key, best, go_on=False)
    advancement.advance(of.pk, NOW)


def published(n: int, **settings: Any) -> Tournament:
    """A Swiss of which the director publishes each round; its first is published."""
    made = entered(n, publishes=True, **(SWISS | settings))
    made = start(made.pk, by=None, now=NOW, draw_seed="5e" * 32)
    if not standing(made, 1):
        rule(PublishRound(stage_id=stage(made).pk), ordered(made))
    return made
