"""What the table hands to the card at the end of a match, and the figures in it."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.engine.rules import Rules
from games.models import Match
from games.services.friendly import challenge, site_bot
from games.services.play import act
from games.services.rematch import rematch
from games.services.submissions import Submission
from tests.tournaments.making import NOW, join, player, started, win

pytestmark = pytest.mark.django_db


def links(client: Client, match: Match, user: User | None) -> dict[str, str]:
    client.logout()
    if user is not None:
        client.force_login(user)
    page = client.get(f"/matches/{match.pk}/").content.decode()
    text = page.split('<script id="table-data" type="application/json">')[1].split("</script>")[0]
    made: dict[str, str] = json.loads(text)["links"]
    return made


def login(match: Match, seat: str) -> User:
    user = match.seats.get(seat=seat).player.user
    assert user is not None
    return user


def test_only_a_player_of_a_tournament_match_gets_the_address_to_ask_for_the_next(
    client: Client,
) -> None:
    match = join(started(4), "W1.1")
    assert links(client, match, login(match, "A"))["next"] == f"/matches/{match.pk}/after.json"
    assert links(client, match, None)["next"] == ""
    friendly = challenge(player("ann"), player("ben"), Rules.preset("tournament", 3), None, NOW)
    of_friendly = links(client, friendly, login(friendly, "A"))
    assert (of_friendly["next"], of_friendly["play"]) == ("", "/play/")


def test_the_card_has_a_few_figures_of_both_seats(client: Client) -> None:
    made = started(4)
    join(made, "W1.1")
    match = win(made, "W1.1", 1, NOW + timedelta(minutes=1))
    rows: list[list[Any]] = client.get(f"/matches/{match.pk}/summary.json").json()["rows"]
    labels = [row[0] for row in rows]  # the time stands there if the minute was anybody's
    assert labels[-2:] == ["Doubles", "Pips above average"]
    assert labels[:-2] in ([], ["Time used"])
    assert all(len(row) == 3 for row in rows)


def test_spectators_who_see_a_match_late_get_no_figures_before(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = started(4, spectator_delay_s=300)
    join(made, "W1.1")
    match = win(made, "W1.1", 1)
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(minutes=4))
    assert client.get(f"/matches/{match.pk}/summary.json").status_code == 404
    client.force_login(login(match, "A"))
    assert client.get(f"/matches/{match.pk}/summary.json").status_code == 200


def test_a_rematch_against_a_bot_starts_at_once_and_one_against_a_person_waits() -> None:
    for opponent, at_once in ((site_bot("random"), True), (player("ben"), None)):
        me = player(f"ann-{opponent.pk}")
        match = challenge(me, opponent, Rules.preset("tournament", 3), None, NOW)
        for seat in match.seats.select_related("player"):
            if not seat.player.is_bot:
                ready(match, seat.seat, seat.player.user_id)
        act(Submission(match.pk, "A", "concede", {}, NOW, user_id=me.user_id), NOW)
        assert me.user is not None
        assert rematch(match.pk, me.user, NOW).context.get("starts_at_once") is at_once


def ready(match: Match, seat: Any, user_id: int | None) -> None:
    act(Submission(match.pk, seat, "ready", {"nonce_hash": None}, NOW, user_id=user_id), NOW)
