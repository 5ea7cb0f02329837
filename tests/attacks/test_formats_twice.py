"""The same form sent twice, or from two tabs: what it says is done once."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import Player, User
from tests.tournaments.making import entered, started, win
from tests.tournaments.teams import with_pairs
from tournaments.formats.registry import FORMATS
from tournaments.models import Pairing, Round, Ruling, Stage, Tournament
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import SetResult

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # a second row is refused by the database
]
BY_ROUNDS = [name for name in FORMATS if name in {"swiss", "lives", "continuous_swiss"}]


def desk(of: Tournament, part: str) -> str:
    return f"/tournaments/{of.slug}/manage/{part}"


def hidden(page: Any) -> dict[str, str]:
    """What the forms of a page carry unseen."""
    matches = re.findall(
        r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page.content.decode()
    )
    return dict(matches)


def test_a_round_held_back_twice_is_held_back(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    row = Round.objects.get(stage__tournament=made, number=1)
    page = desk(made, f"rounds/{row.pk}/")
    fields = hidden(client.get(page)) | {"verb": "hold", "h-reason": "lunch"}
    assert fields["to"] == "held"
    for _ in range(2):
        assert client.post(page, fields).status_code == 302
        row.refresh_from_db()
        assert not row.open
    assert Ruling.objects.filter(verb="hold").count() == 1
    assert hidden(client.get(page))["to"] == "open"


def test_terms_that_change_nothing_are_not_written_down(client: Client, boss: User) -> None:
    made = started(4, organizer=boss, format="swiss")
    row = Round.objects.get(stage__tournament=made, number=1)
    fields = {"verb": "terms", "t-length": "5", "t-clock": "agreed", "t-reason": "late"}
    for _ in range(2):
        assert client.post(desk(made, f"rounds/{row.pk}/"), fields).status_code == 302
    assert Ruling.objects.filter(verb="round_terms").count() == 1


def test_a_pair_entered_twice_is_entered_once(client: Client, boss: User) -> None:
    made = with_pairs(2, organizer=boss)
    fields = {"name": "", "member_1": "Robert", "member_2": "Alice"}
    answers = [client.post(desk(made, "team/"), fields).status_code for _ in range(2)]
    assert answers == [302, 409]
    assert made.entries.count() == 3


def test_a_pair_that_is_refused_leaves_nobody_behind(client: Client, boss: User) -> None:
    """Nobody is made by trying, so the next try asks nobody who is meant."""
    made = with_pairs(2, organizer=boss)
    Tournament.objects.filter(pk=made.pk).update(entry_limit=2)
    fields = {"name": "", "member_1": "Robert", "member_2": "Alice"}
    before = Player.objects.count()
    for _ in range(3):
        answer = client.post(desk(made, "team/"), fields)
        assert answer.status_code == 409
        assert "This tournament is full." in answer.content.decode()
    assert Player.objects.count() == before


def test_a_make_up_that_is_refused_leaves_nobody_behind(client: Client, boss: User) -> None:
    made = with_pairs(2, organizer=boss)
    item = made.entries.order_by("pk").first()
    assert item is not None
    before = Player.objects.count()
    fields = {"verb": "team", "name": "", "member_1": "Robert", "member_2": "Alice"}
    assert client.post(desk(made, f"entries/{item.pk}/"), fields).status_code == 409
    assert Player.objects.count() == before


@pytest.mark.parametrize(("running", "again"), [(False, 422), (True, 409)])
def test_a_walk_in_entered_twice_is_entered_once(
    client: Client, boss: User, running: bool, again: int
) -> None:
    """Before the start the desk shows the name again in its field."""
    made = (started if running else entered)(4, organizer=boss, format="swiss")
    fields = {"name": "Robert"}
    answers = [client.post(desk(made, "walk-in/"), fields).status_code for _ in range(2)]
    assert answers == [302, again]
    assert made.entries.count() == 5


@pytest.mark.parametrize("format_", BY_ROUNDS)
def test_what_is_published_twice_is_drawn_once(client: Client, boss: User, format_: str) -> None:
    made = started(6, organizer=boss, format=format_, publishes=True)
    stage = Stage.objects.get(tournament=made)
    for pairing in Pairing.objects.filter(stage=stage, outcome="")[:3]:
        winner = pairing.slots.earliest("side").entry_id or 0
        rule(
            SetResult(pairing_id=pairing.pk, winner=winner),
            RulingRequest(None, made.created_at, "Told at the desk."),
        )
    page = desk(made, "stages/1/next/")
    fields = hidden(client.get(page)) | {"do": "publish"}
    assert client.post(page, fields).status_code == 302
    drawn = set(Pairing.objects.values_list("pk", flat=True))
    assert client.post(page, fields).status_code in (400, 409)
    assert set(Pairing.objects.values_list("pk", flat=True)) == drawn


def test_who_enters_again_twice_has_one_line_more(client: Client, boss: User) -> None:
    made = started(6, organizer=boss, reentries=3)
    pairing = Pairing.objects.filter(
        stage__tournament=made, outcome="", slots__source_kind="seed"
    ).earliest("pk")
    win(made, pairing.key, pairing.slots.get(side=1).entry.player.name)  # type: ignore[union-attr]
    pairing.refresh_from_db()
    page = desk(made, f"entries/{pairing.loser_id}/")
    answers = [client.post(page, {"verb": "again"}).status_code for _ in range(2)]
    assert answers == [302, 409]
    assert made.entries.count() == 7


def test_a_rehearsal_is_thrown_away_once(client: Client, boss: User) -> None:
    made = entered(4, organizer=boss, format="swiss")
    begun = [client.post(desk(made, "rehearse/"), {"number": 5}) for _ in range(2)]
    assert Tournament.objects.count() == 2
    first, second = (f"{answer['Location']}play/" for answer in begun)
    assert client.post(first, {"verb": "end"}).status_code == 404
    answers = [client.post(second, {"verb": verb}).status_code for verb in ("away", "away", "end")]
    assert answers == [302, 404, 404]
    assert list(Tournament.objects.all()) == [made]
