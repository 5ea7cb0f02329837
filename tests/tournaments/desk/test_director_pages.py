"""The director's pages: who may use them, what a ruling does."""

import html
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.tournaments.making import (
    NOW,
    entered,
    entry,
    pairing,
    player,
    started,
    tournament,
)
from tests.tournaments.ruling.ruled_pages import ordered
from tests.tournaments.setup.filled_form import FORM
from tournaments.models import Role, Tournament

pytestmark = pytest.mark.django_db
PARTS = (
    "", "settings/", "open/", "close/", "start/", "cancel/", "walk-in/", "bots/", "seeds/",
)  # fmt: skip


def manage(of: Tournament, part: str = "") -> str:
    return f"/tournaments/{of.slug}/manage/{part}"


@pytest.mark.parametrize("part", PARTS)
def test_the_desk_is_closed_to_everybody_else(client: Client, part: str) -> None:
    shown = tournament()
    for visitor in (None, player().user):
        if visitor:
            client.force_login(visitor)
        wanted = 403 if visitor else 302
        assert client.post(manage(shown, part), {"reason": "because"}).status_code in {wanted, 405}
        assert client.get(manage(shown, part)).status_code in {wanted, 405}
    shown.refresh_from_db()
    assert shown.status == "open"


def test_a_named_director_and_staff_are_let_in(client: Client) -> None:
    shown, named = tournament(), player().user
    shown.directors.add(named)
    client.force_login(named)
    assert client.get(manage(shown)).status_code == 200
    client.force_login(User.objects.create_superuser("root", "root@example.org", "pw"))
    assert client.get(manage(shown)).status_code == 200


def test_settings_are_changed_before_the_start_and_fixed_after(client: Client, boss: User) -> None:
    shown = entered(4, organizer=boss)
    assert client.get(manage(shown, "settings/")).status_code == 200
    assert client.post(manage(shown, "settings/"), FORM).status_code == 302
    shown.refresh_from_db()
    assert (shown.name, shown.lengths) == ("Harbour Open", [9, 7])
    client.post(manage(shown, "start/"))
    answer = client.post(manage(shown, "settings/"), FORM | {"length_final": "11"})
    assert answer.status_code == 409
    assert client.post(manage(shown, "settings/"), FORM | {"name": "Renamed"}).status_code == 302
    shown.refresh_from_db()
    assert (shown.name, shown.lengths) == ("Renamed", [9, 7])


def test_from_draft_to_the_first_match(client: Client, boss: User) -> None:
    client.post("/tournaments/new/full/", FORM)
    made = Tournament.objects.get()
    client.post(manage(made, "open/"))
    client.post(manage(made, "walk-in/"), {"name": "Otso Okafor"})
    client.post(manage(made, "bots/"), {"number": "5"})
    assert made.entries.count() == 6
    first, second = made.entries.all()[:2]
    client.post(manage(made, "seeds/"), {f"seed_{first.pk}": "1", f"seed_{second.pk}": "2"})
    first.refresh_from_db()
    assert first.seed == 1
    client.post(manage(made, f"entries/{second.pk}/remove/"))
    assert made.entries.filter(status="active").count() == 5
    client.post(manage(made, "start/"))
    made.refresh_from_db()
    assert made.status == "running"
    html = client.get(manage(made)).content.decode()
    assert "Waiting for players" in html


def test_bots_take_the_free_places_only(client: Client, boss: User) -> None:
    shown = tournament(boss, entry_limit=4)
    answer = client.post(manage(shown, "bots/"), {"number": "64"}, follow=True)
    assert shown.entries.count() == 4
    html = answer.content.decode()
    assert "Bots added: 4 of 64. The tournament is now full." in html
    assert "Tournament full" in html
    assert "Add bots" not in html
    assert "walk-in/" not in html
    answer = client.post(manage(shown, "bots/"), {"number": "1"})
    assert answer.status_code == 409
    assert shown.entries.filter(player__bot_kind="").count() == 0


