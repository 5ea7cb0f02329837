"""What stands before a player's name: an avatar that follows from their number, and the flag of their country."""

import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django_countries import countries

from accounts.avatars import COLOURS, PATTERNS, avatar_of

CSS = Path(settings.BASE_DIR, "static", "css", "components", "people.css").read_text()
SPRITE = Path(settings.BASE_DIR, "templates", "components", "avatar_sprite.html").read_text()


def render(text: str, **values: object) -> str:
    return Template("{% load people %}" + text).render(Context(values))


def test_a_player_always_has_the_same_avatar_and_neighbours_differ() -> None:
    assert avatar_of(7) == avatar_of(7)
    looks = [avatar_of(number) for number in range(1, 11)]
    assert len(set(looks)) == len(looks)


def test_every_avatar_is_drawn_about_equally_often() -> None:
    counts = Counter(avatar_of(number) for number in range(1, 96_001))
    assert len(counts) == PATTERNS * COLOURS
    assert min(counts.values()) > 500


def test_every_pattern_and_every_colour_exists() -> None:
    assert len(re.findall(r'<symbol id="avatar-\d', SPRITE)) == PATTERNS
    assert len(re.findall(r"\.avatar-c\d+ \{", CSS)) == COLOURS


def test_an_avatar_says_nothing_to_a_screen_reader() -> None:
    look = avatar_of(12)
    html = render("{% avatar 12 'm' %}")
    assert f'href="#avatar-{look.pattern}"' in html
    assert f"avatar-c{look.colour}" in html
    assert 'aria-hidden="true"' in html
    assert render("{% avatar nobody %}", nobody=None) == ""


def test_a_flag_has_the_name_of_its_country() -> None:
    html = render("{% flag 'ee' %}")
    assert 'alt="Estonia"' in html
    assert "flags/EE" in html
    assert 'alt=""' in render("{% flag 'ee' decorative=True %}")


@pytest.mark.parametrize("country", ["", None, "XX", "E", "<b>", "EEE"])
def test_what_is_no_country_has_no_flag(country: object) -> None:
    assert render("{% flag country %}", country=country) == ""


def test_every_country_that_can_be_chosen_has_a_flag() -> None:
    folder = Path(settings.BASE_DIR, "static", "flags")
    assert [c.code for c in countries if not (folder / f"{c.code}.svg").exists()] == []
