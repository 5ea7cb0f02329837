"""At the desk a line says that a later stage has begun with others than would go on to it now, until it is right again or
the director leaves it so."""

import html
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.tournaments.event.making_events import event
from tests.tournaments.making import NOW, entry, join, pairing, play_out, started, win
from tests.tournaments.ruling.ruled_pages import ordered
from tournaments.bracket.services.advancement import recompute
from tournaments.event.services import events
from tournaments.models import Tournament
from tournaments.ruling.services.action import DirectorAction
from tournaments.ruling.services.preview import RulingRequest, preview, rule
from tournaments.ruling.services.result_rulings import SetResult, VoidResult
from tournaments.ruling.services.undo import Undo
from tournaments.ruling.services.withdrawal import WithdrawEntry

pytestmark = pytest.mark.django_db
FACTS = {
    "format": "swiss",
    "options": {"rounds": 1},
    "later_stages": [{"format": "single_elimination", "take": {"cut": "top", "n": 4}}],
}
LINE = re.compile(r'<li class="q [^>]*data-key="stage-.*?</li>', re.DOTALL)


def lines(client: Client, address: str) -> list[str]:
    """What the queue says of later stages, as it is read."""
    page = client.get(address).content.decode()
    bare = (re.sub(r"<[^>]+>", " ", item) for item in LINE.findall(page))
    return [" ".join(html.unescape(text).split()) for text in bare]


def messages(client: Client, of: Tournament) -> list[str]:
    return lines(client, f"/tournaments/{of.slug}/manage/")


def given(action: DirectorAction) -> int:
    """By a director who has looked at what moves."""
    shown = preview(action, RulingRequest(None, NOW, ""))
    return rule(action, RulingRequest(None, NOW, "", confirm=shown.digest)).pk


def drawn(boss: User) -> Tournament:
    """A Swiss of one round is over, its three winners and the best loser are drawn, and two of them have sat down."""
    made = started(6, organizer=boss, **FACTS)
    for key in ("R1.1", "R1.2", "R1.3"):
        win(made, key, pairing(made, key).slots.get(side=1).entry.title)
    join(made, "W1.1")
    return made


def turned(of: Tournament, key: str = "R1.1") -> int:
    """The other one has won it, says the director."""
    row = pairing(of, key)
    assert row.loser_id is not None
    return given(SetResult(pairing_id=row.pk, winner=row.loser_id))


def changed(of: Tournament) -> tuple[set[str], set[str]]:
    """Who would go on now and is not in stage 2, and who is in it and would not."""
    outdated = of.stages.get(number=2).outdated
    names = {entry.pk: entry.title for entry in of.entries.all()}
    return {names[pk] for pk in outdated["missing"]}, {names[pk] for pk in outdated["strangers"]}


def redraw(of: Tournament) -> str:
    return f"/tournaments/{of.slug}/manage/stages/2/redraw/"


def test_it_names_who_would_go_on_and_leads_to_the_new_draw(client: Client, boss: User) -> None:
    made = drawn(boss)
    assert messages(client, made) == []
    turned(made)
    (line,) = messages(client, made)
    coming, going = changed(made)
    assert coming or going
    assert line.startswith("Stage 2: other players qualify now")
    assert all(name in line for name in coming | going)
    assert line.endswith("Redraw stage 2")
    assert (
        f'href="{redraw(made)}"' in client.get(f"/tournaments/{made.slug}/manage/").content.decode()
    )
    ordered(client, redraw(made), {"reason": "the right four"})
    assert messages(client, made) == []


def test_it_is_gone_when_the_correction_is_undone(client: Client, boss: User) -> None:
    made = drawn(boss)
    corrected = turned(made)
    assert messages(client, made) != []
    given(Undo(ruling_id=corrected))
    assert messages(client, made) == []


def test_it_is_there_again_when_the_new_draw_is_undone(client: Client, boss: User) -> None:
    made = drawn(boss)
    turned(made)
    before = messages(client, made)
    ordered(client, redraw(made), {"reason": "the right four"})
    given(Undo(ruling_id=made.rulings.latest("pk").pk))
    assert messages(client, made) == before


def test_a_director_may_leave_it_as_it_is_until_others_are_concerned(
    client: Client, boss: User
) -> None:
    made = drawn(boss)
    turned(made)
    page = client.get(redraw(made)).content.decode()
    assert "Keep draw" in page
    assert "Now qualified, but missing" in page or "in a different order" in page
    left = {"keep": "1", "reason": "they have played half of it"}
    assert client.post(redraw(made), {**left, "reason": ""}).status_code == 422
    assert client.post(redraw(made), left).status_code == 302
    assert messages(client, made) == []
    assert client.post(redraw(made), left).status_code == 409
    record = client.get(f"/tournaments/{made.slug}/manage/rulings/").content.decode()
    assert "Stage kept" in record
    assert "Stage 2 (" in record
    turned(made, "R1.2")
    assert len(messages(client, made)) == 1


def test_who_leaves_is_not_told_any_more(client: Client, boss: User) -> None:
    made = drawn(boss)
    turned(made)
    coming, _going = changed(made)
    for name in coming:
        given(WithdrawEntry(entry_id=entry(made, name).pk))
    assert coming.isdisjoint(changed(made)[0])


def test_while_the_stage_before_is_open_again_nothing_is_said(client: Client, boss: User) -> None:
    made = drawn(boss)
    turned(made)
    row = pairing(made, "R1.2")
    given(VoidResult(pairing_id=row.pk))
    assert messages(client, made) == []


def test_a_tournament_that_is_over_tells_it_too(client: Client, boss: User) -> None:
    made = drawn(boss)
    play_out(made)
    turned(made)
    assert Tournament.objects.get(pk=made.pk).status == "finished"
    assert len(messages(client, made)) == 1


def test_computing_all_again_finds_the_same(boss: User) -> None:
    made = drawn(boss)
    turned(made)
    noted = made.stages.get(number=2).outdated
    made.stages.update(outdated=None)
    recompute(made.pk, NOW)
    assert made.stages.get(number=2).outdated == noted
    assert recompute(made.pk, NOW).is_nothing


def test_a_desk_of_several_asks_once_for_all(client: Client, boss: User) -> None:
    weekend, asked = event("league", boss), []
    for more in (1, 2):
        for _number in range(more):
            made = drawn(boss)
            turned(made)
            events.add_existing(weekend.pk, by=boss, tournament_id=made.pk)
        address = f"/events/{weekend.slug}/manage/"
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            listed = lines(client, address)
        asked.append((len(listed), len(queries)))
    (first, few), (third, many) = asked
    assert (first, third) == (1, 3)
    assert few == many
