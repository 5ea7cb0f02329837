"""Papers as people get them: who may have which, from what they are made, and what asking again costs."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from tests.keeping import forget
from tests.tournaments.making import NOW, director, nobody, pairing, player, started
from tests.tournaments.public.drawing_made import begun, decide
from tests.tournaments.venue.room import on_board, slip
from tournaments.entry.services import entries
from tournaments.models import Event, FeePlan, Role, Tournament
from tournaments.printing.sheets.frame import Head, Sheet, framed
from tournaments.printing.sheets.match_sheets import MatchText
from tournaments.printing.views import desk_papers, papers
from tournaments.printing.views.paper_request import PaperRequest
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.venue_change import MovePairing
from tournaments.setup.services import lifecycle

pytestmark = pytest.mark.django_db
PUBLIC = ("draw", "pairings", "standings")
DESK = ("score-sheets", "monitor-sheets", "players")
PAID = [{"section": "main", "place": 1, "share": 70}, {"section": "main", "place": 2, "share": 30}]


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    forget()


def get(client: Client, of: Tournament, kind: str, **asked: object) -> HttpResponse:
    return client.get(f"/tournaments/{of.slug}/papers/{kind}.pdf", asked)


def at_desk(client: Client, of: Tournament, kind: str, **asked: object) -> HttpResponse:
    return client.get(f"/tournaments/{of.slug}/manage/papers/{kind}.pdf", asked)


def pages_in(answer: HttpResponse) -> int:
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    return len(re.findall(rb"/Type /Page\b", answer.content))


def with_role(of: Tournament, kind: str) -> Client:
    user = player().user
    Role.objects.create(tournament=of, user=user, kind=kind, given_by=of.organizer, given_at=NOW)
    client = Client()
    client.force_login(user)
    return client


def test_draw_pairings_and_standings_are_everybodys(client: Client) -> None:
    made = begun(8)
    assert [pages_in(get(client, made, kind)) for kind in PUBLIC] == [1, 1, 1]
    assert pages_in(get(client, made, "pairings", by="name", size="letter")) == 1
    assert get(client, made, "cross-table").status_code == 404  # a knockout has none
    assert get(client, made, "slips").status_code == 404  # not at this address


def test_papers_of_the_desk_ask_for_the_right_that_fits(client: Client) -> None:
    made = begun(8, organizer=director(), pay_table=PAID, prize_pool=100)
    decide(made, rounds=2)
    assert all(at_desk(client, made, kind).status_code == 302 for kind in DESK)
    assistant, monitor = with_role(made, "assistant"), with_role(made, "monitor")
    streamer, organizer = with_role(made, "streamer"), Client()
    organizer.force_login(made.organizer)
    asked = (*DESK, "pools")
    assert [at_desk(assistant, made, kind).status_code for kind in asked] == [200, 200, 200, 403]
    assert [at_desk(monitor, made, kind).status_code for kind in asked] == [403, 200, 403, 403]
    assert {at_desk(streamer, made, kind).status_code for kind in asked} == {403}
    assert [at_desk(organizer, made, kind).status_code for kind in asked] == [200, 200, 200, 404]


def test_payouts_are_for_organizers_alone() -> None:
    made = begun(4, organizer=director(), pay_table=PAID, prize_pool=100)
    decide(made, rounds=2)
    organizer = Client()
    organizer.force_login(made.organizer)
    assert pages_in(at_desk(organizer, made, "payouts")) == 1
    assert at_desk(with_role(made, "director"), made, "payouts").status_code == 403


def test_payouts_are_offered_once_there_is_something_to_pay() -> None:
    made = begun(4, organizer=director(), pay_table=PAID, prize_pool=100)
    organizer = Client()
    organizer.force_login(made.organizer)
    page = f"/tournaments/{made.slug}/manage/papers/"
    offered = "papers/payouts.pdf" in organizer.get(page).content.decode()
    assert offered == (at_desk(organizer, made, "payouts").status_code == 200)
    decide(made, rounds=2)
    assert "papers/payouts.pdf" in organizer.get(page).content.decode()
    unpaid = begun(4, organizer=made.organizer)
    page = f"/tournaments/{unpaid.slug}/manage/papers/"
    assert "papers/payouts.pdf" not in organizer.get(page).content.decode()


def test_the_list_of_players_is_offered_once_somebody_has_entered() -> None:
    boss = director()
    made = lifecycle.create(organizer=boss, name="Spring Open", lengths=[3])
    lifecycle.open_entry(made.pk, by=boss)
    organizer = Client()
    organizer.force_login(boss)
    page = f"/tournaments/{made.slug}/manage/papers/"
    assert at_desk(organizer, made, "players").status_code == 404
    assert "papers/players.pdf" not in organizer.get(page).content.decode()
    entries.add_walk_in(made.pk, by=None, now=NOW, player=nobody("Ann"))
    assert at_desk(organizer, made, "players").status_code == 200
    assert "papers/players.pdf" in organizer.get(page).content.decode()


def test_a_draft_prints_for_its_directors_alone(client: Client) -> None:
    mine = director()
    made = lifecycle.create(organizer=mine, name="Draft", lengths=[3], clock=None)
    entries.add_walk_in(made.pk, by=None, now=NOW, player=nobody("Ann"))
    assert get(client, made, "draw").status_code == 404
    client.force_login(player().user)
    assert at_desk(client, made, "players").status_code == 404
    client.force_login(mine)
    assert pages_in(at_desk(client, made, "players")) == 1
    assert get(client, made, "draw").status_code == 404  # nothing is drawn


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options", "pages"),
    [
        ("double_elimination", {}, 2),
        ("consolation", {}, 2),
        ("round_robin", {}, 2),
        ("groups", {"groups": 2}, 2),
        ("swiss", {"rounds": 3}, 1),
        ("lives", {}, 1),
        ("quads", {}, 2),
        ("continuous_swiss", {}, 1),
    ],
)
def test_every_format_has_its_draw_sheets(
    client: Client, name: str, options: dict[str, object], pages: int
) -> None:
    made = begun(8, format=name, options=options)
    assert pages_in(get(client, made, "draw")) >= pages
    decide(made)
    assert pages_in(get(client, made, "draw")) >= pages
    assert pages_in(get(client, made, "standings")) == 1
    crossed = get(client, made, "cross-table").status_code
    assert crossed == (404 if name in {"double_elimination", "consolation"} else 200)


def test_slips_carry_their_codes_to_the_desk_only(client: Client) -> None:
    made = on_board(8, 4, organizer=director())
    assert at_desk(client, made, "slips").status_code == 302
    client.force_login(made.organizer)
    assert pages_in(at_desk(client, made, "slips", on_sheet=4)) == 1
    assert pages_in(at_desk(client, made, "slips", on_sheet="many")) == 1
    match_slip = slip(made, "W1.1")
    assert pages_in(at_desk(client, made, "slips", round=match_slip.pairing.round_id)) == 1
    assert at_desk(client, made, "slips", round=10**30).status_code in (200, 404)
    page = client.get(f"/tournaments/{made.slug}/manage/papers/").content.decode()
    assert "slips.pdf" in page


def test_what_has_not_changed_is_not_sent_again(client: Client) -> None:
    made = begun(4)
    first = get(client, made, "draw")
    again = client.get(
        f"/tournaments/{made.slug}/papers/draw.pdf", headers={"if-none-match": first["ETag"]}
    )
    assert (again.status_code, again.content) == (304, b"")
    decide(made)
    changed = client.get(
        f"/tournaments/{made.slug}/papers/draw.pdf", headers={"if-none-match": first["ETag"]}
    )
    assert changed.status_code == 200


def counted(client: Client, address: str) -> int:
    client.get(address)  # what is kept by version is computed once
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


@pytest.mark.parametrize("kind", ["online", "not made yet", "board", "moved"])
def test_a_sheet_asks_for_a_table_where_there_is_one(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An online match has none, made or not; one moved to a screen neither; over the board it is written down or known."""
    makers = {"online": started, "not made yet": begun}
    made = makers[kind](4) if kind in makers else on_board(4, tables=1, where="mixed")
    if kind == "moved":
        order = MovePairing(pairing_id=pairing(made, "W1.1").pk, on_board=False)
        rule(order, RulingRequest(by=None, now=NOW, reason=""))
    tables: list[str | None] = []

    def drawn(_paper: object, matches: list[MatchText]) -> list[Sheet]:
        tables.extend(match.table for match in matches)
        return []

    monkeypatch.setattr(desk_papers, "monitor_sheets", drawn)
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    desk_papers.monitors(PaperRequest(request, Tournament.objects.get(pk=made.pk)))
    is_online = kind in makers
    assert tables == ([None, None] if is_online else [None, "1"] if kind == "moved" else ["1", ""])


