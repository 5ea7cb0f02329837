"""Pairing requests: asked by directors, obeyed by the draw, seen in the draw room, undone."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.making import NOW, entered, entry, started
from tests.tournaments.rounds_run import SWISS, ordered, published, refused, standing, win_round
from tests.tournaments.ruling import rulings
from tournaments.models import PairingRequest, Tournament
from tournaments.ruling.services.pairing_requests import AskPairing, RemoveRequest
from tournaments.ruling.services.preview import rule
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def ask(
    of: Tournament, kind: str, first: int, second: int | None = None, number: int | None = None
) -> AskPairing:
    return AskPairing(
        of_tournament=of.pk,
        kind=kind,
        entry_id=entry(of, first).pk,
        other_id=entry(of, second).pk if second else None,
        round=number,
    )


def waiting(n: int = 8) -> tuple[Tournament, Client]:
    """A Swiss whose second round waits to be published, and its director."""
    made = published(n)
    win_round(made, 1)
    client = Client()
    assert made.organizer is not None
    client.force_login(made.organizer)
    return made, client


def room(client: Client, of: Tournament) -> str:
    return client.get(f"/tournaments/{of.slug}/manage/stages/1/next/").content.decode()


def requests_page(of: Tournament) -> str:
    return f"/tournaments/{of.slug}/manage/requests/"


def publish(client: Client, of: Tournament) -> None:
    client.post(f"/tournaments/{of.slug}/manage/stages/1/next/", {"do": "publish"})


def test_a_bye_on_request_is_in_the_draw_room_with_its_reason_and_counts_half() -> None:
    made, client = waiting()
    sent = {"kind": "bye", "entry": entry(made, 1).pk, "round": 2, "reason": "dentist"}
    assert client.post(requests_page(made), sent).status_code == 302
    html = room(client, made)
    assert "Bye in round 2:" in html
    assert "dentist" in html
    publish(client, made)
    assert "1" not in " ".join(standing(made, 2)).split()
    rows = client.get(f"/api/v1/tournaments/{made.slug}/standings").json()
    text = str(rows)
    assert "1.5" in text


def test_two_who_must_not_meet_are_parted() -> None:
    made, client = waiting()
    rule(ask(made, "forbidden", 1, 3), ordered(made))
    publish(client, made)
    assert "1 3" not in standing(made, 2)
    assert len(standing(made, 2)) == 4


def test_a_wished_pairing_is_drawn_and_marked() -> None:
    made, client = waiting()
    rule(ask(made, "wished", 1, 8, 2), ordered(made))
    assert "On request" in room(client, made)
    publish(client, made)
    assert "1 8" in standing(made, 2)


def test_a_player_who_leaves_after_a_round_is_not_drawn_again() -> None:
    made, client = waiting()
    rule(ask(made, "leaves", 8, number=1), ordered(made))
    publish(client, made)
    assert "8" not in " ".join(standing(made, 2)).split()


def test_a_request_is_undone_and_removed() -> None:
    made, client = waiting()
    ruling = rule(ask(made, "forbidden", 1, 3), ordered(made))
    rulings.undo(ruling.pk, by=made.organizer, now=NOW, reason="a mistake")
    assert not PairingRequest.objects.filter(revoked_at=None).exists()
    rule(ask(made, "forbidden", 1, 3), ordered(made))
    pk = PairingRequest.objects.get(revoked_at=None).pk
    assert client.post(requests_page(made), {"remove": pk}).status_code == 302
    assert not PairingRequest.objects.filter(revoked_at=None).exists()
    record = client.get(f"/tournaments/{made.slug}/manage/rulings/").content.decode()
    assert "Must not meet:" in record
    publish(client, made)
    assert "1 3" in standing(made, 2)


def points_of(client: Client, of: Tournament, name: str) -> float:
    rows = client.get(f"/api/v1/tournaments/{of.slug}/standings").json()
    pk = entry(of, name).pk
    return next(row["points"] for row in rows if row["entry"] == pk)


def test_who_withdraws_before_a_bye_on_request_gets_no_points_for_it() -> None:
    made, client = waiting()
    rule(ask(made, "bye", 1, number=2), ordered(made))
    leaver = entry(made, 1).pk
    left = rulings.withdraw(leaver, by=made.organizer, now=NOW, reason="ill")
    assert not PairingRequest.objects.filter(revoked_at=None).exists()
    publish(client, made)
    assert points_of(client, made, "1") == 1
    rulings.undo(left.pk, by=made.organizer, now=NOW, reason="a mistake")
    assert points_of(client, made, "1") == 1
    assert not PairingRequest.objects.filter(revoked_at=None).exists()


def test_an_undone_withdrawal_brings_a_bye_to_come_back() -> None:
    made, client = waiting()
    rule(ask(made, "bye", 1, number=2), ordered(made))
    left = rulings.withdraw(entry(made, 1).pk, by=made.organizer, now=NOW, reason="ill")
    rulings.undo(left.pk, by=made.organizer, now=NOW, reason="a mistake")
    publish(client, made)
    assert points_of(client, made, "1") == 1.5


def test_the_bye_of_a_drawn_round_is_not_undone() -> None:
    made, client = waiting()
    asked = rule(ask(made, "bye", 1, number=2), ordered(made))
    publish(client, made)
    with pytest.raises(DomainError, match="round_drawn"):
        rulings.undo(asked.pk, by=made.organizer, now=NOW, reason="a mistake")
    assert points_of(client, made, "1") == 1.5


def test_before_the_start_requests_are_taken_and_the_first_draw_obeys_them(boss: User) -> None:
    made = entered(6, organizer=boss, **SWISS)
    rule(ask(made, "bye", 6, number=1), ordered(made))
    client = Client()
    client.force_login(boss)
    client.post(f"/tournaments/{made.slug}/manage/draw/")
    page = client.get(f"/tournaments/{made.slug}/manage/draw/")
    assert "Bye in round 1:" in page.content.decode()
    shown = page.context["room"].preview
    assert entry(made, 6).pk not in [
        s.entry for p in page.context["room"].parts for pod in p.pods for pair in pod for s in pair
    ]
    field = {"seen": shown.mark, "field": page.context["room"].field}
    assert client.post(f"/tournaments/{made.slug}/manage/start/", field).status_code == 302
    assert "6" not in " ".join(standing(made, 1)).split()


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (("bye", 1, None, None), "bad_request"),
        (("bye", 1, 2, 2), "bad_request"),
        (("forbidden", 1, None, None), "bad_request"),
        (("forbidden", 1, 1, None), "bad_request"),
        (("nonsense", 1, 2, 2), "bad_request"),
        (("bye", 1, None, 1), "round_drawn"),
        (("wished", 1, 2, 1), "round_drawn"),
        (("bye", 1, None, 99), "bad_round"),
    ],
)
def test_what_cannot_be_asked(request_: Any, code: str) -> None:
    made = published(8)
    kind, first, second, number = request_
    assert refused(made, ask(made, kind, first, second, number)) == code


def test_the_same_is_not_asked_twice_and_only_of_a_swiss() -> None:
    made = published(8)
    rule(ask(made, "forbidden", 1, 3), ordered(made))
    assert refused(made, ask(made, "forbidden", 3, 1)) == "already_asked"
    knockout = started(4)
    assert refused(knockout, ask(knockout, "bye", 1, number=2)) == "no_swiss"
    assert refused(made, RemoveRequest(request_id=10**6)) == "no_such_request"


def test_programs_ask_and_remove_and_players_do_neither(boss: User) -> None:
    made = started(4, organizer=boss, **SWISS)
    client = Client()
    client.force_login(boss)
    at = f"/api/v1/tournaments/{made.slug}/pairing-requests"
    sent = {"kind": "forbidden", "entry": entry(made, 1).pk, "other": entry(made, 4).pk}
    answer = client.post(at, sent, content_type="application/json")
    assert answer.status_code == 201
    assert client.get(at).json()[0]["text"].startswith("Must not meet:")
    stranger = Client()
    stranger.force_login(entry(made, 1).player.user)
    assert stranger.get(at).status_code == 403
    its_address = f"{at}/{answer.json()['id']}"
    assert stranger.delete(its_address).status_code == 403
    assert client.delete(its_address).status_code == 204
    assert client.get(at).json() == []


def test_only_directors_read_requests_and_their_undoing_among_the_rulings() -> None:
    made, client = waiting()
    ruling = rule(ask(made, "forbidden", 1, 3), ordered(made))
    undone = rulings.undo(ruling.pk, by=made.organizer, now=NOW, reason="a mistake")
    rulings.undo(undone.pk, by=made.organizer, now=NOW, reason="no mistake")
    pk = PairingRequest.objects.get(revoked_at=None).pk
    client.post(requests_page(made), {"remove": pk})
    at = f"/api/v1/tournaments/{made.slug}/rulings"
    verbs = {row["verb"] for row in client.get(at).json()}
    assert {"pairing_request", "pairing_request_removed", "undo"} <= verbs
    player = Client()
    player.force_login(entry(made, 1).player.user)
    for viewer in (player, Client()):
        public = viewer.get(at).json()
        assert {row["verb"] for row in public} == verbs - {
            "pairing_request", "pairing_request_removed", "undo",
        }  # fmt: skip
