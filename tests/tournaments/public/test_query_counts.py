"""What a visitor's page asks of the database does not grow with the field, and is little."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from tests.keeping import forget
from tests.tournaments.making import NOW, tournament
from tournaments.bracket.services.start import start
from tournaments.models import Entry, PairingMatch, Tournament

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # counts queries
]

MOST = 12
MOST_OF_A_FIRST_PAGE = 14  # with the lines of series, leagues and ratings; the page is cached
MOST_OF_STANDINGS = 13  # the whole position of a stage, with the requests its pairing obeys
MOST_OF_A_PLAYER = 21  # counts, places, games, matches, clubs, series and ladders of one person, and the key of what is kept of them
OF_ONE = (
    "", "rounds/", "standings/", "entries/", "live/", "rules/", "tv/", "boards/",
    "rounds/?find=P7", "standings/?find=P7", "entries/?page=2",
)  # fmt: skip
API = ("", "/entries", "/bracket", "/standings", "/matches")
OF_ALL = (
    "/", "/tournaments/", "/players/", "/tv/", "/watch/", "/dice/", "/api/v1/tournaments",
    "/api/v1/players", "/api/v1/matches",
)  # fmt: skip
OF_A_MATCH = ("", "dice/", "dice.json", "review/", "review.json", "files/match.txt")


def test_pages_ask_the_same_of_a_large_field_as_of_a_small_one() -> None:
    counts: list[dict[str, int]] = []
    for size in (20, 150):
        made = playing(size)
        counts.append({name: asked(address) for name, address in addresses(made).items()})
    small, large = counts
    most = {
        "player": MOST_OF_A_PLAYER,
        "one ": MOST_OF_A_FIRST_PAGE,
        "one standings/": MOST_OF_STANDINGS,
        "one standings/?find=P7": MOST_OF_STANDINGS,
    }
    assert {page: n for page, n in large.items() if n > most.get(page, MOST)} == {}
    assert {page: (small[page], n) for page, n in large.items() if n > small[page]} == {}


def playing(size: int) -> Tournament:
    """A Swiss of so many whose first round is on."""
    made = tournament(name=f"Swiss of {size}", format="swiss", options={"rounds": 3})
    people = Player.objects.bulk_create(Player(name=f"P{n} of {size}") for n in range(size))
    Entry.objects.bulk_create(Entry(tournament=made, player=p, entered_at=NOW) for p in people)
    return start(made.pk, by=None, now=NOW, draw_seed="5e" * 32)


def addresses(made: Tournament) -> dict[str, str]:
    row = PairingMatch.objects.filter(pairing__stage__tournament=made).latest("pk")
    person = made.entries.latest("pk").player_id
    listed = {page: page for page in OF_ALL}
    listed |= {f"one {page}": f"/tournaments/{made.slug}/{page}" for page in OF_ONE}
    listed |= {f"api {page}": f"/api/v1/tournaments/{made.slug}{page}" for page in API}
    listed |= {f"match {page}": f"/matches/{row.match_id}/{page}" for page in OF_A_MATCH}
    return listed | {"player": f"/players/{person}/", "api player": f"/api/v1/players/{person}"}


def asked(address: str) -> int:
    """Queries of a first visit, with nothing at hand."""
    forget()
    with CaptureQueriesContext(connection) as queries:
        answer = Client().get(address, follow=True)
    assert answer.status_code == 200, address
    return len(queries)
