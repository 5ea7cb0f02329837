"""The draw room: what it shows and warns of, its buttons, and that only what was seen is published."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.making import NOW, director, entered, entry, fill, tournament
from tournaments.desk.selectors.draw_room import DrawRoom, draw_room
from tournaments.entry.services import check_in
from tournaments.models import Entry, FeePlan, Tournament

pytestmark = pytest.mark.django_db


def at(of: Tournament, name: str = "tournament-draw") -> str:
    return reverse(name, args=[of.slug])


def desk(of: Tournament) -> Client:
    client = Client()
    assert of.organizer is not None
    client.force_login(of.organizer)
    return client


def previewed(n: int, **settings: Any) -> tuple[Tournament, Client]:
    made = entered(n, **({"draw_method": "random"} | settings))
    client = desk(made)
    assert client.post(at(made)).status_code == 302
    return Tournament.objects.get(pk=made.pk), client


def room_of(client: Client, of: Tournament) -> DrawRoom:
    room = client.get(at(of)).context["room"]
    assert isinstance(room, DrawRoom)
    return room


def publish(client: Client, of: Tournament, room: DrawRoom) -> Any:
    sent = {"seen": room.preview.mark, "field": room.field}
    return client.post(at(of, "tournament-start"), sent)


def test_the_desk_leads_to_the_preview_and_nothing_is_public_until_it_is_published() -> None:
    made = entered(8, draw_method="random")
    client = desk(made)
    assert at(made) in client.get(at(made, "tournament-manage")).content.decode()
    assert client.get(at(made)).context["room"] is None, "a look at the address draws nothing"
    client.post(at(made))
    room = room_of(client, made)
    assert [part.title for part in room.parts] == [f"Quarter {n}" for n in (1, 2, 3, 4)]
    made.refresh_from_db()
    assert (made.status, made.stages.count()) == ("open", 0)
    answer = publish(client, made, room)
    assert answer.status_code == 302
    made.refresh_from_db()
    assert tuple(made.stages.get().seed_order) == room.preview.order


def test_a_changed_draw_is_shown_again_with_who_came_and_who_left() -> None:
    made, client = previewed(8)
    room = room_of(client, made)
    Entry.objects.filter(pk=entry(made, 3).pk).update(status="withdrawn")
    late = director("Lars").player
    Entry.objects.create(tournament=made, player=late, entered_at=NOW)
    answer = publish(client, made, room)
    assert answer.status_code == 409
    assert (answer.context["came"], answer.context["left"]) == ([late.name], ["3"])
    made.refresh_from_db()
    assert made.status == "open"
    assert publish(client, made, answer.context["room"]).status_code == 302


def test_shuffling_goes_on_and_back() -> None:
    made, client = previewed(16)
    first = room_of(client, made).preview
    client.post(at(made), {"do": "show", "number": "2"})
    client.post(at(made), {"do": "show", "number": "2"})  # a second click on the same button
    second = room_of(client, made).preview
    assert (second.kept.number, second.kept.last) == (2, 2)
    assert second.order != first.order
    client.post(at(made), {"do": "show", "number": "1"})
    assert room_of(client, made).preview.mark == first.mark


def test_two_are_swapped_and_the_swap_is_undone() -> None:
    made, client = previewed(8)
    before = room_of(client, made).preview
    first, second = entry(made, 1).pk, entry(made, 2).pk
    answer = client.post(at(made), {"do": "swap", "chosen": [first, second]})
    assert answer["Location"].endswith(f"#seat-{first}")
    room = room_of(client, made)
    assert room.swaps == (("1", "2"),)
    assert room.preview.order.index(first) == before.order.index(second)
    client.post(at(made), {"do": "unswap"})
    assert room_of(client, made).preview.mark == before.mark


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
def test_what_cannot_be_done_is_said_above_the_room(sent: dict[str, Any]) -> None:
    made, client = previewed(4)
    before = room_of(client, made).preview.mark
    assert client.post(at(made), sent).status_code == 302
    assert room_of(client, made).preview.mark == before


def test_clubmates_in_the_first_round_are_warned_of_with_a_swap_that_parts_them() -> None:
    made, client = previewed(8)
    pair = next(pair for pod in room_of(client, made).parts[0].pods for pair in pod)
    Entry.objects.filter(pk__in=[seat.entry for seat in pair]).update(club="Harbour")
    room = room_of(client, made)
    assert room.clubmates.count == 1
    meeting = room.clubmates.shown[0]
    assert meeting.shared == "Harbour"
    assert meeting.swap is not None
    client.post(at(made), {"do": "swap", "chosen": list(meeting.swap)})
    assert room_of(client, made).clubmates.count == 0


def test_who_owes_and_who_is_missing_is_named_and_drawn_all_the_same() -> None:
    made, client = previewed(4)
    FeePlan.objects.create(tournament=made, currency="EUR", entry_fee=1000)
    check_in.open_check_in(made.pk, by=made.organizer, now=NOW)
    check_in.check_in(entry(made, 1).pk, by=made.organizer, now=NOW)
    room = room_of(client, made)
    assert (room.owing.count, room.missing.count, room.warnings) == (4, 3, 2)
    assert publish(client, made, room).status_code == 302
    made.refresh_from_db()
    assert made.status == "running"


def test_seeds_are_shown_where_they_count() -> None:
    made, client = previewed(8, draw_method="seeded", seeded_top=2)
    for number in (1, 2, 3):
        Entry.objects.filter(pk=entry(made, number).pk).update(seed=number)
    room = room_of(client, made)
    seats = [s for part in room.parts for pod in part.pods for pair in pod for s in pair]
    assert {s.player.name: s.seed for s in seats if s.seed} == {"1": 1, "2": 2}


def test_only_directors_come_in_and_a_started_tournament_has_no_room() -> None:
    made, client = previewed(4)
    stranger = Client()
    stranger.force_login(director())
    assert stranger.get(at(made)).status_code == 403
    assert stranger.post(at(made)).status_code == 403
    publish(client, made, room_of(client, made))
    assert client.get(at(made))["Location"] == at(made, "tournament-manage")
    assert client.post(at(made)).status_code == 409


@pytest.mark.parametrize("kind", ["consolation", "swiss", "groups"])
def test_the_queries_do_not_grow_with_the_entries(
    kind: str, django_assert_max_num_queries: Any
) -> None:
    counted = []
    for number in (8, 64):
        made = tournament(format=kind, draw_method="random", apart=["club"])
        fill(made, number)
        FeePlan.objects.create(tournament=made, currency="EUR", entry_fee=1000)
        desk(made).post(at(made))
        made = Tournament.objects.get(pk=made.pk)
        with django_assert_max_num_queries(25) as asked:
            draw_room(made)
        counted.append(len(asked))
    assert counted[0] == counted[1]
