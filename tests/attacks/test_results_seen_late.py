"""Where an event holds back its results, nothing tells spectators that a match has ended until the delay is over."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.models import Match
from tests.attacks.test_seen_late import (
    DELAY,
    LATER,
    Answers,
    crawl,
    differing,
    found_by,
    stranger,
)
from tests.games.services.tables import Sitting
from tests.tournaments.making import NOW, director, join, match_of, started, win
from tournaments.models import Tournament
from tournaments.services.bracket import snapshots

pytestmark = pytest.mark.django_db
MORE = (
    "/", "/players/", "/tournaments/", "/tournaments/?status=running", "/tournaments/?status=finished", "/tv/",
    "/api/v1/matches", "/api/v1/matches?status=finished", "/api/v1/matches?status=playing",
    "/api/v1/matches?live=true", "/api/v1/tournaments", "/api/v1/tournaments?status=finished",
)  # fmt: skip
OF_A_PLAYER = ("/players/{pk}/", "/api/v1/matches?player={pk}", "/api/v1/players/{pk}")
OF_A_MATCH = ("/matches/{pk}/", "/matches/{pk}/review/", "/api/v1/matches/{pk}", "/tickets/{pk}?watch=1")


@pytest.fixture
def event() -> Iterator[tuple[Tournament, Sitting]]:
    """Two semifinals are being played; four turns of one were played six minutes ago."""
    with time_machine.travel(NOW, tick=False):
        made = started(4, organizer=director(), spectator_delay_s=DELAY, delay_results=True)
        join(made, "W1.2")
        sitting = Sitting(join(made, "W1.1"), NOW)
        for _ in range(4):
            sitting.tick(1)
            sitting.step()
        snapshots.keep(NOW)
    sitting.now = LATER
    with time_machine.travel(LATER, tick=False):
        yield made, sitting


def finish(made: Tournament, now: datetime = LATER) -> Match:
    """Both semifinals end and the final begins; says which match that is."""
    win(made, "W1.1", "1", now)
    win(made, "W1.2", "2", now)
    made.refresh_from_db()
    snapshots.keep(now)
    return match_of(made, "W2.1")


def everything(who: User | None, made: Tournament, match: Match) -> Answers:
    """All addresses of the site that know the tournament, its players and its matches."""
    answers = crawl(who, made, match)
    client = Client(raise_request_exception=False)
    if who is not None:
        client.force_login(who)
    players = made.entries.values_list("player_id", flat=True)
    addresses = [*MORE, *(one.format(pk=pk) for pk in players for one in OF_A_PLAYER)]
    other = match_of(made, "W1.2").pk
    addresses += [one.format(pk=other) for one in OF_A_MATCH]
    for address in addresses:
        answer: Any = client.get(address)
        answers[address] = answer.status_code, {}, without_tokens(answer)
    return answers


def without_tokens(answer: Any) -> bytes:
    from tests.attacks.test_dice_secrecy import body_of
    from tests.attacks.test_seen_late import NEW_EACH_TIME

    return b" ".join(NEW_EACH_TIME.sub(b"", body_of(answer)).split())


def test_no_address_tells_spectators_that_matches_have_ended(
    event: tuple[Tournament, Sitting],
) -> None:
    made, sitting = event
    viewers = (None, stranger())
    before = [everything(who, made, sitting.match) for who in viewers]
    final = finish(made)
    for who, was in zip(viewers, before, strict=True):
        assert differing(was, everything(who, made, sitting.match)) == [], who
        assert found_by("", final, who) == []
    with time_machine.travel(LATER + timedelta(seconds=DELAY - 1), tick=False):
        snapshots.keep(LATER + timedelta(seconds=DELAY - 1))
        assert found_by("", final) == []
        assert not knows_the_final(Client(), made)
    with time_machine.travel(LATER + timedelta(seconds=DELAY), tick=False):
        assert knows_the_final(Client(), made)
        assert len(found_by("", final)) == 1


def knows_the_final(client: Client, made: Tournament) -> bool:
    """Does the bracket name the two of the final?"""
    rounds = client.get(f"/api/v1/tournaments/{made.slug}/bracket").json()
    rows = rounds["rounds"] if isinstance(rounds, dict) else rounds
    return all(slot["player"] is not None for slot in rows[-1]["pairings"][0]["slots"])
