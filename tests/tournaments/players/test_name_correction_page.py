"""The name of a walk-in on the page of their entry, and what visitors see of it afterwards."""

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from tests.tournaments.making import NOW, SEED, entered, entry, tournament
from tests.tournaments.public.test_response_cache import visitor
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def running(boss: User) -> Tournament:
    made = tournament(boss, format="swiss", options={"rounds": 2})
    for name in ("Anna", "Bo", "Cai", "Dan"):
        entries.add_walk_in(made.pk, by=None, now=NOW, name=name)
    return start(made.pk, by=None, now=NOW, draw_seed=SEED)


def page(made: Tournament, name: str) -> str:
    return f"/tournaments/{made.slug}/manage/entries/{entry(made, name).pk}/"


def name_fields(made: Tournament, was: str, name: str) -> dict[str, str]:
    return {"verb": "names", f"called_{entry(made, was).player_id}": name}


def test_the_page_of_a_walk_in_offers_to_correct_the_name_and_a_players_with_a_login_does_not(
    client: Client, boss: User
) -> None:
    made = entered(1, organizer=boss)
    entries.add_walk_in(made.pk, by=None, now=NOW, name="Anna")
    assert 'name="verb" value="names"' in client.get(page(made, "Anna")).content.decode()
    assert 'name="verb" value="names"' not in client.get(page(made, "1")).content.decode()
    client.post(page(made, "1"), name_fields(made, "1", "Somebody"))
    assert entry(made, "1").player.name == "1"


def test_what_visitors_were_shown_before_has_the_new_name_at_once(
    client: Client, boss: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "close_if_unusable_or_obsolete", lambda: None)
    made, reader = running(boss), visitor()
    addresses = [f"/api/v1/tournaments/{made.slug}/{part}" for part in ("standings", "entries")]
    addresses += [f"/tournaments/{made.slug}/?tab={tab}" for tab in ("standings", "entries")]
    for address in addresses:
        assert "Anna" in reader.get(address, follow=True).content.decode()
    answer = client.post(page(made, "Anna"), name_fields(made, "Anna", "Aino"), follow=True)
    assert answer.status_code == 200
    assert "Aino" in answer.content.decode()
    for address in addresses:
        shown = reader.get(address, follow=True).content.decode()
        assert ("Aino" in shown, "Anna" in shown) == (True, False)
    record = client.get(f"/tournaments/{made.slug}/manage/rulings/").content.decode()
    assert "Name corrected" in record
    assert "Anna → Aino" in record


def test_a_name_that_is_taken_is_said_beside_the_field_and_what_was_typed_stays(
    client: Client, boss: User
) -> None:
    made = running(boss)
    answer = client.post(page(made, "Anna"), name_fields(made, "Anna", "Bo"))
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "This name is already entered." in html
    assert 'value="Bo"' in html
    assert entry(made, "Anna").player.name == "Anna"


def test_a_name_in_another_directors_tournament_is_refused_with_a_sentence(
    client: Client, boss: User
) -> None:
    made, other = running(boss), tournament()
    entries.add_walk_in(other.pk, by=None, now=NOW, player=entry(made, "Anna").player)
    answer = client.post(page(made, "Anna"), name_fields(made, "Anna", "Aino"))
    assert answer.status_code == 422
    assert "that you do not direct" in answer.content.decode()


def test_two_directors_who_correct_one_name_do_not_overwrite_each_other(
    client: Client, boss: User
) -> None:
    made = running(boss)
    address, first = page(made, "Anna"), name_fields(made, "Anna", "Aino")
    seen = client.get(address).context["seen"]
    assert client.post(address, {**first, "seen": seen}).status_code == 302
    second = {**first, "seen": seen} | {next(k for k in first if k != "verb"): "Anne"}
    answer = client.post(address, second)
    assert answer.status_code == 409
    assert "Anna → Aino" in answer.content.decode()
