"""Entries looked up by name; everybody of a version is at hand."""

import pytest

from accounts.services.profile import update_profile
from tests.tournaments.public.drawing_made import begun
from tournaments.bracket.selectors.entry_search import EntryName, matching, people
from tournaments.models import Tournament


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("ann", ["Ann"]),
        ("an", ["Ann", "Anna", "ANDREA"]),
        ("na", ["Mona", "Anna"]),
        ("STRASSE", ["Straße"]),
        ("", []),
        ("x", []),
    ],
)
def test_the_name_itself_goes_before_beginnings_and_those_before_the_rest(
    asked: str, expected: list[str]
) -> None:
    names = ["Mona", "Ann", "Anna", "ANDREA", "Straße"]
    text = matching([EntryName(number, name) for number, name in enumerate(names)], asked)
    assert [item.name for item in text] == expected


@pytest.mark.django_db
def test_everybody_is_read_once_a_version_and_a_new_name_raises_that(
    django_assert_num_queries,
) -> None:
    made = begun(8, format="swiss", options={"rounds": 2})
    before = people(made)
    with django_assert_num_queries(0):
        assert people(made) is before
    user = made.entries.latest("pk").player.user
    facts = {"country": "", "time_zone": "UTC", "language": "", "mail_match_ready": True}
    update_profile(user, name="Wanda Neu", **facts)
    tournaments = matching(people(Tournament.objects.get(pk=made.pk)), "wanda neu")
    assert [item.name for item in tournaments] == ["Wanda Neu"]
