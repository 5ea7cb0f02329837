"""The page of a new tournament: every template makes a draft that can start, and nothing typed is lost."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services.logins import create_login
from tests.tournaments.making import NOW, fill
from tests.tournaments.setup.filled_form import FORM
from tests.tournaments.setup.test_form_formats import fields_of
from tournaments.bracket.services.start import start
from tournaments.formats.setup_templates import SETUP_TEMPLATES
from tournaments.models import Tournament
from tournaments.setup.services import lifecycle
from tournaments.setup.texts import TEMPLATE_TEXTS

pytestmark = pytest.mark.django_db
NEW, PART, FULL = "/tournaments/new/", "/tournaments/new/part/", "/tournaments/new/full/"


def page(client: Client, **query: str) -> dict[str, str]:
    """What a browser would send of the page as it stands."""
    answer = client.get(NEW, query)
    assert answer.status_code == 200
    return sent_of(answer.content.decode())


def sent_of(html: str) -> dict[str, str]:
    return fields_of(html.split('id="newt"')[1].split("</form>", maxsplit=1)[0])


def rechosen(client: Client, sent: dict[str, str], template: str) -> dict[str, str]:
    """The page after another template was chosen."""
    answer = client.post(PART, sent | {"template": template})
    assert answer.status_code == 200
    return sent_of(answer.content.decode())


def created(client: Client, sent: dict[str, str], to: str = NEW) -> Tournament:
    answer = client.post(to, sent)
    assert answer.status_code == 302, re.findall(
        r'_error">.*?</span>|role="alert".*?</p>', answer.content.decode(), re.S
    )
    return Tournament.objects.order_by("-pk")[0]


def test_every_template_has_its_words() -> None:
    assert list(TEMPLATE_TEXTS) == list(SETUP_TEMPLATES)


@pytest.mark.parametrize(
    ("key", "players"),
    [
        ("club_evening", 11), ("weekend_draws", 13), ("double_loss", 9), ("swiss_rounds", 10),
        ("groups_final", 12), ("everybody", 6), ("online_weekend", 9),
    ],
)  # fmt: skip
def test_the_draft_of_a_template_starts(client: Client, boss: User, key: str, players: int) -> None:
    made = created(client, page(client, template=key) | {"name": "Thursday Cup"})
    template = SETUP_TEMPLATES[key]
    assert (made.status, made.entry_limit) == ("draft", template.tournament.places)
    assert made.lengths == list(template.tournament.lengths)
    assert made.starts_at is not None
    assert getattr(getattr(made, "venue", None), "where", "online") in {
        template.where or "board",
        "online",
    }
    lifecycle.open_entry(made.pk, by=boss)
    fill(made, players)
    begun = start(made.pk, by=boss, now=NOW)
    assert begun.status == "running"
    assert begun.stages.count() >= 1


def test_a_name_alone_makes_a_draft(client: Client, boss: User) -> None:
    sent = page(client)
    assert sent["name"] == ""
    made = created(client, sent | {"name": "Thursday Cup"})
    assert (made.format, made.lengths, made.clock) == (
        "single_elimination", [7, 5], {"preset": "fast"},
    )  # fmt: skip
    assert made.venue.where == "board"


def test_without_a_name_nothing_is_made_and_nothing_is_lost(client: Client, boss: User) -> None:
    answer = client.post(NEW, page(client) | {"entry_limit": "23", "length_final": "11"})
    assert answer.status_code == 422
    assert not Tournament.objects.exists()
    html = answer.content.decode()
    assert 'class="error"' in html
    again = sent_of(html)
    assert (again["entry_limit"], again["length_final"]) == ("23", "11")


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("entry_limit", "many"), ("expected", "1"), ("starts_at", "tomorrow"), ("length_final", "0"),
        ("clock", "hourglass"), ("pay_table", "first: half"), ("where", "moon"), ("plan", "chess"),
        ("spectator_delay_s", "-1"), ("r-preset", "chess"),
    ],
)  # fmt: skip
def test_nonsense_is_refused_at_its_field(
    client: Client, boss: User, field: str, typed: str
) -> None:
    answer = client.post(NEW, page(client) | {"name": "Thursday Cup", field: typed})
    assert answer.status_code == 422
    assert 'class="error"' in answer.content.decode()
    assert not Tournament.objects.exists()
    part = client.post(PART, page(client) | {field: typed})
    assert part.status_code == 200


def test_what_was_typed_stays_when_another_template_is_chosen(client: Client, boss: User) -> None:
    typed = {
        "name": "Harbour Cup",
        "starts_at": "2096-07-04T15:00",
        "entry_limit": "23",
        "length_final": "9",
    }
    again = rechosen(client, page(client) | typed, "weekend_draws")
    assert {name: again[name] for name in typed} == typed
    assert (again["plan"], again["length_earlier"], again["to_consolation"]) == (
        "consolation",
        "9",
        "5",
    )
    assert (again["clock"], again["publishes"], again["filled"]) == (
        "standard",
        "director",
        "weekend_draws",
    )


def test_what_was_not_typed_follows_the_template(client: Client, boss: User) -> None:
    again = rechosen(client, page(client), "swiss_rounds")
    assert (again["entry_limit"], again["plan"], again["o_rounds"]) == ("32", "swiss", "6")
    assert again["where"] == "board", "this template leaves the mode of play as it was"
    assert rechosen(client, again, "online_weekend")["where"] == "online"


def test_a_box_that_was_unticked_stays_unticked(client: Client, boss: User) -> None:
    sent = page(client)
    del sent["late_entry"]
    assert "late_entry" not in rechosen(client, sent, "weekend_draws")


def test_a_template_without_javascript_is_shown_before_it_is_saved(
    client: Client, boss: User
) -> None:
    sent = page(client) | {"name": "Thursday Cup", "template": "everybody"}
    answer = client.post(NEW, sent)
    assert answer.status_code == 422
    assert "the settings below have changed" in answer.content.decode()
    made = created(client, sent_of(answer.content.decode()))
    assert (made.name, made.format) == ("Thursday Cup", "round_robin")


def test_a_format_without_javascript_is_shown_before_it_is_saved(
    client: Client, boss: User
) -> None:
    answer = client.post(NEW, page(client) | {"name": "Thursday Cup", "plan": "groups_knockout"})
    assert answer.status_code == 422
    made = created(client, sent_of(answer.content.decode()))
    assert (made.format, made.later_stages[0]["format"]) == ("groups", "single_elimination")


def test_another_rule_book_comes_with_its_switches(client: Client, boss: User) -> None:
    made = created(client, page(client) | {"name": "Thursday Cup", "r-preset": "sr_nocube"})
    assert made.rules == lifecycle.rules_with_preset("sr_nocube", {})


def test_all_settings_goes_on_with_what_was_typed_and_back(client: Client, boss: User) -> None:
    typed = {"name": "Thursday Cup", "entry_limit": "23", "clock": "speed"}
    answer = client.post(FULL, page(client, template="weekend_draws") | typed | {"show": "1"})
    assert answer.status_code == 200
    full = fields_of(answer.content.decode().split('class="form"')[1].split("</form>")[0])
    assert {name: full[name] for name in typed} == typed
    assert (full["plan"], full["to_last_chance"], full["publishes"]) == (
        "consolation",
        "3",
        "director",
    )
    back = client.post(NEW, full | {"show": "1", "description": "Bring a board."})
    assert back.status_code == 200
    again = sent_of(back.content.decode())
    assert (again["name"], again["description"]) == ("Thursday Cup", "Bring a board.")
    made = created(client, full | {"spectator_delay_s": "60"}, FULL)
    assert (made.spectator_delay_s, made.entry_limit, made.venue.where) == (60, 23, "board")


def test_an_empty_name_is_no_error_on_the_way_to_all_settings(client: Client, boss: User) -> None:
    html = client.post(FULL, page(client) | {"show": "1"}).content.decode()
    assert 'class="error"' not in html


def test_the_full_form_is_complete_by_itself(client: Client, boss: User) -> None:
    assert client.get(FULL).status_code == 200
    assert created(client, FORM, FULL).lengths == [9, 7]


def test_the_card_says_what_players_will_get(client: Client, boss: User) -> None:
    html = client.post(
        PART, page(client) | {"name": "Harbour Cup", "entry_limit": "8"}
    ).content.decode()
    card = html.split('id="live"')[1]
    assert "Harbour Cup" in card
    assert "Everybody plays at least 1 match, usually" in card
    assert "at most 8 players" in card
    assert "Over the board" in card
    assert "Crawford" in card or "Tournament" in card


def test_ones_own_tournament_is_repeated_with_its_settings_and_without_its_players(
    client: Client, boss: User
) -> None:
    past = created(
        client,
        FORM | {"where": "board", "third_place": "on", "r-holland": "on", "clock": "fast"},
        FULL,
    )
    lifecycle.open_entry(past.pk, by=boss)
    fill(past, 5)
    made = created(client, page(client, template=f"again:{past.slug}"))
    assert made.pk != past.pk
    same = ("name", "format", "options", "lengths", "rules", "clock", "entry_limit", "time_zone")
    assert [getattr(made, name) for name in same] == [getattr(past, name) for name in same]
    assert (made.venue.where, made.entries.count()) == ("board", 0)
    assert made.starts_at is not None
    assert past.starts_at is not None
    assert made.starts_at > past.starts_at
    assert f'value="again:{made.slug}"' in client.get(NEW).content.decode()


def test_what_only_a_past_tournament_had_is_copied_too(client: Client, boss: User) -> None:
    past = created(client, page(client) | {"name": "Thursday Cup"})
    own = {"kind": "simple", "reserve_ms_per_point": 90_000, "delay_ms": 7_000}
    terms = [{"stage": 1, "section": "main", "from_end": 1, "length": 15}]
    Tournament.objects.filter(pk=past.pk).update(clock=own, special_terms=terms)
    made = created(client, page(client, template=f"again:{past.slug}"))
    assert (made.clock, made.special_terms) == (own, terms)


def test_a_tournament_of_somebody_else_is_no_template(client: Client, boss: User) -> None:
    other = create_login("other", "other@example.org", "pw", verified=True)
    theirs = lifecycle.create(organizer=other, name="Secret Cup", lengths=[21])
    html = client.get(NEW, {"template": f"again:{theirs.slug}"}).content.decode()
    assert "Secret Cup" not in html
    assert sent_of(html)["template"] == "club_evening"


def test_the_page_asks_as_often_however_many_tournaments_one_has(
    client: Client, boss: User
) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            page(client)
        return len(queries)

    page(client)
    before = asked()
    for number in range(6):
        lifecycle.create(organizer=boss, name=f"Cup {number}", lengths=[5])
    assert asked() == before
