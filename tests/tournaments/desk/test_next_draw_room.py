"""The draw room of the next part of a stage: shown with names, shuffled where chance has a part, swapped, published."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.making import NOW, SEED, entered, entry, pairing, play_out
from tests.tournaments.rounds_run import ordered, published, shown_of, stage, standing, win_round
from tests.tournaments.ruling import rulings
from tournaments.bracket.services.start import start
from tournaments.desk.selectors.next_draw_room import NextDrawRoom
from tournaments.formats.draw_preview import shuffled_seed
from tournaments.models import Entry, Ruling, Tournament
from tournaments.ruling.services.preview import rule
from tournaments.ruling.services.rounds import PublishRound

pytestmark = pytest.mark.django_db
LAST_CHANCE = {"consolation": "first_round", "last_chance": "fresh"}


def at(of: Tournament, name: str = "tournament-next-round") -> str:
    return reverse(name, args=[of.slug, 1])


def desk(of: Tournament) -> Client:
    client = Client()
    assert of.organizer is not None
    client.force_login(of.organizer)
    return client


def room_of(client: Client, of: Tournament) -> NextDrawRoom:
    room = client.get(at(of)).context["room"]
    assert isinstance(room, NextDrawRoom)
    return room


def shown(room: NextDrawRoom) -> list[str]:
    """Pairings of the first round that is drawn: "1 5", "3 –"."""
    groups = [line.seats for group in room.groups for line in group.lines]
    bracket = [pair for part in room.parts for pod in part.pods for pair in pod]
    names = [[seat.player.name for seat in seats] for seats in (*groups, *bracket)]
    return [" ".join([*pair, "–"][:2]) for pair in names]


def swiss(n: int = 8, **settings: Any) -> tuple[Tournament, Client]:
    """Its second round waits to be published."""
    made = published(n, **settings)
    win_round(made, 1)
    return made, desk(made)


def before_last_chance(n: int = 16) -> tuple[Tournament, Client]:
    made = entered(n, format="consolation", options=LAST_CHANCE, publishes=True)
    made = start(made.pk, by=None, now=NOW, draw_seed=SEED)
    play_out(made)
    rule(PublishRound(stage_id=stage(made).pk), ordered(made))
    play_out(made)
    return made, desk(made)


def publish(client: Client, of: Tournament, **more: Any) -> Any:
    seen = re.search(r'name="seen" value="([^"]*)"', client.get(at(of)).content.decode())
    assert seen
    return client.post(at(of), {"do": "publish", "seen": seen.group(1)} | more)


def test_a_round_is_shown_by_scores_with_how_it_was_made_and_is_published() -> None:
    made, client = swiss()
    answer = client.get(at(made))
    assert answer.context["room"].title == "Round 2"
    assert [group.title for group in answer.context["room"].groups] == ["Points: 1", "Points: 0"]
    assert "Both have the same number of points" in answer.content.decode()
    assert shown(answer.context["room"]) == ["1 3", "2 4", "5 7", "6 8"]
    assert standing(made, 2) == []
    assert publish(client, made).status_code == 302
    assert standing(made, 2) == ["1 3", "2 4", "5 7", "6 8"]
    assert made.rulings.filter(verb="publish", by=made.organizer).exists()


def test_two_are_swapped_the_room_says_what_is_unusual_and_the_swap_is_recorded() -> None:
    made, client = swiss()
    three, five = entry(made, 3).pk, entry(made, 5).pk
    answer = client.post(at(made), {"do": "swap", "chosen": [three, five]})
    assert answer["Location"].endswith(f"#seat-{three}")
    room = room_of(client, made)
    assert shown(room) == ["1 5", "2 4", "3 7", "6 8"]
    assert (room.rematches.count, room.floats.count, room.warnings) == (2, 2, 1)
    publish(client, made)
    assert standing(made, 2) == ["1 5", "2 4", "3 7", "6 8"]
    ruling = made.rulings.get(verb="publish")
    assert ruling.after["swaps"] == [[three, five]]
    assert pairing(made, "R2.1").notes["by"] == "hand"
    assert (
        "Swapped: " in client.get(reverse("tournament-rulings", args=[made.slug])).content.decode()
    )


def test_a_swap_is_taken_back() -> None:
    made, client = swiss()
    before = room_of(client, made).draw.mark
    client.post(at(made), {"do": "swap", "chosen": [entry(made, 3).pk, entry(made, 5).pk]})
    assert room_of(client, made).draw.mark != before
    client.post(at(made), {"do": "unswap"})
    assert room_of(client, made).draw.mark == before


def test_the_last_chance_is_shown_with_names_shuffled_swapped_and_published() -> None:
    made, client = before_last_chance()
    html = client.get(at(made)).content.decode()
    assert "<h1>Draw: Last chance</h1>" in html
    first = room_of(client, made)
    names = {name for pair in shown(first) for name in pair.split()} - {"–"}
    losers = stage(made).pairings.filter(round__section="consolation", loser__isnull=False)
    fed = set(losers.exclude(round__name_key="final").values_list("loser__player__name", flat=True))
    assert names == fed
    draws = [shown(first)]
    for number in range(2, 9):
        client.post(at(made), {"do": "show", "number": number})
        draws.append(shown(room_of(client, made)))
    assert len({tuple(draw) for draw in draws}) > 1
    room = room_of(client, made)
    seats = [s for part in room.parts for pod in part.pods for pair in pod for s in pair]
    swap = [seats[0].entry, seats[-1].entry]
    client.post(at(made), {"do": "swap", "chosen": swap})
    seen = shown(room_of(client, made))
    assert seen != draws[-1]
    assert publish(client, made).status_code == 302
    rounds = stage(made).pairings.filter(round__section="last_chance", voided_at=None)
    lowest = min(rounds.values_list("round__number", flat=True))
    drawn = [shown_of(row) for row in rounds.filter(round__number=lowest).order_by("number")]
    assert sorted(" ".join(sorted(pair.split())) for pair in drawn) == sorted(
        " ".join(sorted(pair.split())) for pair in seen
    )
    after = made.rulings.filter(verb="publish").latest("pk").after
    assert (after["draw"], after["draws"], after["swaps"]) == (8, 8, [swap])
    assert after["seed"] == shuffled_seed(stage(made).draw_seed, 8)


def test_an_undone_draw_waits_again_as_it_was_shown() -> None:
    made, client = before_last_chance()
    client.post(at(made), {"do": "show", "number": 2})
    before = room_of(client, made).draw.mark
    publish(client, made)
    ruling = made.rulings.filter(verb="publish").latest("pk")
    rulings.undo(ruling.pk, by=made.organizer, now=NOW, reason="too early")
    assert room_of(client, made).draw.mark == before


def test_a_draw_without_chance_is_not_shuffled() -> None:
    made, client = swiss()
    assert "Shuffle again" not in client.get(at(made)).content.decode()
    client.post(at(made), {"do": "show", "number": 2})
    assert room_of(client, made).draw.kept.number == 1


def test_a_random_round_is_shuffled() -> None:
    made, client = swiss(16, options={"rounds": 4, "method": "random"})
    first = shown(room_of(client, made))
    client.post(at(made), {"do": "show", "number": 2})
    second = shown(room_of(client, made))
    assert first != second
    publish(client, made)
    assert standing(made, 2) == second


def test_what_was_kept_for_one_round_is_not_taken_for_the_next() -> None:
    made, client = swiss()
    client.post(at(made), {"do": "swap", "chosen": [entry(made, 3).pk, entry(made, 5).pk]})
    publish(client, made)
    win_round(made, 2)
    assert room_of(client, made).swaps == ()


def test_a_draw_made_before_a_correction_is_not_published() -> None:
    made, client = swiss()
    seen = re.search(r'name="seen" value="([^"]*)"', client.get(at(made)).content.decode())
    assert seen
    five = entry(made, 5).pk
    rulings.correct_result(pairing(made, "R1.1").pk, winner=five, by=None, now=NOW, reason="typo")
    answer = client.post(at(made), {"do": "publish", "seen": seen.group(1)})
    assert answer.status_code == 409
    assert "This page was out of date." in answer.content.decode()
    assert standing(made, 2) == []
    assert publish(client, made).status_code == 302
    assert standing(made, 2) == ["2 4", "3 5", "1 7", "6 8"]


def test_a_swap_of_another_director_is_seen_before_it_is_published() -> None:
    made, client = swiss()
    seen = re.search(r'name="seen" value="([^"]*)"', client.get(at(made)).content.decode())
    assert seen
    client.post(at(made), {"do": "swap", "chosen": [entry(made, 3).pk, entry(made, 5).pk]})
    assert client.post(at(made), {"do": "publish", "seen": seen.group(1)}).status_code == 409


def test_clubmates_who_should_be_kept_apart_are_warned_of_with_a_swap() -> None:
    made, client = swiss()
    Entry.objects.filter(pk__in=[entry(made, 1).pk, entry(made, 3).pk]).update(club="Harbour")
    assert (room_of(client, made).clubmates.count, room_of(client, made).warnings) == (1, 0)
    card = dict(made.card or {}) | {"apart": ["club"]}
    Tournament.objects.filter(pk=made.pk).update(card=card)
    room = room_of(client, made)
    assert room.clubmates.count == 0, "the draw itself parts them"
    assert room.protection == ("Kept apart where possible: Same club",)


def test_a_suggested_swap_stays_within_the_score() -> None:
    made, client = swiss()
    Entry.objects.filter(pk__in=[entry(made, 1).pk, entry(made, 3).pk]).update(club="Harbour")
    swap = room_of(client, made).clubmates.shown[0].swap
    assert swap is not None
    names = {Entry.objects.get(pk=pk).player.name for pk in swap}
    assert names < {"1", "2", "3", "4"}


@pytest.mark.parametrize(
    "sent",
    [
        {"do": "swap"},
        {"do": "swap", "chosen": ["1"]},
        {"do": "swap", "chosen": ["x", "9" * 40]},
        {"do": "show", "number": "99"},
        {"do": "show", "number": "-1"},
        {"do": "nonsense"},
    ],
)
def test_what_cannot_be_done_changes_nothing(sent: dict[str, Any]) -> None:
    made, client = swiss()
    before = room_of(client, made).draw.mark
    assert client.post(at(made), sent).status_code in (200, 302)
    assert room_of(client, made).draw.mark == before
    assert Ruling.objects.filter(tournament=made).count() == 0


def test_the_queries_do_not_grow_with_the_entries(django_assert_max_num_queries: Any) -> None:
    counted = []
    for number in (8, 32):
        made, client = swiss(number, options={"rounds": 5})
        client.get(at(made))
        with django_assert_max_num_queries(60) as asked:
            client.get(at(made))
        counted.append(len(asked))
    assert counted[0] == counted[1]
