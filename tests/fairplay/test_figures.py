"""Fair play on the site: what is worked out after an analysis, who sees it, what is recorded, and what a browser may report."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import AuditLine, Player, User
from accounts.services.audit import Actor
from analysis.models import PerformanceRating
from analysis.services import analyses
from fairplay.evidence.sequential import STRONGEST_PR, THRESHOLD
from fairplay.models import FairPlayNote, MatchFigures, PlayerFigures, TabSwitches
from fairplay.selectors.history import judged_matches
from fairplay.selectors.report import OPEN, listed, player_report, tournament_report
from fairplay.services import figures
from fairplay.services.leaving import forget, prepare_merge
from fairplay.services.notes import note_decision
from games.models import Match
from games.selectors.records import record_of
from tests.analysis.test_analyses import TOTALS
from tests.games.services.tables import Sitting, bot, person, playing
from tests.staff.people import root, signed_in, staff
from tests.tournaments.making import NOW, director, started
from tournaments.models import Pairing, PairingMatch, Tournament
from web.errors import DomainError

pytestmark = pytest.mark.django_db
LIST = "/admin/fairplay/playerfigures/"
API = "/api/v1/fair-play/players"


def finished(**given: Any) -> Sitting:
    sitting = playing(length=3, **given)
    for number in range(24):
        sitting.tick(4 + number % 3)
        sitting.step()
    sitting.until("roll")
    sitting.act("A", "concede", {})
    return sitting


def judged(match: Match, *, error: float = 0.0) -> dict[str, Any]:
    """Every play is the best one by a little, or costs `error`."""
    rows = []
    for entry in record_of(match).entries:
        if entry.action.kind != "play":
            continue
        equities = [0.3, 0.3 - (error or 0.015), 0.24, 0.2, 0.1]
        played = int(error > 0)
        candidates = [
            {"play": str(at), "equity": equity, "win": 0.5, "gammon": 0.1, "played": at == played}
            for at, equity in enumerate(equities)
        ]
        seat = str(getattr(entry.action, "seat", ""))
        rows.append(
            {
                "seat": seat,
                "kind": "play",
                "error": error,
                "counts": True,
                "luck": 0.0,
                "win_a": 0.5,
            }
            | {"candidates": candidates, "cube": None, "seq": entry.seq, "game": 1}
        )
    return {"decisions": rows, "totals": {"A": TOTALS, "B": TOTALS}, "file": b"file"}


@pytest.fixture(autouse=True)
def engine_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests need no engine: `judged` stands for it."""
    monkeypatch.setattr("analysis.selectors.is_available", lambda: True)
    monkeypatch.setattr("analysis.selectors.engine_version", lambda: "engine 1")
    monkeypatch.setattr(analyses, "align", lambda _record, decisions: decisions)


def analysed(monkeypatch: pytest.MonkeyPatch, error: float = 0.0, **given: Any) -> Sitting:
    """A match that was asked for and judged by the worker."""
    sitting = finished(**given)
    answer = judged(sitting.fresh(), error=error)
    monkeypatch.setattr(analyses, "analyze", lambda *_a, **_k: answer)
    user = sitting.match.seats.get(seat="A").player.user or User.objects.create_user("asks")
    analyses.request_analysis(sitting.fresh(), user, timezone.now())
    assert analyses.run_next()
    return sitting


def browser_of(player: Player) -> Client:
    client = Client()
    assert player.user is not None
    client.force_login(player.user, backend="accounts.auth_backend.LoginBackend")
    return client


def player_of(sitting: Sitting, seat: str = "A") -> Player:
    return sitting.match.seats.get(seat=seat).player


