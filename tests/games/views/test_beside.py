"""What the table page offers beside the board: a chat where there is one, a rematch where there can be one."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.chat_texts import PHRASES
from games.models import ChatLine, Match
from tests.games.services.tables import Sitting, playing, sit

pytestmark = pytest.mark.django_db


def page(client: Client, sitting: Sitting) -> tuple[str, dict[str, Any]]:
    html = client.get(reverse("match", args=[sitting.match.pk])).content.decode()
    matched = re.search(r'<script id="table-data" type="application/json">(.*?)</script>', html)
    assert matched
    return html, json.loads(matched[1])["beside"]


def test_a_player_may_write_and_a_stranger_is_shown_the_door(client: Client) -> None:
    sitting = playing()
    html, beside = page(client, sitting)
    assert beside["chat"]["login"].endswith(f"next=/matches/{sitting.match.pk}/")
    assert 'id="tab-chat"' in html
    assert 'id="chat-text"' not in html
    client.force_login(sitting.match.seats.get(seat="A").player.user)
    html, beside = page(client, sitting)
    assert beside["chat"]["login"] is None
    assert beside["chat"]["me"] == sitting.match.seats.get(seat="A").player_id
    assert 'id="chat-text"' in html


@pytest.mark.parametrize("how", ["off", "imported"])
def test_without_a_chat_the_page_has_nothing_of_it(client: Client, how: str) -> None:
    sitting = playing(chat=how != "off")
    if how == "imported":
        Match.objects.filter(pk=sitting.match.pk).update(kind="imported")
    html, beside = page(client, sitting)
    assert beside["chat"] is None
    assert "tab-chat" not in html


def test_lines_never_stand_in_the_page_itself(client: Client) -> None:
    sitting = playing()
    author = sitting.match.seats.get(seat="A").player
    ChatLine.objects.create(
        match=sitting.match, room="players", author=author, text="psst", at=sitting.now, key="k"
    )
    assert "psst" not in page(client, sitting)[0]


def test_the_page_brings_key_and_words_of_each_phrase(client: Client) -> None:
    phrases = page(client, playing())[1]["chat"]["phrases"]
    assert [key for key, _words in phrases] == list(PHRASES)
    assert dict(phrases)["good_luck"] == "Good luck"


def test_a_rematch_is_offered_to_those_who_played_a_friendly(client: Client) -> None:
    sitting = sit()
    assert page(client, sitting)[1]["rematch"] is None
    client.force_login(sitting.match.seats.get(seat="A").player.user)
    html, beside = page(client, sitting)
    assert (beside["rematch"]["form"], beside["rematch"]["wish"]) == (None, None)
    assert "/rematch/" not in html
    Match.objects.filter(pk=sitting.match.pk).update(kind="tournament")
    assert page(client, sitting)[1]["rematch"] is None