def test_queries_do_not_grow_with_the_field() -> None:
    counts = []
    for n in (8, 24):
        made = begun(n, organizer=director(), format="consolation", pay_table=PAID, prize_pool=100)
        FeePlan.objects.create(tournament=made, currency="EUR", entry_fee=1000)
        decide(made)
        client = Client()
        client.force_login(made.organizer)
        at = f"/tournaments/{made.slug}"
        asked = [f"{at}/papers/{kind}.pdf" for kind in PUBLIC]
        asked += [f"{at}/manage/papers/{kind}.pdf" for kind in DESK]
        counts.append([counted(client, address) for address in [*asked, f"{at}/manage/papers/"]])
    assert counts[0] == counts[1]


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs pdftotext of poppler")
def test_the_text_of_a_sheet_can_be_read_back(client: Client, tmp_path: Path) -> None:
    made = begun(8, pay_table=PAID, prize_pool=100)
    decide(made)
    file = tmp_path / "draw.pdf"
    file.write_bytes(get(client, made, "draw").content)
    process = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, check=True)
    text = process.stdout.decode()
    for expected in (
        "Spring Open",
        "Quarterfinals",
        "NO CLOCKS",
        "Places paid: 1. 70",
        "Page 1 of 1",
    ):
        assert expected in text


def test_an_event_that_is_not_public_yet_is_not_named_to_everybody(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = begun(4, organizer=director())
    day = NOW.date()
    event = Event.objects.create(
        slug="secret", name="Secret", starts_on=day, ends_on=day, organizer=made.organizer
    )
    Tournament.objects.filter(pk=made.pk).update(event=event)
    seen: list[Head] = []
    monkeypatch.setattr(
        papers, "framed", lambda s, head, p: seen.append(head) or framed(s, head, p)
    )
    get(client, made, "draw")
    client.force_login(made.organizer)
    get(client, made, "draw")
    assert [head.above for head in seen] == ["", "Secret"]
