"""Reports to federations: what is in them, what is left out, the checklist, and files that read back equal."""

import csv
import io
from dataclasses import fields
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from ratings.models import ExternalRating
from tests.series.making_series import field, played
from tests.tournaments import making
from tests.tournaments.event.making_events import event
from tests.tournaments.making import NOW, director, pairing
from tournaments.exchange.selectors.federation_report import (
    FREE,
    USBGF,
    WBGF,
    FederationMatch,
    FederationPlace,
    report_of,
    reported_tournaments,
)
from tournaments.models import EntrantContact, Event, Tournament
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import ForfeitPairing, SetResult
from web.csv_writing import unescape_formula

pytestmark = [pytest.mark.django_db]


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()


def scored(of: Tournament, key: str, points: tuple[int, int], boss: Any) -> None:
    """The same winner as now, with a score."""
    now = pairing(of, key)
    score = {now.winner_id or 0: points[0], now.loser_id or 0: points[1]}
    ruling = SetResult(pairing_id=now.pk, winner=now.winner_id or 0, score=score)
    rule(ruling, RulingRequest(boss, NOW, "From the slip."))


def downloaded(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return b"".join(answer.streaming_content).decode("utf-8-sig")  # type: ignore[attr-defined]


def read_back(text: str, kind: type[Any]) -> list[Any]:
    """The rows of a file as what they were written from."""
    rows = []
    for row in csv.DictReader(io.StringIO(text)):
        values: dict[str, Any] = {}
        for column in fields(kind):
            cell = unescape_formula(row[column.name])
            is_number = "int" in str(column.type)
            values[column.name] = (int(cell) if cell else None) if is_number else cell
        rows.append(kind(**values))
    return rows


def test_the_files_of_an_event_read_back_equal(client: Client) -> None:
    boss = director()
    night = event("club_night", boss, name="=Night; +1")
    players = field(4)
    type(players[0]).objects.filter(pk=players[1].pk).update(name="@Ana; =Ćorić", country="RS")
    cup = played(boss, [type(p).objects.get(pk=p.pk) for p in players], event=night)
    scored(cup, "W2.1", (3, 1), boss)
    EntrantContact.objects.create(tournament=cup, player=players[0], member_number="007", consent_at=NOW)  # fmt: skip
    report = report_of(reported_tournaments(Event.objects.get(pk=night.pk)), FREE)
    client.force_login(boss)
    here = f"/events/{night.slug}/manage/report/"
    assert read_back(downloaded(client, f"{here}matches.csv"), FederationMatch) == report.matches
    assert read_back(downloaded(client, f"{here}places.csv"), FederationPlace) == report.places
    assert len(report.matches) == 3
    final = report.matches[-1]
    assert (final.winner_member_number, final.winner_points, final.loser_points) == ("007", 3, 1)
    assert (final.length, final.loser_country, final.event) == (3, "RS", "=Night; +1")


def test_forfeits_unrated_tournaments_and_teams_are_left_out_and_counted() -> None:
    boss = director()
    cup = making.started(4, organizer=boss)
    first = pairing(cup, "W1.1")
    loser = first.slots.get(side=2).entry_id or 0
    rule(ForfeitPairing(pairing_id=first.pk, losers=(loser,)), RulingRequest(boss, NOW, "No-show."))
    making.play_out(cup)
    casual = played(boss, field(2), rated=False)
    cups = list(Tournament.objects.filter(pk__in=[cup.pk, casual.pk]).order_by("pk"))
    report = report_of(cups, FREE)
    assert len(report.matches) == 2
    assert {k: n for k, n in report.left_out.items() if n} == {"not_played": 1, "unrated": 1}
    assert {place.tournament for place in report.places} == {cup.name}


def test_the_checklist_names_open_matches_and_scores_that_do_not_fit() -> None:
    boss = director()
    cup = making.started(4, organizer=boss)
    making.win_all(cup, "W1.1 1")
    report = report_of([Tournament.objects.get(pk=cup.pk)], FREE)
    assert (report.unfinished, report.undecided) == ([cup.name], ["2 – 3"])
    assert not report.is_complete
    making.play_out(cup)
    assert report_of([Tournament.objects.get(pk=cup.pk)], FREE).is_complete


def test_a_score_longer_than_its_match_has_to_be_mended() -> None:
    boss = director()
    cup = played(boss, field(2))
    scored(cup, "W1.1", (3, 2), boss)
    tournament = Tournament.objects.get(pk=cup.pk)
    assert report_of([tournament], FREE).wrong_scores == []
    cup.stages.get().rounds.update(length=7)
    assert report_of([tournament], FREE).wrong_scores == ["1 – 2"]


def test_member_numbers_come_from_the_list_of_the_federation_before_the_contact() -> None:
    boss, players = director(), field(2)
    cup = played(boss, players)
    for player in players:
        EntrantContact.objects.create(tournament=cup, player=player, member_number=f"c{player.name}", consent_at=NOW)  # fmt: skip
    ExternalRating.objects.create(
        player=players[0], list_key="usbgf", list_name="USBGF", number="4711", rating=1700,
        as_of=NOW.date(), source="test", imported_at=timezone.now(),
    )  # fmt: skip
    tournament = Tournament.objects.get(pk=cup.pk)
    for federation, number in ((FREE, "c1"), (USBGF, "4711")):
        report = report_of([tournament], federation)
        assert [place.member_number for place in report.places] == [number, "c2"]
        assert report.without_number == []


def test_only_directors_open_the_report_and_the_layout_is_not_called_a_federations(
    client: Client,
) -> None:
    boss = director()
    cup = played(boss, field(2))
    page = f"/tournaments/{cup.slug}/manage/report/"
    client.force_login(director())
    for name in ("", "matches.csv", "places.csv"):
        assert client.get(page + name).status_code == 403
    client.force_login(boss)
    assert client.get(page + "other.csv").status_code == 404
    assert "?federation=usbgf" in client.get(page).content.decode()
    text = client.get(f"{page}?federation=usbgf").content.decode()
    assert "We know of no published file layout of the USBGF." in text
    assert page in client.get(f"/tournaments/{cup.slug}/manage/files/").content.decode()


def test_programs_read_the_same_report_with_its_checklist() -> None:
    boss = director()
    cup = played(boss, field(2))
    client = APIClient()
    address = f"/api/v1/tournaments/{cup.slug}/report"
    client.force_authenticate(director())
    assert client.get(address).status_code == 403
    client.force_authenticate(boss)
    shown = client.get(f"{address}?federation=wbgf").json()
    report = report_of([Tournament.objects.get(pk=cup.pk)], WBGF)
    assert [FederationMatch(**row) for row in shown["matches"]] == report.matches
    assert [FederationPlace(**row) for row in shown["places"]] == report.places
    assert {check["state"] for check in shown["checks"]} == {"ok", "note"}
    wrong = client.get(f"{address}?federation=fide")
    assert (wrong.status_code, wrong.json()["code"]) == (400, "unknown_federation")
