"""At the desk a line says who is missing in a consolation that has begun, or does not belong there, until it is right again."""

import html
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.keeping import forget
from tests.tournaments.event.making_events import event
from tests.tournaments.making import (
    NOW,
    director,
    entry,
    join,
    pairing,
    play_out,
    started,
    win,
    win_all,
)
from tests.tournaments.ruling.ruled_pages import ordered
from tournaments.event.services import events
from tournaments.models import Pairing, Ruling, Slot, Tournament
from tournaments.ruling.services.action import DirectorAction
from tournaments.ruling.services.preview import RulingRequest, preview, rule
from tournaments.ruling.services.result_rulings import ForfeitPairing, SetResult
from tournaments.ruling.services.slot_overrides import SetSlot
from tournaments.ruling.services.undo import Undo
from tournaments.ruling.services.withdrawal import WithdrawEntry

pytestmark = pytest.mark.django_db
FIRST_ROUND = {"format": "consolation", "options": {"consolation": "first_round"}}
FIRST_MATCH = {"format": "consolation", "options": {"consolation": "first_match"}}
WITH_LAST_CHANCE = {
    "format": "consolation",
    "options": {"consolation": "first_round", "last_chance": "fresh"},
}
LINE = re.compile(r'<li class="q [^>]*data-key="redraw-.*?</li>', re.DOTALL)


@pytest.fixture
def boss(client: Client) -> User:
    forget()
    boss = director()
    client.force_login(boss)
    return boss


def lines(client: Client, address: str) -> list[str]:
    """What the queue says of brackets, as it is read."""
    page = client.get(address).content.decode()
    bare = (re.sub(r"<[^>]+>", " ", item) for item in LINE.findall(page))
    return [" ".join(html.unescape(text).split()) for text in bare]


def messages(client: Client, of: Tournament) -> list[str]:
    return lines(client, f"/tournaments/{of.slug}/manage/")


def given(action: DirectorAction) -> int:
    """By a director who has looked at what moves."""
    shown = preview(action, RulingRequest(None, NOW, ""))
    return rule(action, RulingRequest(None, NOW, "", confirm=shown.digest)).pk


def begun(of: Tournament, section: str) -> None:
    """Two sit down to the first match there."""
    open_ones = Pairing.objects.filter(
        stage__tournament=of, round__section=section, voided_at=None, pairing_matches__isnull=False
    )
    join(of, open_ones.earliest("pk").key)


def first_round(of: Tournament) -> None:
    """Who is first there wins."""
    for row in of.stages.get().pairings.filter(key__startswith="W1.", outcome=""):
        win(of, row.key, row.slots.get(side=1).entry.title)


def put_into_the_bye(of: Tournament, name: object) -> Pairing:
    """Into the last bye of the consolation, by hand."""
    byes = of.stages.get().pairings.filter(key__startswith="C1.", outcome="bye", voided_at=None)
    bye = byes.latest("pk")
    side = bye.slots.get(entry=None).side
    given(SetSlot(pairing_id=bye.pk, side=side, entry=entry(of, name).pk))
    return bye


def who_comes_late_and_loses(
    client: Client, boss: User, n: int = 6, name: str = "Late"
) -> Tournament:
    """When the consolation has begun; of eleven it has a bye, which is not the player's."""
    made = started(n, organizer=boss, **FIRST_ROUND)
    first_round(made)
    begun(made, "consolation")
    ordered(client, f"/tournaments/{made.slug}/manage/walk-in/", {"name": name})
    assert messages(client, made) == []
    first_round(made)
    return made


def test_it_names_who_has_no_place_and_leads_to_the_new_draw(client: Client, boss: User) -> None:
    made = who_comes_late_and_loses(client, boss)
    (line,) = messages(client, made)
    assert line.startswith("Consolation: wrong players Missing from this bracket: Late.")
    assert line.endswith("Redraw: Consolation")
    redraw = f"/tournaments/{made.slug}/manage/stages/1/redraw/"
    assert f'href="{redraw}"' in client.get(f"/tournaments/{made.slug}/manage/").content.decode()
    assert "Missing from this bracket: Late." in client.get(redraw).content.decode()
    ordered(client, redraw, {"reason": "all three"})
    assert messages(client, made) == []


def test_it_names_who_does_not_belong_and_is_gone_when_the_correction_is_undone(
    client: Client, boss: User
) -> None:
    made = started(5, organizer=boss, **FIRST_MATCH)
    win_all(made, "W1.2 4", "W2.1 4", "W2.2 2")
    begun(made, "consolation")
    assert messages(client, made) == []
    corrected = given(SetResult(pairing_id=pairing(made, "W2.1").pk, winner=entry(made, 1).pk))
    (line,) = messages(client, made)
    assert "Should not be in this bracket: 4." in line
    assert "Missing" not in line
    given(Undo(ruling_id=corrected))
    assert messages(client, made) == []