def test_the_worker_works_out_both_players_after_an_analysis(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting = analysed(monkeypatch)
    row = MatchFigures.objects.get(match=sitting.match, seat="A")
    plays = sum(entry.action.kind == "play" and entry.action.seat == "A" for entry in record_of(sitting.fresh()).entries)  # fmt: skip
    assert (row.choices, row.agreed, row.hard, row.lost) == (plays, plays, 0, 0)
    assert set(row.easy_s) >= {4.0, 5.0, 6.0}  # from the roll to the play
    assert PlayerFigures.objects.filter(player__match_seats__match=sitting.match).count() == 2
    (match,) = judged_matches(player_of(sitting).pk)
    assert (match.pr, match.agreement, match.level.limit) == (0, 1, STRONGEST_PR)
    assert match.level.evidence > 0


def test_an_error_after_the_analysis_ends_nothing_and_the_sweep_repairs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_match: object) -> None:
        raise RuntimeError("broken")

    with monkeypatch.context() as broken:
        broken.setattr(figures, "store_analysis", fail)
        sitting = analysed(monkeypatch)
        assert PerformanceRating.objects.filter(match=sitting.match).exists()
    assert not MatchFigures.objects.exists()
    assert figures.update_missing(timezone.now(), 10) == 1
    assert figures.update_missing(timezone.now(), 10) == 0
    assert MatchFigures.objects.count() == 2


def test_a_bots_match_is_no_evidence_about_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    analysed(monkeypatch, b=bot())
    assert not MatchFigures.objects.filter(choices__gt=0).exists()
    assert not PlayerFigures.objects.exists()


def test_whoever_plays_like_the_engine_needs_a_look_until_somebody_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cheat = person("cheat")
    for _ in range(8):
        sitting = analysed(monkeypatch, a=cheat)
        MatchFigures.objects.filter(match=sitting.match, seat="B").delete()
    row = PlayerFigures.objects.get(player=cheat)
    assert row.evidence > THRESHOLD
    assert row.flagged_at is not None
    assert [item.player for item in listed(PlayerFigures.objects.all(), OPEN)] == [cheat]
    boss = root()
    note_decision(cheat, "watching", Actor(boss, timezone.now(), reason="Asked them."))
    assert not listed(PlayerFigures.objects.all(), OPEN).exists()
    assert listed(PlayerFigures.objects.all(), "watching").get().player == cheat
    report = player_report(cheat)
    assert (report.whole, report.finished, report.notes[0].reason) == (8, 8, "Asked them.")


