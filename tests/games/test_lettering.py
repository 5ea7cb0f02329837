"""Names in any script become letters that our fonts draw: on papers and in pictures alike."""

import doctest
from typing import Any

import pytest
from django.test import Client

from games import font_text, share_image
from games.font_text import letters, readable
from tests.games.services.tables import playing

HEARD = {
    "Λένα Ångström Żółć Дмитрий": "Λένα Ångström Żółć Дмитрий",
    "さとう けんじ": "Satou Kenji",
    "김철수": "GimCheolSu",
    "דוד כהן": "Dvd Khhn",
    "علي": "'Ly",
    "Արամ Խաչատրյան": "Aram Khach'atryan",
    "გიორგი მელაძე": "Giorgi Meladze",
    "राम कुमार": "Ram Kumar",
    "Ὀδυσσεύς": "Οδυσσεύς",
    "McLi李": "McLiLi",
    "Bob 🎲": "Bob :game_die:",
    "a\u202eb\tc\u200f": "ab c",
    "\ue000": "",
}


@pytest.mark.parametrize("name", HEARD)
def test_a_name_is_written_as_it_sounds_where_the_fonts_have_no_letters(name: str) -> None:
    assert readable(name) == HEARD[name]
    assert readable(HEARD[name]) == HEARD[name]


def test_whatever_comes_is_left_in_letters_that_are_there() -> None:
    every = "".join(map(chr, [*range(0x20, 0xD800, 3), *range(0x10000, 0x1FFFF, 17)]))
    assert {ord(letter) for letter in readable(every)} <= letters()


@pytest.mark.django_db
def test_only_the_png_transcribes_and_the_svg_leaves_it_to_the_browser(monkeypatch: Any) -> None:
    sitting = playing(length=1)
    player = sitting.match.seats.get(seat="A").player
    player.name = "გიორგი მელაძე"
    player.save()
    drawn: list[str] = []
    monkeypatch.setattr(share_image, "png", lambda drawing: drawn.append(drawing) or b"png")
    path = f"/matches/{sitting.match.pk}/image/0"
    assert Client().get(f"{path}.png").status_code == 200
    assert "Giorgi Meladze" in drawn[0]
    assert "გიორგი" not in drawn[0]
    assert "გიორგი მელაძე" in Client().get(f"{path}.svg").content.decode()


def test_the_examples_hold() -> None:
    assert doctest.testmod(font_text).failed == 0
