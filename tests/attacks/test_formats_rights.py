"""Every address of the desk, asked by everybody who may not: nothing is shown, nothing is changed. And looking changes nothing."""

import json
import re
from collections.abc import Iterator

import pytest
from django.db.models import Model
from django.test import Client

from accounts.models import User
from tests.tournaments.making import NOW, director, entered, player, started
from tournaments import urls
from tournaments.models import (
    Entry,
    EntryMember,
    Override,
    Pairing,
    Result,
    Round,
    Ruling,
    Slot,
    Stage,
    Tournament,
)
from tournaments.rehearsal.services.rehearsal import rehearse
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import ForfeitPairing

pytestmark = pytest.mark.django_db
KEPT: list[type[Model]] = [
    Tournament, Stage, Round, Pairing, Slot, Result, Override, Ruling, Entry, EntryMember,
]  # fmt: skip
NUMBER, KIND = re.compile(r"<int:\w+>"), re.compile(r"<(?:slug|str):\w+>")
STRANGERS = ["nobody", "a player", "an entrant", "a director elsewhere"]
ORDER = {
    "verb": "forfeit", "do": "publish", "reason": "Because I say so.", "f-reason": "Because.",
    "name": "Mallory", "number": 2, "club": "Mine", "pairs": "1-2",
}  # fmt: skip


def as_stored() -> list[object]:
    return [list(model._default_manager.order_by("pk").values()) for model in KEPT]


def running() -> Tournament:
    """A Swiss that is published by hand, with a ruling, in its first round."""
    made = started(4, format="swiss", publishes=True, reentries=1)
    pairing = Pairing.objects.filter(stage__tournament=made).earliest("pk")
    losers = (pairing.slots.earliest("side").entry_id or 0,)
    rule(
        ForfeitPairing(pairing_id=pairing.pk, losers=losers), RulingRequest(None, NOW, "They left.")
    )
    return made


OF_A_ROW = ("/entries/", "/rounds/", "/pairings/", "/rulings/1", "/results/")


def desk_of(of: Tournament) -> Iterator[str]:
    """Every address of its desk, with the numbers of what it has."""
    stages = Stage.objects.filter(tournament=of)
    numbers = {
        "number": 1,
        "verb": "withdraw",
        "entry_id": of.entries.earliest("pk").pk,
        "round_id": getattr(Round.objects.filter(stage__in=stages).first(), "pk", 1),
        "pairing_id": getattr(Pairing.objects.filter(stage__in=stages).first(), "pk", 1),
        "ruling_id": getattr(Ruling.objects.filter(tournament=of).first(), "pk", 1),
    }
    for urlpattern in urls.urlpatterns:
        route = str(urlpattern.pattern)
        if not route.startswith("tournaments/<slug:slug>/manage/"):
            continue
        for kind in ("slug", "int"):
            for name, value in {"slug": of.slug, **numbers}.items():
                route = route.replace(f"<{kind}:{name}>", str(value))
        yield "/" + NUMBER.sub("999999", KIND.sub("entries", route))


def stranger(who: str, of: Tournament) -> Client:
    client = Client()
    if who == "a player":
        client.force_login(login(player().user))
    elif who == "an entrant":
        client.force_login(login(of.entries.earliest("pk").player.user))
    elif who == "a director elsewhere":
        elsewhere = director()
        entered(2, organizer=elsewhere)
        client.force_login(elsewhere)
    return client


def login(user: User | None) -> User:
    assert user is not None
    return user


@pytest.mark.parametrize("who", STRANGERS)
@pytest.mark.parametrize("kind", ["running", "draft", "rehearsal"])
def test_the_desk_is_shut_to_everybody_who_does_not_direct(who: str, kind: str) -> None:
    of = running() if kind == "running" else entered(3, format="swiss")
    if kind == "draft":
        Tournament.objects.filter(pk=of.pk).update(status="draft")
    client = stranger(who, of)
    asked = of
    if kind == "rehearsal":
        asked = rehearse(of.pk, by=None, number=4, now=NOW)
    before = as_stored()
    for address in desk_of(asked):
        for answer in (client.get(address), client.post(address, ORDER)):
            if who == "nobody" and answer.status_code == 302:
                assert answer["Location"].startswith("/accounts/login/")
            else:
                assert answer.status_code in (403, 404, 405), address
    assert as_stored() == before


