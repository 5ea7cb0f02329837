"""Looking for a name that more than a dozen bear: players to be seen there are found, however many of the name are not."""

import re
from urllib.parse import unquote

import pytest
from django.db.models import F
from django.test import Client

from accounts.models import Player
from tests.tournaments.making import NOW, entered, entry, nobody
from tests.tournaments.public.drawing_made import drawn
from tournaments.bracket.selectors import entry_search
from tournaments.entry.services import entries
from tournaments.models import Tournament

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # names are compared and ordered by the database
]
SWISS = {"format": "swiss", "options": {"rounds": 2}}
TABS = ("rounds/", "standings/")
CHIP = r'<a class="chip" href="[?][^"]*follow=[^"]*">(.*?)</a>'


def swiss(gone: int, there: int) -> Tournament:
    """Eight of no name and so many Anns, the first of whom left before the draw."""
    made = entered(8, **SWISS)
    anns = [nobody(f"Ann {number:02}") for number in range(1, gone + there + 1)]
    for player in anns:
        entries.add_walk_in(made.pk, by=None, now=NOW, player=player)
    for player in anns[:gone]:
        entries.withdraw(made.pk, player)
    return drawn(made)


def led(client: Client, of: Tournament, tab: str, asked: str) -> str:
    """Where the page of who was asked for is."""
    answer = client.get(f"/tournaments/{of.slug}/{tab}", {"find": asked})
    return unquote(answer.headers.get("Location", ""))


def offered(client: Client, of: Tournament, tab: str, asked: str) -> list[str]:
    """Who may be meant."""
    page = client.get(f"/tournaments/{of.slug}/{tab}", {"find": asked}).content.decode()
    assert "Which player do you mean?" in page
    return re.findall(r'<a class="chip" href="\?[^"]*follow=\d+[^"]*">(Ann \d\d)</a>', page)


@pytest.mark.parametrize("tab", TABS)
def test_the_only_one_of_a_name_who_plays_is_found_behind_a_dozen_who_left(
    client: Client, tab: str
) -> None:
    made = swiss(gone=entry_search.SHOWN + 3, there=1)
    there = entry(made, f"Ann {entry_search.SHOWN + 4}")
    assert f"follow={there.pk}" in led(client, made, tab, "ann")


@pytest.mark.parametrize("tab", TABS)
def test_of_more_than_a_dozen_the_first_are_offered_and_each_is_found_by_more_of_the_name(
    client: Client, tab: str
) -> None:
    made = swiss(gone=2, there=entry_search.SHOWN + 2)
    names = [f"Ann {number:02}" for number in range(3, entry_search.SHOWN + 5)]
    assert offered(client, made, tab, "ann") == names[: entry_search.SHOWN]
    assert f"follow={entry(made, names[-1]).pk}" in led(client, made, tab, names[-1])


@pytest.mark.parametrize("tab", TABS)
def test_two_of_the_very_same_name_are_told_apart_by_their_numbers_in_the_draw(
    client: Client, tab: str
) -> None:
    made = swiss(gone=0, there=3)
    Player.objects.filter(name="Ann 02").update(name="Ann 01")
    Tournament.objects.filter(pk=made.pk).update(version=F("version") + 1)
    page = client.get(f"/tournaments/{made.slug}/{tab}", {"find": "ann"}).content.decode()
    shown = [" ".join(re.sub("<[^>]+>", "", chip).split()) for chip in re.findall(CHIP, page)]
    numbered = client.get(f"/tournaments/{made.slug}/entries/").content.decode()
    rows = re.findall(r'<td class="r num">(\d+)</td><td>.*?(Ann \d\d)', numbered)
    assert sorted(shown) == sorted(
        [f"{name} No. {n}" for n, name in rows if name == "Ann 01"] + ["Ann 03"]
    )


def test_everybody_of_a_name_is_at_hand_beyond_those_who_are_shown() -> None:
    made = swiss(gone=2, there=entry_search.SHOWN + 2)
    people = entry_search.people(Tournament.objects.get(pk=made.pk))
    assert len(entry_search.matching(people, "ann")) == entry_search.SHOWN
    assert len(entry_search.matching(people, "ann", 300)) == entry_search.SHOWN + 4