@pytest.mark.parametrize(
    ("part", "data", "status"),
    [
        ("walk-in/", {"name": ""}, 422),
        ("walk-in/", {"name": "x" * 81}, 422),
        ("bots/", {"number": "0"}, 302),
        ("bots/", {"number": "x"}, 302),
        ("seeds/", {"seed_1": "-1"}, 302),
    ],
)
def test_nonsense_on_the_desk_changes_nothing(
    client: Client, boss: User, part: str, data: dict[str, str], status: int
) -> None:
    shown = tournament(boss)
    assert client.post(manage(shown, part), data).status_code == status
    assert not shown.entries.exists()


def test_the_same_seed_twice_is_refused(client: Client, boss: User) -> None:
    shown = entered(2, organizer=boss)
    seeds = {f"seed_{e.pk}": "6" for e in shown.entries.all()}
    answer = client.post(manage(shown, "seeds/"), seeds)
    assert answer.status_code == 422
    assert not shown.entries.exclude(seed=None).exists()
    html = answer.content.decode()
    assert "same seed" in html
    assert (html.count('value="6"'), html.count('aria-invalid="true"')) == (2, 2)


def test_only_the_wrong_seeds_are_marked_and_all_stay_as_typed(client: Client, boss: User) -> None:
    shown = entered(4, organizer=boss)
    typed = zip(shown.entries.order_by("pk"), ("1", "2", "2", "x"), strict=True)
    seeds = {f"seed_{e.pk}": seed for e, seed in typed}
    html = client.post(manage(shown, "seeds/"), seeds).content.decode()
    assert html.count('aria-invalid="true"') == 3
    assert [html.count(f'value="{seed}"') for seed in ("1", "2", "x")] == [1, 2, 1]


def test_starting_twice_is_one_start_and_one_refusal(client: Client, boss: User) -> None:
    shown = entered(4, organizer=boss)
    assert client.post(manage(shown, "start/")).status_code == 302
    assert client.post(manage(shown, "start/")).status_code == 409
    assert shown.stages.count() == 1


def test_two_walk_ins_of_one_name_are_told_apart(client: Client, boss: User) -> None:
    shown = tournament(boss)
    for name in ("Anna Berg", "anna berg "):
        client.post(manage(shown, "walk-in/"), {"name": name})
    assert shown.entries.count() == 1
    refused = client.post(manage(shown, "walk-in/"), {"name": "Anna Berg"})
    assert "This name is already entered." in refused.content.decode()
    client.post(manage(shown, "walk-in/"), {"name": "Anna Berg, Turku"})
    assert shown.entries.count() == 2


@pytest.mark.parametrize(("number", "closed"), [(0, True), (1, True), (2, False)])
def test_the_start_is_closed_below_two_entries(client, boss, number: int, closed: bool) -> None:
    html = client.get(manage(entered(number, organizer=boss))).content.decode()
    assert ('aria-disabled="true"' in html) is closed


@pytest.mark.parametrize("number", [0, 1])
def test_starting_with_too_few_is_refused(client: Client, boss: User, number: int) -> None:
    shown = entered(number, organizer=boss)
    assert client.post(manage(shown, "start/")).status_code == 409


def rule(client: Client, of: Tournament, key: str, **data: Any) -> int:
    place = pairing(of, key)
    return ordered(client, manage(of, f"pairings/{place.pk}/"), data).status_code


def test_a_forfeit_needs_a_loser_and_a_reason(client: Client, boss: User) -> None:
    shown = started(4, organizer=boss)
    loser = entry(shown, 1).pk
    assert client.get(manage(shown, f"pairings/{pairing(shown, 'W1.1').pk}/")).status_code == 200
    assert rule(client, shown, "W1.1", verb="forfeit") == 422
    nonsense = {"f-losers": "0", "f-reason": "late"}
    assert rule(client, shown, "W1.1", verb="forfeit", **nonsense) == 422
    given = {"f-losers": str(loser), "f-reason": "Not at the table"}
    assert rule(client, shown, "W1.1", verb="forfeit", **given) == 302
    assert pairing(shown, "W1.1").loser_id == loser
    assert "Not at the table" in client.get(manage(shown)).content.decode()


