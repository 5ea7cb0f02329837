"""A later stage whose draw the director publishes: it waits in the draw room with who advances, and is published there."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.making import NOW, SEED, entered, entry, pairing, play_out
from tests.tournaments.rounds_run import ordered, refused, shown_of, stage, win_round
from tests.tournaments.ruling import rulings
from tournaments.bracket.services import advancement
from tournaments.bracket.services.start import start
from tournaments.desk.selectors.next_draw_room import NextDrawRoom
from tournaments.formats.draw_preview import shuffled_seed
from tournaments.models import Tournament
from tournaments.ruling.services.preview import rule
from tournaments.ruling.services.rounds import PublishRound

pytestmark = pytest.mark.django_db
KNOCKOUT: dict[str, Any] = {"format": "single_elimination", "take": {"cut": "top", "n": 4}}
READY = "Ready to publish"


def at(of: Tournament) -> str:
    return reverse("tournament-next-round", args=[of.slug, 2])


def desk(of: Tournament) -> Client:
    client = Client()
    assert of.organizer is not None
    client.force_login(of.organizer)
    return client


def manage(of: Tournament) -> str:
    return desk(of).get(f"/tournaments/{of.slug}/manage/").content.decode()


def before_stage(later: dict[str, Any], n: int = 8, **settings: Any) -> Tournament:
    """A Swiss of one round, or groups, over; the stage after it waits."""
    settings = {"format": "swiss", "options": {"rounds": 1}, "publishes": True} | settings
    made = entered(n, later_stages=[later], **settings)
    made = start(made.pk, by=None, now=NOW, draw_seed=SEED)
    if settings["format"] == "swiss":
        win_round(made, 1)
    else:
        play_out(made)
    return made


def drawn(of: Tournament) -> list[str]:
    """Who meets whom in the first round of the second stage."""
    rows = stage(of, 2).pairings.filter(voided_at=None, round__number=1)
    return [shown_of(row) for row in rows.order_by("number")]


def room_of(client: Client, of: Tournament) -> NextDrawRoom:
    room = client.get(at(of)).context["room"]
    assert isinstance(room, NextDrawRoom)
    return room


def shown(room: NextDrawRoom) -> list[str]:
    pairs = [pair for part in room.parts for pod in part.pods for pair in pod]
    return [" ".join([*(seat.player.name for seat in pair), "–"][:2]) for pair in pairs]


def seen_of(client: Client, of: Tournament) -> str:
    seen = re.search(r'name="seen" value="([^"]*)"', client.get(at(of)).content.decode())
    assert seen
    return seen.group(1)


def publish(client: Client, of: Tournament, seen: str = "") -> Any:
    return client.post(at(of), {"do": "publish", "seen": seen or seen_of(client, of)})


def test_the_stage_waits_and_is_drawn_as_the_room_showed_it() -> None:
    made = before_stage(KNOCKOUT)
    client = desk(made)
    assert drawn(made) == []
    assert READY in manage(made)
    assert "Next: publish the draw – Knockout" in manage(made)
    assert at(made) in manage(made)
    room = room_of(client, made)
    names = {name for pair in shown(room) for name in pair.split()}
    assert names == {"1", "2", "3", "4"}
    assert room.title == "Knockout"
    assert publish(client, made).status_code == 302
    assert drawn(made) == shown(room)
    assert READY not in manage(made)
    assert made.rulings.filter(verb="publish", by=made.organizer).exists()
    play_out(made)
    made.refresh_from_db()
    assert made.status == Tournament.Status.FINISHED
    assert made.champion is not None


def test_without_that_setting_the_stage_is_drawn_at_once() -> None:
    made = before_stage(KNOCKOUT, publishes=False)
    assert len(drawn(made)) == 2
    assert READY not in manage(made)


def test_players_see_nothing_of_it_before() -> None:
    made = before_stage(KNOCKOUT)
    for tab in ("", "rounds/", "standings/", "entries/", "draw/", "rules/", "tv/"):
        answer = Client().get(f"/tournaments/{made.slug}/{tab}", follow=True)
        assert answer.status_code in (200, 404), tab
    html = Client().get(f"/tournaments/{made.slug}/rounds/").content.decode()
    assert "The director publishes the draw of the next stage." in html
    for part in ("", "/bracket", "/standings", "/matches", "/entries"):
        answer = Client().get(f"/api/v1/tournaments/{made.slug}{part}")
        assert answer.status_code == 200, part
        assert "single_elimination.2" not in answer.content.decode()
    made.refresh_from_db()
    assert made.status == Tournament.Status.RUNNING


def test_it_is_shuffled_and_swapped_and_an_undone_draw_waits_again_as_it_was_shown() -> None:
    made = before_stage(KNOCKOUT | {"draw_method": "random"}, n=16)
    client = desk(made)
    draws = []
    for number in range(1, 7):
        client.post(at(made), {"do": "show", "number": number})
        draws.append(tuple(shown(room_of(client, made))))
    assert len(set(draws)) > 1
    seats = [
        seat
        for part in room_of(client, made).parts
        for pod in part.pods
        for pair in pod
        for seat in pair
    ]
    swap = [seats[0].entry, seats[-1].entry]
    client.post(at(made), {"do": "swap", "chosen": swap})
    room = room_of(client, made)
    assert tuple(shown(room)) != draws[-1]
    assert len(room.swaps) == 1
    assert publish(client, made).status_code == 302
    assert drawn(made) == shown(room)
    ruling = made.rulings.get(verb="publish")
    assert (ruling.after["draw"], ruling.after["draws"], ruling.after["swaps"]) == (6, 6, [swap])
    assert ruling.after["seed"] == shuffled_seed(stage(made, 2).draw_seed, 6)
    rulings.undo(ruling.pk, by=made.organizer, now=NOW, reason="too early")
    assert drawn(made) == []
    assert READY in manage(made)
    assert room_of(client, made).draw.mark == room.draw.mark
    assert publish(client, made).status_code == 302
    assert drawn(made) == shown(room)


def test_a_correction_changes_who_waits_and_an_old_page_publishes_nothing() -> None:
    made = before_stage(KNOCKOUT)
    client = desk(made)
    seen = seen_of(client, made)
    fields = {"by": made.organizer, "now": NOW, "reason": "typo"}
    row = pairing(made, "R1.1")
    five = entry(made, 5).pk
    ruling = rulings.correct_result(row.pk, winner=five, **fields)
    answer = publish(client, made, seen)
    assert answer.status_code == 409
    assert drawn(made) == []
    assert five in stage(made, 2).field
    assert "5" in " ".join(shown(room_of(client, made)))
    rulings.undo(ruling.pk, **fields)
    assert five not in stage(made, 2).field
    assert publish(client, made, seen).status_code == 302
    assert len(drawn(made)) == 2


def test_a_result_that_is_opened_again_stops_it() -> None:
    made = before_stage(KNOCKOUT)
    client = desk(made)
    fields = {"by": made.organizer, "now": NOW, "reason": "wrong board"}
    rulings.void_result(pairing(made, "R1.1").pk, **fields)
    assert READY not in manage(made)
    assert refused(made, PublishRound(stage_id=stage(made, 2).pk)) == "not_due"
    assert client.get(at(made)).status_code == 409
    rulings.correct_result(pairing(made, "R1.1").pk, winner=entry(made, 5).pk, **fields)
    assert READY in manage(made)
    assert entry(made, 5).pk in stage(made, 2).field


def test_the_result_that_ended_the_stage_before_is_undone() -> None:
    made = before_stage(KNOCKOUT)
    fields = {"by": made.organizer, "now": NOW, "reason": "wrong board"}
    rulings.void_result(pairing(made, "R1.1").pk, **fields)
    ended = rulings.correct_result(pairing(made, "R1.1").pk, winner=entry(made, 5).pk, **fields)
    rulings.undo(ended.pk, **fields)
    assert READY not in manage(made)
    assert refused(made, PublishRound(stage_id=stage(made, 2).pk)) in ("not_due", "nothing_to_draw")
    rulings.correct_result(pairing(made, "R1.1").pk, winner=entry(made, 1).pk, **fields)
    assert READY in manage(made)
    assert publish(desk(made), made).status_code == 302


def test_who_withdraws_while_it_waits_is_passed_over_and_comes_back_when_that_is_undone() -> None:
    made = before_stage(KNOCKOUT)
    field = stage(made, 2).field
    gone = entry(made, 1)
    fields = {"by": made.organizer, "now": NOW, "reason": "ill"}
    ruling = rulings.withdraw(gone.pk, **fields)
    assert gone.pk not in stage(made, 2).field
    assert len(stage(made, 2).field) == 4
    rulings.undo(ruling.pk, **fields)
    assert stage(made, 2).field == field
    assert stage(made, 2).outdated is None


def test_a_published_stage_whose_field_changes_waits_again_unless_it_has_begun() -> None:
    made = before_stage(KNOCKOUT)
    publish(desk(made), made)
    fields = {"by": made.organizer, "now": NOW, "reason": "typo"}
    before = drawn(made)
    ruling = rulings.correct_result(pairing_of_first(made), winner=entry(made, 5).pk, **fields)
    assert drawn(made) == []
    assert READY in manage(made)
    rulings.undo(ruling.pk, **fields)
    assert drawn(made) == before
    assert READY not in manage(made)


def pairing_of_first(of: Tournament) -> int:
    return stage(of).pairings.get(key="R1.1").pk


@pytest.mark.parametrize(
    "later",
    [
        {"format": "groups", "options": {"group_size": 4}, "take": {"cut": "top", "n": 8}},
        {"format": "round_robin", "take": {"cut": "top", "n": 4}},
        {"format": "swiss", "options": {"rounds": 2}, "take": {"cut": "top", "n": 6}},
        {"format": "double_elimination", "take": {"cut": "top", "n": 5}},
    ],
    ids=lambda later: later["format"],
)
def test_every_format_is_shown_and_published(later: dict[str, Any]) -> None:
    made = before_stage(later, n=12)
    client = desk(made)
    room = room_of(client, made)
    assert room.count > 0
    seats = [
        seat.entry for part in room.parts for pod in part.pods for pair in pod for seat in pair
    ]
    assert set(seats) <= set(stage(made, 2).field)
    client.post(at(made), {"do": "swap", "chosen": [seats[0], seats[-1]]})
    assert publish(client, made).status_code == 302
    assert drawn(made)


def test_groups_feed_a_knockout_that_waits() -> None:
    take = {"cut": "top_of_group", "n": 2}
    made = before_stage(
        {"format": "single_elimination", "take": take}, format="groups", options={"group_size": 4}
    )
    assert drawn(made) == []
    rule(PublishRound(stage_id=stage(made, 2).pk), ordered(made))
    assert len(drawn(made)) == 2


def test_settling_twice_changes_nothing() -> None:
    made = before_stage(KNOCKOUT)
    assert advancement.advance(made.pk, NOW).is_nothing
    assert advancement.recompute(made.pk, NOW).is_nothing
    assert drawn(made) == []
