"""How many matches a wall shows at once: so many that every name has room, fewer while something is announced."""

import pytest
from django.core.cache import cache
from django.test import Client

from tests.tournaments.making import NOW, director, started
from tournaments.models import Announcement, Tournament
from tournaments.public.selectors.wall import ROWS, WallContent, WallRow, panels


def wall_content(matches: int) -> WallContent:
    rows = [WallRow(str(n), "A", "B", (None, None), "", "plain", None) for n in range(matches)]
    return WallContent("Open", "", tuple(rows), (), ())


@pytest.mark.parametrize(
    ("matches", "lines", "sizes"),
    [
        (24, ROWS, [8, 8, 8]),
        (61, ROWS, [16, 16, 16, 13]),
        (61, 7, [14, 14, 14, 14, 5]),
        (9, 7, [7, 2]),
    ],
)
def test_matches_take_turns_by_columns_of_so_many_lines(
    matches: int, lines: int, sizes: list[int]
) -> None:
    assert [len(panel.rows) for panel in panels([wall_content(matches)], lines)] == sizes


@pytest.mark.django_db
@pytest.mark.parametrize(("letters", "lines"), [(0, 8), (80, 7), (150, 6), (280, 5)])
def test_what_is_announced_stands_below_and_takes_the_room_of_its_lines(
    letters: int, lines: int
) -> None:
    cache.clear()
    made = started(4, organizer=director())
    if letters:
        Announcement.objects.create(tournament=made, text="x" * letters, at=NOW)
    html = wall(made)
    assert f"w-list--{lines}" in html
    assert ("w-says" in html) == bool(letters)


def wall(of: Tournament) -> str:
    return Client().get(f"/tournaments/{of.slug}/wall/").content.decode()
