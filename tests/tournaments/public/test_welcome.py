"""The first page for visitors: playing comes first, tournaments and organizing below."""

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.engine.rules import Rules
from games.services import lobby
from tests.games.services.tables import person

pytestmark = pytest.mark.django_db
RULES = Rules.preset("tournament", 3)


def test_its_first_button_leads_to_play(client: Client) -> None:
    page = client.get("/").content.decode()
    main = page[page.index("<main") :]
    first = main[main.index('class="btn') :]
    assert first.index('href="/play/"') < first.index(">")


def test_it_counts_who_waits_for_an_opponent(client: Client) -> None:
    hosts = [person(), person()]
    for host in hosts:
        lobby.post(host, RULES, None, timezone.now())
    answer = client.get("/")
    assert answer.context["challenges"] == 2
    assert answer.context["waiting"] == [host.pk for host in hosts]


def test_a_full_lobby_costs_no_more_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/")
    with django_assert_num_queries(4) as few:
        client.get("/")
    for _n in range(3):
        lobby.post(person(), RULES, None, timezone.now())
    with django_assert_num_queries(len(few)):
        client.get("/")
