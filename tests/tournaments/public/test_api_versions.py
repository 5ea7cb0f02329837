"""What has changed since: the version and its time in lists, `updated_after`, and changes that hold only for one version."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.tournaments.desk.asking_api import DeskProgram
from tests.tournaments.making import NOW, director, entered, entry, player, started, tournament
from tournaments.core.locking import raise_versions
from tournaments.models import Entry, Tournament
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import ForfeitPairing

pytestmark = pytest.mark.django_db
LIST = "/api/v1/tournaments"


def slugs(program: DeskProgram, query: str) -> list[str]:
    answer = program.client.get(f"{LIST}?{query}")
    assert answer.status_code == 200, answer.json()
    return sorted(row["slug"] for row in answer.json()["results"])


def test_a_change_raises_version_and_time_of_the_row() -> None:
    with time_machine.travel(NOW, tick=False):
        made = started(4)
    program = DeskProgram(made)
    (before,) = program.client.get(LIST).json()["results"]
    assert before["updated_at"] == "2026-03-07T10:00:00Z"
    later = NOW + timedelta(hours=1)
    with time_machine.travel(later, tick=False):
        first = made.stages.get().pairings.earliest("pk")
        loser = first.slots.earliest("side").entry_id or 0
        order = RulingRequest(None, later, "They left.")
        rule(ForfeitPairing(pairing_id=first.pk, losers=(loser,)), order)
    (after,) = program.client.get(LIST).json()["results"]
    assert after["version"] > before["version"]
    assert after["updated_at"] == "2026-03-07T11:00:00Z"
    assert slugs(program, "updated_after=2026-03-07T11:00:00Z") == [made.slug]
    assert slugs(program, "updated_after=2026-03-07T11:00:01Z") == []


@pytest.mark.both_databases  # the database gives the time
def test_versions_that_are_raised_together_have_a_time_too() -> None:
    made = tournament()
    Tournament.objects.update(updated_at=NOW)
    raise_versions([made.pk])
    made.refresh_from_db()
    assert made.updated_at is not None
    assert timezone.now() - made.updated_at < timedelta(minutes=5)


def test_what_an_old_process_wrote_counts_from_when_it_was_made() -> None:
    made = tournament()
    Tournament.objects.update(updated_at=None, created_at=NOW)
    program = DeskProgram(made)
    assert slugs(program, "updated_after=2026-03-07T10:00:00Z") == [made.slug]
    assert slugs(program, "updated_after=2026-03-08T10:00:00Z") == []


def test_lists_are_filtered_by_player_format_organizer_and_start() -> None:
    boss, ida = director(), player("ida")
    swiss = tournament(boss, name="Swiss", format="swiss", starts_at=NOW)
    cup = tournament(name="Cup", starts_at=NOW + timedelta(days=30))
    Entry.objects.create(tournament=cup, player=ida, entered_at=NOW)
    left = Entry.objects.create(tournament=swiss, player=ida, entered_at=NOW)
    left.status = Entry.Status.WITHDRAWN
    left.save()
    program = DeskProgram(swiss)
    assert slugs(program, "format=swiss") == ["swiss"]
    assert slugs(program, "format=swiss&format=single_elimination") == ["cup", "swiss"]
    assert slugs(program, f"player={ida.pk}") == ["cup"]
    assert slugs(program, f"organizer={boss.player.pk}") == ["swiss"]
    assert slugs(program, "starts_before=2026-04-01") == ["swiss"]
    assert slugs(program, "starts_after=2026-03-08") == ["cup"]


@pytest.mark.parametrize(
    "query",
    [
        "format=chess",
        "player=ida",
        "updated_after=yesterday",
        "updated=2026-01-01",
        "updated_after=0001-01-01T00:00:00%2B14:00",
        "updated_after=9999-12-31T23:59:00-10:00",
    ],
)
def test_a_filter_that_is_not_understood_is_refused(query: str) -> None:
    answer = DeskProgram(tournament()).client.get(f"{LIST}?{query}")
    assert answer.status_code == 400


def test_a_change_that_names_another_version_is_refused() -> None:
    made = entered(3)
    program = DeskProgram(made)
    version = program.client.get(program.place).json()["version"]
    put = {"data": {"seeds": [{"entry": entry(made, 1).pk, "seed": 1}]}, "format": "json"}
    seeds = f"{program.place}/seeds"
    stale = program.client.put(seeds, headers={"If-Match": f'"{version - 1}"'}, **put)
    assert (stale.status_code, stale.json()["code"]) == (412, "version_changed")
    assert entry(made, 1).seed is None
    assert program.client.put(seeds, headers={"If-Match": f'"{version}"'}, **put).status_code == 200
    again = program.client.put(seeds, headers={"If-Match": f'"{version}"'}, **put)
    assert again.status_code == 412
    assert program.client.put(seeds, headers={"If-Match": "*"}, **put).status_code == 200


def test_the_etag_of_what_was_read_names_its_version() -> None:
    made = tournament()
    program = DeskProgram(made)
    etag = program.client.get(program.place)["ETag"]
    for status in (200, 412):
        answer = program.client.patch(
            program.place, {"description": "New."}, format="json", headers={"If-Match": etag}
        )
        assert answer.status_code == status


def test_what_a_desk_showed_and_what_was_read_in_another_format_name_their_version_too() -> None:
    made = entered(3)
    program = DeskProgram(made)
    of_desk = program.client.get(f"{program.place}/accounts")["ETag"]
    of_page = program.client.get(program.place, headers={"Accept": "*/*"})["ETag"]
    put = {"data": {"seeds": [{"entry": entry(made, 1).pk, "seed": 1}]}, "format": "json"}
    for etag, status in ((of_desk, 200), (of_desk, 412), (of_page, 412)):
        answer = program.client.put(f"{program.place}/seeds", headers={"If-Match": etag}, **put)
        assert answer.status_code == status
    fresh = program.client.get(program.place, headers={"Accept": "*/*"})["ETag"]
    answer = program.client.patch(
        program.place, {"description": "New."}, format="json", headers={"If-Match": fresh}
    )
    assert answer.status_code == 200


@pytest.mark.parametrize("method", ["put", "post", "delete"])
def test_a_version_for_a_method_that_is_not_there_is_405(method: str) -> None:
    program = DeskProgram(tournament())
    answer = getattr(program.client, method)(program.place, headers={"If-Match": "*"})
    assert answer.status_code == 405


def test_announcements_of_a_tournament_take_a_version() -> None:
    made = tournament()
    program = DeskProgram(made)
    place, sent = f"{program.place}/announcements", {"text": "Dinner at seven."}
    stale = program.client.post(place, sent, format="json", headers={"If-Match": '"0"'})
    assert stale.status_code == 412
    etag = program.client.get(place)["ETag"]
    new = program.client.post(place, sent, format="json", headers={"If-Match": etag})
    assert new.status_code == 201
    removal = f"{place}/{new.json()['id']}"
    assert program.client.delete(removal, headers={"If-Match": '"0"'}).status_code == 412
    assert program.client.delete(removal).status_code == 204