def test_somebody_seated_by_hand_makes_it_right(client: Client, boss: User) -> None:
    made = who_comes_late_and_loses(client, boss, 11)
    assert "Missing from this bracket: Late." in messages(client, made)[0]
    put_into_the_bye(made, "Late")
    assert messages(client, made) == []
    record = client.get(f"/tournaments/{made.slug}/manage/rulings/").content.decode()
    assert "play has started with other players" not in record
    given(Undo(ruling_id=Ruling.objects.latest("pk").pk))
    assert "Missing from this bracket: Late." in messages(client, made)[0]


def test_whom_the_director_takes_out_by_hand_is_not_told_any_more(
    client: Client, boss: User
) -> None:
    made = started(5, organizer=boss, **FIRST_MATCH)
    win_all(made, "W1.2 4", "W2.1 4", "W2.2 2")
    begun(made, "consolation")
    given(SetResult(pairing_id=pairing(made, "W2.1").pk, winner=entry(made, 1).pk))
    assert "Should not be in this bracket: 4." in messages(client, made)[0]
    seat = Slot.objects.get(
        entry=entry(made, 4), pairing__key__startswith="C1.", pairing__voided_at=None
    )
    given(SetSlot(pairing_id=seat.pairing_id, side=seat.side, entry=None))
    assert messages(client, made) == []


def test_who_has_left_is_not_missed(client: Client, boss: User) -> None:
    made = who_comes_late_and_loses(client, boss)
    given(WithdrawEntry(entry_id=entry(made, "Late").pk))
    assert messages(client, made) == []


def test_a_last_chance_is_told_by_its_name(client: Client, boss: User) -> None:
    made = started(13, organizer=boss, **WITH_LAST_CHANCE)
    first_round(made)
    for prefix in ("C1.", "C2."):
        for row in made.stages.get().pairings.filter(key__startswith=prefix, outcome=""):
            win(made, row.key, row.slots.get(side=1).entry.title)
    begun(made, "last_chance")
    assert messages(client, made) == []
    win(made, "W2.1", 1)
    out = pairing(made, "W2.1").loser
    assert out is not None
    bye = put_into_the_bye(made, out.title)
    assert messages(client, made) == []
    given(ForfeitPairing(pairing_id=bye.pk, losers=(out.pk,)))
    (line,) = messages(client, made)
    assert line.startswith(f"Last chance: wrong players Missing from this bracket: {out.title}.")


def test_a_tournament_that_is_over_tells_it_too(client: Client, boss: User) -> None:
    made = started(5, organizer=boss, **FIRST_MATCH)
    win_all(made, "W1.2 4", "W2.1 4", "W2.2 2")
    play_out(made)
    given(SetResult(pairing_id=pairing(made, "W2.1").pk, winner=entry(made, 1).pk))
    play_out(made)
    assert Tournament.objects.get(pk=made.pk).status == "finished"
    assert "Should not be in this bracket: 4." in messages(client, made)[0]


def test_a_director_may_leave_it_as_it_is_until_others_are_concerned(
    client: Client, boss: User
) -> None:
    made = who_comes_late_and_loses(client, boss)
    redraw = f"/tournaments/{made.slug}/manage/stages/1/redraw/"
    assert "Keep draw" in client.get(redraw).content.decode()
    left = {"keep": "1", "reason": "they came for one match"}
    assert client.post(redraw, {**left, "reason": ""}).status_code == 422
    assert client.post(redraw, left).status_code == 302
    assert messages(client, made) == []
    assert client.post(redraw, left).status_code == 409
    record = client.get(f"/tournaments/{made.slug}/manage/rulings/").content.decode()
    assert "Bracket kept" in record
    assert "Consolation (Late)" in record
    assert f'href="{redraw}"' in record
    ordered(client, f"/tournaments/{made.slug}/manage/walk-in/", {"name": "Later"})
    first_round(made)
    assert "Missing from this bracket: Late, Later." in messages(client, made)[0]


def test_a_desk_of_several_asks_once_for_all(client: Client, boss: User) -> None:
    weekend, asked = event("league", boss), []
    for more in (1, 2):
        for number in range(more):
            made = who_comes_late_and_loses(client, boss, name=f"Late {more}.{number}")
            events.add_existing(weekend.pk, by=boss, tournament_id=made.pk)
        address = f"/events/{weekend.slug}/manage/"
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            listed = lines(client, address)
        asked.append((len(listed), len(queries)))
    (first, few), (third, many) = asked
    assert (first, third) == (1, 3)
    assert few == many <= 40
