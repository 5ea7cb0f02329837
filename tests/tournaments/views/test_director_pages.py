"""The director's pages: who may use them, what the form accepts, what a ruling does."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.logins import create_login
from tests.tournaments.making import director, entered, entry, pairing, player, started, tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
FORM = {
    "name": "Harbour Open",
    "description": "Bring a board.",
    "starts_at": "2026-07-04T15:00",
    "time_zone": "Europe/Tallinn",
    "entry_limit": "16",
    "length_final": "9",
    "length_semi": "7",
    "length_quarter": "7",
    "length_earlier": "7",
    "clock": "standard",
    "clock_kind": "simple",
    "join_minutes": "10",
    "draw_method": "random",
    "spectator_delay_s": "0",
    "r-preset": "tournament",
    "r-cube": "on",
    "r-crawford": "on",
    "r-opening_roll": "use_both",
    "r-resign": "any",
    "r-dead_cube": "lock",
    "r-illegal_play": "legal_moves",
    "r-die_on_checker": "cocked",
    "r-murphy_limit": "0",
    "r-max_beavers": "0",
    "r-cube_cap": "",
}
PARTS = (
    "", "settings/", "open/", "close/", "start/", "cancel/", "walk-in/", "bots/", "seeds/",
)  # fmt: skip


@pytest.fixture
def boss(client: Client) -> User:
    boss = director()
    client.force_login(boss)
    return boss


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


def test_an_unverified_account_may_not_make_a_tournament(client: Client) -> None:
    client.force_login(create_login("new", "new@example.org", "pw", verified=False))
    answer = client.get("/tournaments/new/")
    assert answer.status_code == 403
    assert "Confirm your e-mail" in answer.content.decode()
    assert client.post("/tournaments/new/", FORM).status_code == 403


def test_the_form_makes_a_draft_with_everything_said(client: Client, boss: User) -> None:
    assert client.get("/tournaments/new/").status_code == 200
    answer = client.post("/tournaments/new/", FORM | {"third_place": "on", "r-holland": "on"})
    assert answer.status_code == 302
    made = Tournament.objects.get()
    assert (made.organizer, made.status, made.lengths) == (boss, "draft", [9, 7])
    assert made.starts_at is not None
    assert made.starts_at.isoformat() == "2026-07-04T12:00:00+00:00"
    assert (made.rules["holland"], made.rules["preset"]) == (True, "tournament")
    assert made.clock == {"preset": "standard", "kind": "simple"}
    assert made.options == {"third_place": True}
    assert "Harbour Open" in client.get(manage(made)).content.decode()


def test_no_clock_is_a_clock_too(client: Client, boss: User) -> None:
    client.post("/tournaments/new/", FORM | {"clock": "none"})
    assert Tournament.objects.get().clock is None


@pytest.mark.parametrize("preset", ["ee_collection_classique", "pl_match", "fi_international",
                                    "sr_nocube", "tournament", "money"])  # fmt: skip
def test_every_rule_book_can_be_chosen(client: Client, boss: User, preset: str) -> None:
    assert client.post("/tournaments/new/", FORM | {"r-preset": preset}).status_code == 302


@pytest.mark.parametrize(
    "nonsense",
    [
        {"name": ""}, {"name": "  "}, {"name": "---"}, {"name": "x" * 121}, {"name": "a\x00b"},
        {"description": "x" * 4001}, {"starts_at": "tomorrow"}, {"starts_at": "9999-12-31T23:59"},
        {"starts_at": "2026-07-04T15:00+02:00"}, {"starts_at": "0001-01-01T00:00"},
        {"time_zone": "Mars/Olympus"}, {"time_zone": ""}, {"entry_limit": "1"},
        {"entry_limit": "-5"}, {"entry_limit": "99999999999999999999"}, {"entry_limit": "many"},
        {"length_final": "0"}, {"length_final": "100"}, {"length_semi": ""},
        {"length_earlier": "7.5"}, {"clock": "hourglass"}, {"clock_kind": "x"},
        {"join_minutes": "0"}, {"draw_method": "x"}, {"spectator_delay_s": "-1"},
        {"r-preset": "chess"}, {"r-opening_roll": ""}, {"r-cube_cap": "3"}, {"r-murphy_limit": "99"},
        {"r-max_beavers": "-1"}, {"r-holland": "on", "r-crawford": ""},
    ],
    ids=str,
)  # fmt: skip
def test_nonsense_in_the_form_is_told_and_nothing_is_made(
    client: Client, boss: User, nonsense: dict[str, str]
) -> None:
    data = {
        name: value for name, value in (FORM | nonsense).items() if value or name != "r-crawford"
    }
    answer = client.post("/tournaments/new/", data)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert 'class="error"' in html or "notice--danger" in html
    assert not Tournament.objects.exists()


def test_an_empty_form_is_no_error_of_the_server(client: Client, boss: User) -> None:
    assert client.post("/tournaments/new/", {}).status_code == 422
    assert client.post("/tournaments/new/rules/", {}).status_code == 200


def part(client: Client, **changes: str) -> str:
    answer = client.post("/tournaments/new/rules/", FORM | changes)
    assert answer.status_code == 200
    return answer.content.decode()


def test_choosing_a_book_sets_its_switches(client: Client, boss: User) -> None:
    html = part(client, **{"changed": "preset", "r-preset": "sr_nocube"})
    assert 'value="reroll_pair" selected' in html
    assert "usually played with the doubling cube" in html


def test_what_is_unusual_is_told_while_typing(client: Client, boss: User) -> None:
    assert "Not usual" not in part(client, changed="switch")
    assert "odd number" in part(client, changed="switch", length_semi="6")
    assert "Jacoby rule is not customary" in part(client, **{"changed": "switch", "r-jacoby": "on"})
    for typed in ("", "x", "0", "-1", "999999999999", "²"):
        part(client, changed="switch", length_final=typed)


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
    client.post("/tournaments/new/", FORM)
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
    assert "Waiting for the players" in html


def test_bots_take_the_free_places_only(client: Client, boss: User) -> None:
    shown = tournament(boss, entry_limit=4)
    client.post(manage(shown, "bots/"), {"number": "64"})
    assert shown.entries.count() == 4
    answer = client.post(manage(shown, "bots/"), {"number": "1"})
    assert answer.status_code == 409
    assert shown.entries.filter(player__bot_kind="").count() == 0


@pytest.mark.parametrize(
    ("part", "data"),
    [
        ("walk-in/", {"name": ""}),
        ("walk-in/", {"name": "x" * 81}),
        ("bots/", {"number": "0"}),
        ("bots/", {"number": "x"}),
        ("seeds/", {"seed_1": "-1"}),
    ],
)
def test_nonsense_on_the_desk_changes_nothing(client, boss, part: str, data: dict) -> None:
    shown = tournament(boss)
    assert client.post(manage(shown, part), data).status_code == 302
    assert not shown.entries.exists()


def test_the_same_seed_twice_is_refused(client: Client, boss: User) -> None:
    shown = entered(2, organizer=boss)
    seeds = {f"seed_{e.pk}": "1" for e in shown.entries.all()}
    client.post(manage(shown, "seeds/"), seeds)
    assert not shown.entries.exclude(seed=None).exists()
    assert "same seed" in client.get(manage(shown)).content.decode()


def test_starting_twice_is_one_start_and_one_refusal(client: Client, boss: User) -> None:
    shown = entered(4, organizer=boss)
    assert client.post(manage(shown, "start/")).status_code == 302
    assert client.post(manage(shown, "start/")).status_code == 409
    assert shown.brackets.count() == 1


def test_starting_with_one_entry_is_refused(client: Client, boss: User) -> None:
    shown = entered(1, organizer=boss)
    assert client.post(manage(shown, "start/")).status_code == 409


def rule(client: Client, of: Tournament, key: str, **data: Any) -> int:
    place = pairing(of, key)
    return client.post(manage(of, f"pairings/{place.pk}/"), data).status_code


def test_a_forfeit_needs_a_loser_and_a_reason(client: Client, boss: User) -> None:
    shown = started(4, organizer=boss)
    loser = entry(shown, 1).pk
    assert client.get(manage(shown, f"pairings/{pairing(shown, 'W1.1').pk}/")).status_code == 200
    assert rule(client, shown, "W1.1", verb="forfeit") == 422
    nonsense = {"f-losers": "0", "f-reason": "late"}
    assert rule(client, shown, "W1.1", verb="forfeit", **nonsense) == 422
    given = {"f-losers": str(loser), "f-reason": "not at the table"}
    assert rule(client, shown, "W1.1", verb="forfeit", **given) == 302
    assert pairing(shown, "W1.1").loser_id == loser
    assert "not at the table" in client.get(manage(shown)).content.decode()


def test_a_result_is_corrected_with_a_score_that_makes_sense(client: Client, boss: User) -> None:
    shown = started(4, organizer=boss)
    winner = entry(shown, 4).pk
    given = {"c-winner": winner, "c-winner_points": 3, "c-loser_points": 1, "c-reason": "sheet"}
    wrong = given | {"c-loser_points": 5}
    assert rule(client, shown, "W1.1", verb="correct", **wrong) == 422
    assert rule(client, shown, "W1.1", verb="correct", **given) == 302
    assert pairing(shown, "W1.1").winner_id == winner


def test_a_void_result_is_played_anew(client: Client, boss: User) -> None:
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
def test_who_leaves_loses_his_match(client: Client, boss: User, verb: str) -> None:
    shown = started(4, organizer=boss)
    leaving = entry(shown, 1)
    address = manage(shown, f"entries/{leaving.pk}/{verb}/")
    assert client.get(address).status_code == 200
    assert client.post(address, {"reason": ""}).status_code == 422
    assert client.post(address, {"reason": "taken ill"}).status_code == 302
    leaving.refresh_from_db()
    assert leaving.status in {"withdrawn", "disqualified"}
    assert pairing(shown, "W1.1").winner_id == entry(shown, 4).pk


def test_a_cancelled_tournament_says_so(client: Client, boss: User) -> None:
    shown = started(4, organizer=boss)
    assert client.post(manage(shown, "cancel/"), {"reason": ""}).status_code == 422
    assert client.post(manage(shown, "cancel/"), {"reason": "rain"}).status_code == 302
    assert "cancelled" in client.get(f"/tournaments/{shown.slug}/").content.decode()


def test_the_desk_asks_the_same_questions_whatever_the_size(
    client, boss, django_assert_max_num_queries
) -> None:
    shown = started(64, organizer=boss)
    with django_assert_max_num_queries(16):
        client.get(manage(shown))