def test_a_weak_player_has_no_odds_against_them(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = analysed(monkeypatch, error=0.05)
    row = PlayerFigures.objects.get(player=player_of(sitting))
    assert row.evidence < 0
    assert (row.flagged_at, row.pr) == (None, pytest.approx(25))


def test_every_look_of_staff_is_recorded_and_others_see_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting = analysed(monkeypatch)
    player = player_of(sitting)
    row = PlayerFigures.objects.get(player=player)
    page = f"{LIST}{row.pk}/change/"
    plain = signed_in(staff("plain"))
    assert plain.get(LIST).status_code == plain.get(page).status_code == 403
    assert plain.get(f"{API}/{player.pk}").status_code == 403
    assert browser_of(player).get(f"{API}/{player.pk}").status_code == 403
    assert not AuditLine.objects.filter(what="fair_play.seen").exists()
    looker = signed_in(staff("looker", "fairplay.view_playerfigures"))
    answer = looker.get(page)
    assert answer.status_code == 200
    assert "Strength alone is no evidence" in answer.content.decode()
    assert "Note decision" not in answer.content.decode()
    assert looker.get(f"{API}/{player.pk}").json()["figures"]["matches"] == 1
    lines = AuditLine.objects.filter(what="fair_play.seen", by_name="looker")
    assert [line.object_id for line in lines] == [str(player.pk)] * 2
    assert looker.post(page, {"status": "cleared", "reason": "x"}).status_code == 403


def test_a_decision_needs_a_reason_and_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = analysed(monkeypatch)
    player = player_of(sitting)
    page = f"{LIST}{PlayerFigures.objects.get(player=player).pk}/change/"
    client = signed_in(root())
    assert client.post(page, {"status": "acted", "reason": " "}).status_code == 422
    assert client.post(page, {"status": "acted", "reason": "They told us."}).status_code == 302
    assert "They told us." in client.get(page).content.decode()
    assert AuditLine.objects.filter(what="fair_play.noted", reason="They told us.").count() == 1
    answer = client.post(
        f"{API}/{player.pk}/decisions",
        {"status": "cleared", "reason": "A mistake."},
        "application/json",
    )
    assert answer.status_code == 201
    assert [row["status"] for row in client.get(f"{API}/{player.pk}").json()["notes"]] == [
        "cleared",
        "acted",
    ]
    assert client.get(f"{API}?status=cleared").json()[0]["player"] == player.pk
    with pytest.raises(DomainError, match="bad_decision"):
        note_decision(player, "punished", Actor(None, timezone.now(), reason="x"))


def test_a_browser_may_report_switches_of_its_own_player_only() -> None:
    sitting = playing(length=3)
    address = f"/api/v1/matches/{sitting.match.pk}/tab-switches"

    def report(client: Client, game: int, count: int) -> int:
        sent = {"game": game, "count": count}
        return client.post(address, sent, "application/json").status_code

    client = browser_of(player_of(sitting))
    assert [report(client, 1, 3), report(client, 1, 2), report(client, 2, 5)] == [204] * 3
    assert list(TabSwitches.objects.values_list("seat", "game", "count")) == [
        ("A", 1, 3),
        ("A", 2, 5),
    ]
    assert report(client, 0, 1) == report(client, 1, 10_000) == 422
    assert report(browser_of(person()), 1, 1) == 403
    assert report(Client(), 1, 1) in (401, 403)


def test_a_deleted_account_leaves_nothing_and_merged_players_are_counted_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting = analysed(monkeypatch)
    gone, kept = player_of(sitting), player_of(sitting, "B")
    prepare_merge(gone, person())
    assert not PlayerFigures.objects.filter(player=gone).exists()
    figures.update_missing(timezone.now(), 10)
    assert PlayerFigures.objects.filter(player=gone).exists()
    TabSwitches.objects.create(match=sitting.match, seat="A", game=1, count=2)
    assert kept.user is not None
    assert gone.user is not None
    forget(gone.user)
    assert not TabSwitches.objects.exists()
    assert list(MatchFigures.objects.values_list("seat", flat=True)) == ["B"]
    assert not FairPlayNote.objects.filter(player=gone).exists()


def test_after_a_ruling_the_old_figures_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = analysed(monkeypatch)
    player = player_of(sitting)
    Match.objects.filter(pk=sitting.match.pk).update(seq=sitting.fresh().seq + 1)
    assert judged_matches(player.pk) == []
    assert figures.refresh(player.pk, timezone.now() + timedelta(days=1)) is None


def test_no_position_is_judged_for_whoever_plays() -> None:
    client = browser_of(player_of(playing(length=3)))
    for address in ("/analysis/position/?xgid=x", "/api/v1/analysis/position?xgid=x"):
        answer = client.get(address)
        assert answer.status_code == 409
        assert "match in progress" in answer.content.decode()


def test_a_ruling_on_a_match_brings_the_row_of_its_players_up_to_date(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = person("stays")
    kept, changed = analysed(monkeypatch, a=player), analysed(monkeypatch, a=player)
    opponent = player_of(changed, "B")
    assert PlayerFigures.objects.get(player=player).matches == 2
    Match.objects.filter(pk=changed.match.pk).update(seq=changed.fresh().seq + 1)
    for _ in range(2):
        figures.update_missing(timezone.now(), 10)
        assert PlayerFigures.objects.get(player=player).matches == 1
        assert not PlayerFigures.objects.filter(player=opponent).exists()
        assert not MatchFigures.objects.filter(match=changed.match).exists()
        assert MatchFigures.objects.filter(match=kept.match).count() == 2


def test_the_page_of_a_tournament_compares_its_players_by_their_matches_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of four players, 1 always plays what the engine does; 2 errs. Their other matches do not count here."""
    made = started(4, organizer=director(), format="round_robin")
    rounds = ["1", "2", "3", "4"]
    played = [_played_out(row) for row in made_matches(made)]
    assert len(played) == 6
    for match in played:
        analysed_as(match, monkeypatch, {"1": 0.0, "2": 0.06})
    analysed(monkeypatch, a=Player.objects.get(name="1"))
    report = {row.player.name: row for row in tournament_report(made)}
    assert sorted(report) == rounds
    assert [report[name].totals.matches for name in rounds] == [3] * 4
    assert (report["1"].totals.pr, report["2"].totals.pr) == (0, pytest.approx(30))
    assert next(iter(tournament_report(made))).player.name == "1"
    assert report["1"].totals.agreement == 1
    assert report["1"].figures is not None
    assert report["1"].figures.matches == 4
    looker = signed_in(staff("looker", "fairplay.view_playerfigures"))
    address = f"{LIST}tournaments/{made.pk}/"
    page = looker.get(address).content.decode()
    assert page.count("<tr><td>") == 4
    assert AuditLine.objects.filter(what="fair_play.seen", object_id=str(made.pk)).count() == 1
    rows = looker.get(f"/api/v1/fair-play/tournaments/{made.slug}").json()
    assert rows[0]["name"] == "1"
    assert rows[0]["totals"]["matches"] == 3
    assert AuditLine.objects.filter(what="fair_play.seen", object_id=str(made.pk)).count() == 2
    assert signed_in(staff("plain")).get(address).status_code == 403


def made_matches(made: Tournament) -> list[Match]:
    pairings = Pairing.objects.filter(stage__tournament=made).order_by("id")
    rows = PairingMatch.objects.filter(pairing__in=pairings, voided_at=None).select_related("match")
    return [row.match for row in rows]


def _played_out(match: Match) -> Match:
    sitting = Sitting(match, NOW)
    sitting.join()
    for _ in range(24):
        sitting.tick(5)
        sitting.step()
    sitting.until("roll")
    sitting.act("A", "concede", {})
    return sitting.fresh()


def analysed_as(match: Match, monkeypatch: pytest.MonkeyPatch, errors: dict[str, float]) -> None:
    """Whoever is named errs so much in each play; the others lose 0.02."""
    names = {row.seat: row.player.name for row in match.seats.select_related("player")}
    rows = []
    for seat in "AB":
        answer = judged(match, error=errors.get(names[seat], 0.02))
        rows += [row for row in answer["decisions"] if row["seat"] == seat]
    answer["decisions"] = sorted(rows, key=lambda row: row["seq"])
    monkeypatch.setattr(analyses, "analyze", lambda *_a, **_k: answer)
    user = match.seats.get(seat="A").player.user
    assert user is not None
    analyses.request_analysis(match, user, timezone.now())
    assert analyses.run_next()


def test_whoever_met_only_bots_is_not_flagged_however_they_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = person("plays bots")
    for _ in range(8):
        analysed(monkeypatch, a=player, b=bot())
    figures.update_missing(timezone.now(), 20)
    assert judged_matches(player.pk) == []
    assert not PlayerFigures.objects.filter(player=player).exists()
    assert not listed(PlayerFigures.objects.all(), OPEN).exists()


def test_the_list_marks_players_over_the_threshold_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    analysed(monkeypatch)
    row = PlayerFigures.objects.earliest("pk")
    assert row.flagged_at is None
    browser = signed_in(root())
    assert "staff-bad" not in browser.get(LIST).content.decode()
    row.flagged_at = NOW
    row.save()
    text = browser.get(LIST).content.decode()
    since = timezone.localtime(NOW)
    assert text.count("staff-bad") == 1
    assert f"since {since.day} {since:%b %Y}" in text
