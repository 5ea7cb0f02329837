"""Links to clocks: given by the slip and the desk, and ended for good when the desk withdraws or renews them."""

import json

import pytest
from django.test import Client
from django.utils import timezone

from tableclock.models import ClockLink, LinkPurpose
from tableclock.services.links import LinkPlace, give, renew, withdraw
from tests.tableclock.room import at_a_table, send, state, tap
from tests.tournaments.making import NOW
from tournaments.models import PlayingTable, TableUse
from web.errors import DomainError, NotAllowed, NotFound

pytestmark = pytest.mark.django_db
CLOCK, OVERLAY = LinkPurpose.CLOCK, LinkPurpose.OVERLAY


def post(client: Client, path: str, **body: object) -> tuple[int, dict]:
    answer = client.post(path, json.dumps(body), content_type="application/json")
    return answer.status_code, answer.json()


def test_a_slip_opens_its_clock_and_again_the_same() -> None:
    _made, slip = at_a_table()
    first = Client().post(f"/t/{slip.code}/clock/")
    assert Client().post(f"/t/{slip.code}/clock/")["Location"] == first["Location"]
    page = Client().get(first["Location"])
    assert page.status_code == 200
    assert 'id="clock-data"' in page.content.decode()


def test_a_withdrawn_link_stops_working_and_the_slip_gives_no_other() -> None:
    made, slip = at_a_table()
    address = Client().post(f"/t/{slip.code}/clock/")["Location"]
    place = LinkPlace(CLOCK, slip=slip.pk)
    assert withdraw(made.pk, place, by=made.organizer, now=NOW)
    assert Client().get(address).status_code == 410
    status, body = post(Client(), f"{address}log/", match=slip.pk, events=[])
    assert (status, body["code"]) == (410, "link_withdrawn")
    refused = Client().post(f"/t/{slip.code}/clock/", headers={"Accept": "application/json"})
    assert refused.status_code == 409
    fresh = give(made.pk, place, by=made.organizer, now=NOW)
    assert Client().get(fresh.get_absolute_url()).status_code == 200


def test_a_renewed_link_replaces_the_one_before() -> None:
    made, _slip = at_a_table()
    place = LinkPlace(CLOCK, table=PlayingTable.objects.get(number=1).pk)
    old = give(made.pk, place, by=made.organizer, now=NOW)
    assert give(made.pk, place, by=made.organizer, now=NOW) == old
    fresh = renew(made.pk, place, by=made.organizer, now=NOW)
    assert Client().get(old.get_absolute_url()).status_code == 410
    assert Client().get(fresh.get_absolute_url()).status_code == 200


def test_a_table_opens_the_match_that_is_there_and_takes_late_events_of_the_one_before() -> None:
    made, slip = at_a_table()
    table = PlayingTable.objects.get(number=1)
    link = give(made.pk, LinkPlace(CLOCK, table=table.pk), by=made.organizer, now=NOW)
    log = f"{link.get_absolute_url()}log/"
    assert Client().get(log).json()["match"]["slip"] == slip.pk
    TableUse.objects.filter(table=table).update(ended_at=timezone.now())
    assert Client().get(log).json()["match"] is None
    event = {"device": "aaaa", "n": 1, "kind": "pass", "at": 5, "data": {"seat": "B"}}
    assert post(Client(), log, match=slip.pk, events=[event])[0] == 200
    assert state(slip)["clock"]["running"] == "A"
    other = made.stages.get().pairings.get(key="W1.2").slips.get()
    assert post(Client(), log, match=other.pk, events=[event])[1]["code"] == "wrong_match"


def test_an_infinite_number_is_refused() -> None:
    _made, slip = at_a_table()
    log = Client().post(f"/t/{slip.code}/clock/")["Location"] + "log/"
    body = '{"match": 1e999, "events": []}'
    answer = Client().post(log, body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_event")


def test_where_nothing_has_changed_only_the_time_is_sent() -> None:
    _made, slip = at_a_table()
    address = Client().post(f"/t/{slip.code}/clock/")["Location"] + "log/"
    key = Client().get(address).json()["key"]
    assert Client().get(f"{address}?key={key}").json().keys() == {"now"}
    send(slip, tap("pass", 5, seat="B"))
    fresh = Client().get(f"{address}?key={key}").json()
    assert [event["kind"] for event in fresh["events"]] == ["pass"]
    assert Client().get(f"{address}?match={slip.pk}&after=1").json()["events"] == []


def test_only_who_may_score_gives_links_and_only_for_their_tables() -> None:
    made, slip = at_a_table()
    elsewhere, _other = at_a_table()
    mine = PlayingTable.objects.filter(table_pool__tournament=made).first()
    for do in (give, renew, withdraw):
        with pytest.raises(NotAllowed):
            do(made.pk, LinkPlace(CLOCK, slip=slip.pk), by=slip.entry_a.player.user, now=NOW)
        with pytest.raises(NotFound):
            do(elsewhere.pk, LinkPlace(CLOCK, slip=slip.pk), by=elsewhere.organizer, now=NOW)
        with pytest.raises(NotFound):
            do(elsewhere.pk, LinkPlace(OVERLAY, table=mine.pk), by=elsewhere.organizer, now=NOW)
    assert not ClockLink.objects.exists()


def test_the_code_of_an_overlay_opens_no_clock() -> None:
    made, slip = at_a_table()
    link = give(made.pk, LinkPlace(OVERLAY, slip=slip.pk), by=made.organizer, now=NOW)
    assert Client().get(f"/clock/{link.code}/").status_code == 404
    assert Client().get(f"/overlay/{link.code}/").status_code == 200


def test_the_desk_makes_the_links_of_all_tables(client: Client) -> None:
    made, _slip = at_a_table()
    client.force_login(made.organizer)
    page = f"/tournaments/{made.slug}/manage/match-clocks/"
    client.post(page, {"do": "all"})
    links = list(ClockLink.objects.all())
    assert len(links) == 2
    text = client.get(page).content.decode()
    assert all(link.get_absolute_url() in text for link in links)
    place = f"clock-table-{links[0].table_id}"
    client.post(page, {"do": "withdraw", "place": place})
    assert ClockLink.objects.filter(withdrawn_at=None).count() == 1
    assert client.post(page, {"do": "renew", "place": "nonsense"}).status_code == 302


def test_a_closed_slip_opens_no_clock() -> None:
    _made, slip = at_a_table()
    slip.closed_at = NOW
    slip.save()
    from tableclock.services.links import give_to_slip

    with pytest.raises(DomainError, match="slip_over"):
        give_to_slip(slip, NOW)
