"""The pages of a ruling: what would move, yes or no, what changed meanwhile, and the record with its way back."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.making import (
    director,
    entry,
    join,
    match_of,
    pairing,
    shown,
    started,
    win,
    win_all,
)
from tests.tournaments.ruling import rulings
from tests.tournaments.ruling.ruled_pages import hidden, ordered
from tournaments.models import Override, Ruling, Tournament

pytestmark = pytest.mark.django_db
QUARTERS = ("W1.1 1", "W1.2 4", "W1.3 2", "W1.4 3")


def place(of: Tournament, key: str) -> str:
    return f"/tournaments/{of.slug}/manage/pairings/{pairing(of, key).pk}/"


def given(of: Tournament, winner: object, **more: Any) -> dict[str, Any]:
    points = {"c-winner_points": 3, "c-loser_points": 1}
    who = {"verb": "correct", "c-winner": entry(of, winner).pk, "c-reason": "mixed up"}
    return who | points | more


def test_the_page_says_what_would_move_and_changes_nothing(client: Client, boss: User) -> None:
    made = started(8, organizer=boss)
    win_all(made, *QUARTERS)
    join(made, "W2.1")
    answer = client.post(place(made, "W1.2"), given(made, 5))
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "1 match in progress becomes void (kept in the record)" in html
    assert "Keep as it is" in html
    assert "Apply 6 changes" in html
    assert (shown(made, "W2.1"), Ruling.objects.count()) == ("1 4", 0)


def test_the_yes_carries_what_was_typed(client: Client, boss: User) -> None:
    made = started(8, organizer=boss)
    win_all(made, *QUARTERS)
    first = client.post(place(made, "W1.2"), given(made, 5))
    assert hidden(first)["c-reason"] == ["mixed up"]
    assert client.post(place(made, "W1.2"), hidden(first)).status_code == 302
    assert shown(made, "W2.1") == "1 5"
    assert Ruling.objects.get().reason == "mixed up"


def test_both_losers_of_a_double_forfeit_are_carried(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    both = [entry(made, 1).pk, entry(made, 4).pk]
    data = {"verb": "forfeit", "f-losers": both, "f-reason": "nobody came"}
    assert ordered(client, place(made, "W1.1"), data).status_code == 302
    assert pairing(made, "W1.1").outcome == "double_forfeit"


def test_a_yes_is_asked_again_when_something_has_happened(client: Client, boss: User) -> None:
    made = started(8, organizer=boss)
    win_all(made, *QUARTERS)
    first = client.post(place(made, "W1.2"), given(made, 5))
    join(made, "W2.1")
    again = client.post(place(made, "W1.2"), hidden(first))
    html = again.content.decode()
    assert again.status_code == 409
    assert "This page was out of date." in html
    assert "1 match in progress becomes void" in html
    assert client.post(place(made, "W1.2"), hidden(again)).status_code == 302


def test_a_form_out_of_date_keeps_what_was_typed_and_says_who_did_what(
    client: Client, boss: User
) -> None:
    made, colleague = started(4, organizer=boss), director("colleague")
    made.directors.add(colleague)
    page = client.get(place(made, "W1.1"))
    seen = hidden(page)["seen"][0]
    won = entry(made, 4).pk
    order = {"by": colleague, "now": made.started_at, "reason": "told at the desk"}
    rulings.correct_result(pairing(made, "W1.1").pk, winner=won, **order)
    answer = client.post(place(made, "W1.1"), given(made, 1, seen=seen))
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Nothing was overwritten" in html
    assert "told at the desk" in html
    assert "colleague" in html
    assert "No result yet" in html
    assert 'value="mixed up"' in html
    assert pairing(made, "W1.1").winner_id == won
    assert ordered(client, place(made, "W1.1"), given(made, 1)).status_code == 302


def test_the_yes_to_a_form_out_of_date_is_refused_as_well(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    seen = hidden(client.get(place(made, "W1.1")))["seen"][0]
    first = client.post(place(made, "W1.1"), given(made, 4, seen=seen))
    win(made, "W1.1", 1)
    answer = client.post(place(made, "W1.1"), hidden(first))
    assert answer.status_code == 409
    assert "Nothing was overwritten" in answer.content.decode()
    assert pairing(made, "W1.1").winner == entry(made, 1)


def test_a_ruling_is_undone_from_the_record(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    win(made, "W1.1", 1)
    ordered(client, place(made, "W1.1"), given(made, 4))
    ruling = Ruling.objects.get()
    record = client.get(f"/tournaments/{made.slug}/manage/rulings/").content.decode()
    address = f"/tournaments/{made.slug}/manage/rulings/{ruling.pk}/undo/"
    assert address in record
    assert "1 (Resignation) → 4 3–1" in record
    assert client.get(address).status_code == 200
    assert ordered(client, address, {"reason": "it was right"}).status_code == 302
    assert shown(made, "W2.1") == "1 ?"
    record = client.get(f"/tournaments/{made.slug}/manage/rulings/").content.decode()
    assert address not in record
    assert "it was right" in record


def test_what_cannot_be_undone_says_why(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    for name in (4, 1):
        ordered(client, place(made, "W1.1"), given(made, name))
    first = Ruling.objects.order_by("pk")[0]
    address = f"/tournaments/{made.slug}/manage/rulings/{first.pk}/undo/"
    html = client.get(address).content.decode()
    assert "Undo this later ruling first" in html
    assert client.post(address, {"reason": "all the same"}).status_code == 409


def test_two_seats_are_exchanged_and_one_is_left_empty(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    other = pairing(made, "W1.2")
    data = {"verb": "seat", "w-side": 1, "w-who": f"swap-{other.pk}-1", "w-reason": "wrong draw"}
    assert ordered(client, place(made, "W1.1"), data).status_code == 302
    assert (shown(made, "W1.1"), shown(made, "W1.2")) == ("2 4", "1 3")
    data = {"verb": "seat", "w-side": 2, "w-who": "nobody", "w-reason": "went home"}
    assert ordered(client, place(made, "W1.1"), data).status_code == 302
    assert shown(made, "W1.1") == "2 –"
    assert Override.objects.filter(revoked_at=None).count() == 3


def test_the_score_of_a_match_that_is_on_is_set_and_set_back(client: Client, boss: User) -> None:
    made = started(2, organizer=boss)
    join(made, "W1.1")
    first, two = entry(made, 1).pk, entry(made, 2).pk
    data = {"verb": "score", f"s-points_{first}": 1, f"s-points_{two}": 2, "s-reason": "last game"}
    assert ordered(client, place(made, "W1.1"), data).status_code == 302
    match = match_of(made, "W1.1")
    assert (match.score_a, match.score_b) == (1, 2)
    ruling = Ruling.objects.get()
    address = f"/tournaments/{made.slug}/manage/rulings/{ruling.pk}/undo/"
    assert ordered(client, address, {"reason": "it was right"}).status_code == 302
    match.refresh_from_db()
    assert (match.score_a, match.score_b) == (0, 0)


def test_a_finished_match_goes_on(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    win(made, "W1.1", 1)
    data = {"verb": "reopen", "o-reason": "conceded by mistake"}
    assert ordered(client, place(made, "W1.1"), data).status_code == 302
    assert (shown(made, "W2.1"), match_of(made, "W1.1").is_over) == ("? ?", False)


def test_the_record_is_paged_and_closed_to_others(client: Client, boss: User) -> None:
    made = started(2, organizer=boss)
    Ruling.objects.bulk_create(
        Ruling(tournament=made, at=made.started_at, verb="pause", reason=f"alarm {n}")
        for n in range(60)
    )
    address = f"/tournaments/{made.slug}/manage/rulings/"
    assert "alarm 59" in client.get(address).content.decode()
    assert "alarm 5<" in client.get(address, {"page": 2}).content.decode()
    client.force_login(director())
    assert client.get(address).status_code == 403
    assert client.post(f"{address}1/undo/", {"reason": "because"}).status_code == 403


def test_the_record_asks_the_same_questions_whatever_its_length(
    client: Client, boss: User, django_assert_max_num_queries: Any
) -> None:
    made = started(8, organizer=boss)
    for key, name in (("W1.1", 1), ("W1.2", 4), ("W1.3", 2), ("W1.4", 3)):
        ordered(client, place(made, key), given(made, name))
    with django_assert_max_num_queries(12):
        client.get(f"/tournaments/{made.slug}/manage/rulings/")


def test_a_stage_that_others_would_play_now_can_be_drawn_again(client: Client, boss: User) -> None:
    later_stages = [{"format": "single_elimination", "take": {"cut": "top", "n": 4}}]
    facts = {"format": "swiss", "options": {"rounds": 1}, "later_stages": later_stages}
    made = started(6, organizer=boss, **facts)
    for key in ("R1.1", "R1.2", "R1.3"):
        win(made, key, pairing(made, key).slots.get(side=1).entry.player.name)
    join(made, "W1.1")
    field = made.stages.get(number=2).field
    loser = pairing(made, "R1.1").loser
    ordered(client, place(made, "R1.1"), given(made, loser.player.name))
    address = f"/tournaments/{made.slug}/manage/stages/2/redraw/"
    record = f"/tournaments/{made.slug}/manage/rulings/"
    assert made.stages.get(number=2).field == field
    assert address in client.get(record).content.decode()
    assert ordered(client, address, {"reason": "wrong sheet"}).status_code == 302
    assert made.stages.get(number=2).field != field
    assert address not in client.get(record).content.decode()


def test_each_button_says_to_a_screen_reader_what_it_rules(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    for key in ("W1.1", "W2.1"):
        html = client.get(place(made, key)).content.decode()
        names = [
            " ".join(re.sub(r"<[^>]+>", "", name).split())
            for name in re.findall(r"<button[^>]*>(.*?)</button>", html, re.DOTALL)
        ]
        ruling = [name for name in names if name.startswith("Preview changes")]
        assert ruling
        assert len(set(ruling)) == len(ruling)
        assert "Preview changes" not in ruling