def test_a_result_is_corrected_with_a_score_that_makes_sense(client: Client, boss: User) -> None:
    shown = started(4, organizer=boss)
    winner = entry(shown, 4).pk
    given = {"c-winner": winner, "c-winner_points": 3, "c-loser_points": 1, "c-reason": "sheet"}
    wrong = given | {"c-loser_points": 5}
    assert rule(client, shown, "W1.1", verb="correct", **wrong) == 422
    assert rule(client, shown, "W1.1", verb="correct", **given) == 302
    assert pairing(shown, "W1.1").winner_id == winner


def test_a_void_result_is_played_again(client: Client, boss: User) -> None:
    shown = started(2, organizer=boss)
    given = {"c-winner": entry(shown, 1).pk, "c-winner_points": 3, "c-loser_points": 0}
    rule(client, shown, "W1.1", verb="correct", **given, **{"c-reason": "mistake"})
    assert rule(client, shown, "W1.1", verb="void", **{"v-reason": "wrong table"}) == 302
    assert pairing(shown, "W1.1").outcome == ""


def test_another_tournaments_pairing_is_not_found(client: Client, boss: User) -> None:
    mine, other = started(2, organizer=boss), started(2)
    address = manage(mine, f"pairings/{pairing(other, 'W1.1').pk}/")
    assert client.get(address).status_code == 404


def test_another_directors_entry_cannot_be_taken_out(client: Client, boss: User) -> None:
    mine, other = entered(2, organizer=boss), entered(2)
    foreign = other.entries.first()
    assert foreign is not None
    assert client.post(manage(mine, f"entries/{foreign.pk}/remove/")).status_code == 403
    assert other.entries.filter(status="active").count() == 2


@pytest.mark.parametrize("verb", ["withdraw", "disqualify"])
def test_who_leaves_loses_their_match(client: Client, boss: User, verb: str) -> None:
    shown = started(4, organizer=boss)
    leaving = entry(shown, 1)
    address = manage(shown, f"entries/{leaving.pk}/{verb}/")
    assert client.get(address).status_code == 200
    assert client.post(address, {"reason": ""}).status_code == 422
    assert ordered(client, address, {"reason": "taken ill"}).status_code == 302
    leaving.refresh_from_db()
    assert leaving.status in {"withdrawn", "disqualified"}
    assert pairing(shown, "W1.1").winner_id == entry(shown, 4).pk


def test_a_cancelled_tournament_says_so(client: Client, boss: User) -> None:
    shown = started(4, organizer=boss)
    assert client.post(manage(shown, "cancel/"), {"reason": ""}).status_code == 422
    assert client.post(manage(shown, "cancel/"), {"reason": "rain"}).status_code == 302
    assert "cancelled" in client.get(f"/tournaments/{shown.slug}/").content.decode()


def test_the_form_that_cancels_is_shown_to_organizers_only(client: Client, boss: User) -> None:
    shown, named = started(4, organizer=boss), player().user
    assert client.get(manage(shown, "cancel/")).status_code == 200
    shown.directors.add(named)
    client.force_login(named)
    assert "manage/cancel/" not in client.get(manage(shown)).content.decode()
    for answer in (
        client.get(manage(shown, "cancel/")),
        client.post(manage(shown, "cancel/"), {"reason": "rain"}),
    ):
        assert answer.status_code == 403
        assert "Your role does not allow this." in answer.content.decode()


@pytest.mark.parametrize("begun", [False, True])
def test_an_assistant_is_shown_no_way_that_is_closed_to_them(client: Client, begun: bool) -> None:
    shown, helper = (started if begun else entered)(4), player().user
    Role.objects.create(tournament=shown, user=helper, kind="assistant", given_at=NOW)
    client.force_login(helper)
    for tab in ("", "?tab=matches", "?tab=entries", "?tab=standings"):
        page = client.get(manage(shown, tab)).content.decode()
        ways = set(re.findall(r'href="(/[^"#]+/manage/[^"#]+)"', page))
        closed = {way for way in ways if client.get(html.unescape(way)).status_code == 403}
        assert not closed, tab
        assert "/remove/" not in page
        assert "Save seeds" not in page
        assert "Preview draw" not in page


def test_the_desk_asks_the_same_questions_whatever_the_size(client, boss) -> None:
    asked = []
    for size in (6, 60):
        shown = started(size, organizer=boss)
        with CaptureQueriesContext(connection) as queries:
            client.get(manage(shown))
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 39