@pytest.mark.parametrize("who", STRANGERS)
@pytest.mark.parametrize("kind", ["draft", "rehearsal"])
def test_drafts_and_rehearsals_are_nowhere_for_others(who: str, kind: str) -> None:
    of = entered(4, format="swiss", name="Harbour Open")
    hidden = of
    if kind == "draft":
        Tournament.objects.filter(pk=of.pk).update(status="draft")
    else:
        hidden = rehearse(of.pk, by=None, number=4, now=NOW)
    client = stranger(who, of)
    page, api = f"/tournaments/{hidden.slug}/", f"/api/v1/tournaments/{hidden.slug}"
    tabs = ("", "bracket/", "rounds/", "standings/", "entries/", "live/", "rules/")
    parts = ("", "/entries", "/bracket", "/rounds", "/standings", "/matches", "/rulings")
    for address in [*(page + tab for tab in tabs), *(api + part for part in parts)]:
        assert client.get(address).status_code == 404, address
    for address in ("/", "/tournaments/", "/players/?q=Practice", "/api/v1/tournaments"):
        assert hidden.slug not in client.get(address).content.decode().replace(
            f"/tournaments/{of.slug}/", "" if hidden is not of else f"/tournaments/{of.slug}/"
        )
    assert "Practice" not in client.get("/api/v1/players").content.decode()


@pytest.mark.parametrize("who", STRANGERS)
def test_the_api_rules_for_directors_alone(who: str) -> None:
    of = running()
    client, before = stranger(who, of), as_stored()
    pairing = Pairing.objects.filter(stage__tournament=of).latest("pk")
    entry_id = pairing.slots.earliest("side").entry_id
    ruling = Ruling.objects.latest("pk").pk
    base = f"/api/v1/tournaments/{of.slug}"
    values = [
        {"verb": "forfeit", "pairing": pairing.pk, "losers": [entry_id]},
        {"verb": "correct_result", "pairing": pairing.pk, "winner": entry_id},
        {"verb": "void_result", "pairing": pairing.pk},
        {"verb": "withdraw", "entry": entry_id},
        {"verb": "disqualify", "entry": entry_id},
        {"verb": "undo", "ruling": ruling},
    ]
    for data in values:
        for preview in (True, False):
            body = json.dumps(data | {"reason": "Because.", "preview": preview})
            answer = client.post(f"{base}/rulings", body, content_type="application/json")
            assert answer.status_code in (401, 403), data
    for verb in ("open", "start", "cancel"):
        assert client.post(f"{base}/{verb}").status_code in (401, 403)
    body = json.dumps({"name": "Mallory Open"})
    assert client.patch(base, body, content_type="application/json").status_code in (401, 403)
    assert as_stored() == before


def test_another_tournaments_numbers_lead_nowhere() -> None:
    """A director of one tournament names rows of another on their own pages, and over the API."""
    boss, theirs = director(), running()
    mine = started(4, organizer=boss, format="swiss", publishes=True)
    client, before = Client(), as_stored()
    client.force_login(boss)
    for address in desk_of(theirs):
        own = address.replace(theirs.slug, mine.slug)
        if any(part in own for part in OF_A_ROW) and not own.endswith("/entries/"):
            for answer in (client.get(own), client.post(own, ORDER)):
                assert answer.status_code in (403, 404, 405), own
    pairing = Pairing.objects.filter(stage__tournament=theirs).latest("pk")
    data = {"verb": "void_result", "reason": "Because.", "pairing": pairing.pk}
    for item in (data, data | {"verb": "undo", "ruling": Ruling.objects.latest("pk").pk}):
        answer = client.post(
            f"/api/v1/tournaments/{mine.slug}/rulings",
            json.dumps(item),
            content_type="application/json",
        )
        assert (answer.status_code, answer.json()["code"]) == (404, "not_here")
    assert as_stored() == before


def test_looking_changes_nothing_and_staff_may_look() -> None:
    of = running()
    staff = director()
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    client, before = Client(), as_stored()
    client.force_login(User.objects.get(pk=staff.pk))
    seen = {address: client.get(address).status_code for address in desk_of(of)}
    assert as_stored() == before
    redirected = [address for address, status in seen.items() if status == 302]
    assert redirected == [f"/tournaments/{of.slug}/manage/draw/"]  # there is nothing to preview
    assert set(seen.values()) <= {200, 302, 404, 405, 409}
    assert seen[f"/tournaments/{of.slug}/manage/rulings/"] == 200


def test_no_order_is_taken_from_another_site() -> None:
    of = running()
    client, before = Client(enforce_csrf_checks=True), as_stored()
    client.force_login(login(of.organizer))
    base = f"/tournaments/{of.slug}"
    own = [f"{base}/{way}/" for way in ("enter", "leave", "enter/again", "enter/team")]
    for address in [*desk_of(of), *own]:
        assert client.post(address, ORDER).status_code == 403, address
    answer = client.post(
        f"/api/v1{base}/rulings", json.dumps(ORDER), content_type="application/json"
    )
    assert answer.status_code == 403
    assert as_stored() == before
