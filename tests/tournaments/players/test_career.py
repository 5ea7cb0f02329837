"""What a player's page counts of their matches, online and over the board, and what its filter takes."""

from collections.abc import Callable
from datetime import UTC, date, timedelta
from random import Random
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db.models import F
from django.test import Client

from accounts.models import BotKind, Player, User
from games.models import Game, Match, MatchSeat
from tests.tournaments.making import (
    NOW,
    bots,
    director,
    entry,
    join,
    nobody,
    play_out,
    started,
    win,
    win_all,
)  # fmt: skip
from tests.tournaments.venue.room import both_say, on_board, slip
from tournaments.bracket.selectors.delayed_results import delayed_tournaments
from tournaments.bracket.selectors.rows import PlayerRef
from tournaments.bracket.services import snapshots
from tournaments.bracket.spectator_reads import SpectatorReads
from tournaments.models import Tournament
from tournaments.players.selectors import achievements, career_figures, career_rows
from tournaments.players.selectors.achievements import placings
from tournaments.players.selectors.career_counts import (
    CareerFilter,
    against,
    by_kind,
    by_length,
    form_of,
    opponents_of,
)
from tournaments.players.selectors.career_rows import (
    BOARD,
    BOT,
    CORRESPONDENCE,
    ONLINE,
    CareerMatch,
    career,
)
from tournaments.players.selectors.player_page import player_view
from tournaments.players.views import player_page

ANYBODY = AnonymousUser()
ANNE, ZOE = PlayerRef(7, "Anne Lefèvre", "FR", False), PlayerRef(8, "Zoë Lund", "", False)
MATCH = CareerMatch(
    match=uuid4(), kind=ONLINE, title="", length=5, opponent=ANNE, score=(5, 3), won=True,
    is_over=True, counts=True, reason="played", at=NOW,
)  # fmt: skip
LOST = MATCH._replace(won=False, score=(2, 5))


def test_a_score_that_does_not_show_who_won_gives_way_to_how_the_match_ended() -> None:
    assert (MATCH.ended, LOST.ended) == ("", "")
    assert MATCH._replace(score=(0, 0), reason="conceded").ended == "resignation"
    assert LOST._replace(score=(2, 2), reason="time").ended == "time forfeit"
    assert MATCH._replace(score=(1, 4), reason="conceded").ended == "resignation"
    assert MATCH._replace(score=None).ended == ""
    assert MATCH._replace(won=None, is_over=False).ended == ""


def test_form_counts_the_present_run_and_the_best_one() -> None:
    form = form_of([MATCH, MATCH, LOST, MATCH, MATCH, MATCH, LOST])
    assert form.results == (False, True, True, True, False, True, True)
    assert (form.streak, form.best_streak, form.won) == (2, 3, 5)
    assert form_of([LOST, LOST, MATCH]).lost_streak == 2
    assert form_of([]).results == ()


def test_form_shows_ten_and_passes_over_what_was_not_played() -> None:
    walkover = LOST._replace(counts=False, reason="walkover")
    form = form_of([walkover, *[MATCH] * 12])
    assert form.results == (True,) * 10
    assert form.streak == 12


def test_lengths_between_two_lines_go_to_the_longer_one() -> None:
    rows = [MATCH._replace(length=n) for n in (1, 2, 3, 9, 25)] + [LOST._replace(length=None)]
    rates = {rate.key: (rate.played, rate.won) for rate in by_length(rows)}
    assert rates == {"1": (1, 1), "3": (2, 2), "9": (2, 2), "session": (1, 0)}


def test_a_share_is_rounded_half_up() -> None:
    (rate,) = by_kind([MATCH, *[LOST] * 7])
    assert (rate.played, rate.percent) == (8, 13)


def test_head_to_head_adds_up_points_and_is_found_without_accents() -> None:
    records = opponents_of([MATCH, LOST, MATCH._replace(opponent=ZOE), MATCH._replace(score=None)])
    anne = against(records, "lefevre")
    assert anne is not None
    assert (anne.opponent, anne.played, anne.won, anne.lost) == (ANNE, 3, 2, 1)
    assert (anne.points, anne.points_against) == (7, 8)
    assert (zoe := against(records, "ZOE lund")) is not None
    assert zoe.opponent == ZOE
    assert against(records, "nobody") is against(records, " ") is None


@pytest.mark.parametrize(
    ("chosen", "taken"),
    [
        (CareerFilter(), True),
        (CareerFilter(opponent="lefevre"), True),
        (CareerFilter(opponent="lund"), False),
        (CareerFilter(tournament="open"), False),
        (CareerFilter(length=5, result="won", kind=ONLINE), True),
        (CareerFilter(result="lost"), False),
        (CareerFilter(since=NOW.date(), until=NOW.date()), True),
        (CareerFilter(since=NOW.date() + timedelta(days=1)), False),
        (CareerFilter(until=date(2000, 1, 1)), False),
    ],
)
def test_a_filter_takes_what_fits_all_of_it(chosen: CareerFilter, taken: bool) -> None:
    assert chosen.takes(MATCH, UTC) is taken


def test_a_tie_and_a_match_in_progress_are_neither_won_nor_lost() -> None:
    tied, running = MATCH._replace(won=None), MATCH._replace(won=None, is_over=False)
    assert CareerFilter(result="tied").takes(tied, UTC)
    assert CareerFilter(result="on").takes(running, UTC)
    assert not CareerFilter(result="lost").takes(tied, UTC)


@pytest.mark.django_db
def test_results_over_the_board_are_in_the_record() -> None:
    made = on_board(4)
    both_say(slip(made, "W1.1"))
    a_slip = slip(made, "W1.1")
    winner = a_slip.pairing.winner
    assert winner is not None
    (row,) = [row for row in career(winner.player) if row.is_over]
    assert (row.kind, row.won, row.counts, row.match, row.slug) == (
        BOARD,
        True,
        True,
        None,
        made.slug,
    )
    view = player_view(winner.player, ANYBODY, NOW)
    assert (view.played, view.won) == (1, 1)
    assert view.matches[0].url == made.get_absolute_url()
    Tournament.objects.filter(pk=made.pk).update(is_rehearsal=True)
    assert career(winner.player) == []


@pytest.mark.django_db
def test_places_come_from_the_champion_and_from_where_a_draw_lets_go() -> None:
    made = started(8)
    play_out(made)
    places = {
        k: [(p.first, p.last, p.entries) for p in placings(entry(made, k).player, ANYBODY)]
        for k in (1, 2, 3, 4, 8)
    }
    assert places == {
        1: [(1, 1, 8)],
        2: [(2, 2, 8)],
        3: [(3, 4, 8)],
        4: [(3, 4, 8)],
        8: [(5, 8, 8)],
    }


@pytest.mark.django_db
def test_the_page_shows_the_record_against_the_reader(client: Client) -> None:
    made = started(4)
    win_all(made, "W1.1 1", "W1.2 2", "W2.1 2")
    first, second = entry(made, 1).player, entry(made, 2).player
    assert second.user is not None
    client.force_login(second.user)
    html = client.get(f"/players/{first.pk}/").content.decode()
    assert "Against you" in html
    card = html.split('id="against-h"')[1].split("</section>")[0]
    assert '<b class="num">0</b>' in card
    assert "Against you" not in client.get(f"/players/{second.pk}/").content.decode()
    other = client.get(f"/players/{first.pk}/", {"against": "4"}).content.decode()
    assert f'href="/players/{entry(made, 4).player_id}/"' in other.split('id="against-h"')[1]
    unknown = client.get(f"/players/{first.pk}/", {"against": "<b>who"}).content.decode()
    assert "&lt;b&gt;who" in unknown


@pytest.mark.django_db
def test_filter_and_pages_go_together_and_odd_values_are_named(client: Client) -> None:
    made = started(4)
    win_all(made, "W1.1 1", "W1.2 2", "W2.1 2")
    address = f"/players/{entry(made, 2).player_id}/"
    lost = client.get(address, {"opponent": "1", "page": "999"}).content.decode()
    assert lost.count('class="career-who"') == 1
    none = client.get(address, {"length": "99"}).content.decode()
    assert "No match fits the filter." in none
    for asked in (
        {"length": "x"},
        {"since": "2026-99-99"},
        {"kind": "\x00"},
        {"opponent": "\x00"},
        {"against": "\x00"},
        {"page": "-1"},
    ):
        assert client.get(address, asked).status_code == 200, asked


@pytest.mark.django_db
def test_matches_can_be_taken_along(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    made = started(4, name="=Open")
    win_all(made, "W1.1 1", "W1.2 2", "W2.1 2")
    address = f"/players/{entry(made, 2).player_id}/"
    lines = client.get(f"{address}matches.csv").content.decode("utf-8-sig").splitlines()
    assert lines[0].startswith("date,opponent,tournament")
    assert len(lines) == 3
    assert ",'=Open,Online,3," in lines[1]
    few = client.get(f"{address}matches.csv", {"opponent": "1"}).content.decode().splitlines()
    assert len(few) == 2
    archive = client.get(f"{address}files/mat.zip")
    assert archive.status_code == 200
    assert b"".join(archive.streaming_content).startswith(b"PK")  # type: ignore[attr-defined]
    assert client.get(f"{address}files/exe.zip").status_code == 404
    monkeypatch.setattr(player_page, "MOST_TABLES", 2)
    assert client.get(f"{address}matches.csv").status_code == 429


@pytest.mark.django_db
def test_everybody_has_a_page_and_only_people_with_an_account_are_challenged(
    client: Client,
) -> None:
    person, (bot,) = nobody("Person"), bots(1)
    walk_in = Player.objects.create(name="Walk-in")
    guest = Player.objects.create(
        name="Guest 12", user=User.objects.create(username="g", guest_seen_at=NOW)
    )
    gone = Player.objects.create(name="Former player 3", anonymised_at=NOW)
    pages = {
        p.name: client.get(f"/players/{p.pk}/").content.decode()
        for p in (person, bot, walk_in, guest, gone)
    }
    challenged = {name for name, html in pages.items() if "/matches/new/?player=" in html}
    assert challenged == {"Person"}
    assert "No account: results were entered by a director." in pages["Walk-in"]
    assert "Play a bot" in pages[bot.name]
    client.force_login(person.user)
    own = client.get(f"/players/{person.pk}/").content.decode()
    assert "Edit profile" in own
    assert "/matches/new/?player=" not in own


@pytest.mark.django_db
def test_spectators_who_see_results_late_see_them_late_here_too() -> None:
    made = started(4, organizer=director(), spectator_delay_s=300, delay_results=True)
    join(made, "W1.1")
    later = NOW + timedelta(minutes=9)
    snapshots.keep(NOW + timedelta(minutes=1))
    win(made, "W1.1", "1", later)
    player = entry(made, 1).player
    assert [row.counts for row in career(player) if row.is_over] == [True]
    with SpectatorReads(delayed_tournaments(), AnonymousUser, later).installed():
        rows = career(player)
        view = player_view(player, ANYBODY, later)
    assert [(row.is_over, row.won, row.counts) for row in rows] == [(False, None, False)]
    assert (view.played, view.form.results, view.games) == (0, (), None)
    assert [row.counts for row in career(player) if row.is_over] == [True]
    assert [row.score for row in view.matches] == [None]


@pytest.mark.django_db
def test_matches_against_bots_are_counted_apart() -> None:
    made = started(2)
    win_all(made, "W1.1 1")
    Player.objects.filter(pk=entry(made, 2).player_id).update(bot_kind=BotKind.STEADY)
    assert [row.kind for row in career(entry(made, 1).player)] == [BOT]
    assert [row.kind for row in career(entry(made, 2).player)] == [ONLINE]


@pytest.mark.django_db
def test_a_match_by_correspondence_and_one_without_a_length_are_known() -> None:
    made = started(4)
    win_all(made, "W1.1 1", "W1.2 2")
    player = entry(made, 1).player
    days = {"kind": "correspondence", "reserve_ms": 86_400_000, "delay_ms": 0}
    Match.objects.update(clock=days, rules={"length": None}, seq=F("seq") + 1)
    (row,) = [row for row in career(player) if row.is_over]
    assert (row.kind, row.length) == (CORRESPONDENCE, None)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(6))
def test_kept_matches_are_those_read_again_after_any_change(seed: int) -> None:
    """Results, corrections, void matches, names, seats that move and players merged, in any order."""
    chance = Random(seed)
    people = [Player.objects.create(name=f"p{n}") for n in range(5)]
    shown = people[0]
    for step in range(40):
        changes: list[Callable[[], object]] = [
            lambda step=step: a_match(shown, chance.choice(people[1:]), step),  # type: ignore[misc]
            lambda: correct(chance),
            lambda step=step: rename(chance.choice(people[1:]), f"new {step}"),  # type: ignore[misc]
            lambda: move_a_seat(chance, people[1:]),
        ]
        chance.choice(changes)()
        kept = career(shown), figures_on_page(shown)
        for cache in (career_rows._kept, career_figures._kept, achievements._figures):
            cache.clear()
        assert kept == (career(shown), figures_on_page(shown))


def figures_on_page(shown: Player) -> tuple[object, ...]:
    view = player_view(shown, ANYBODY, NOW)
    rates = view.length_rates, view.kind_rates, view.opponents
    return view.played, view.won, view.form, view.titles, view.games, *rates


def a_match(shown: Player, other: Player, step: int) -> None:
    ended = NOW + timedelta(hours=step)
    match = Match.objects.create(
        rules={"length": 5}, context={}, state={}, status="finished", winner="A", reason="played",
        seq=3, last_at=ended, created_at=ended, started_at=ended, finished_at=ended, score_a=5,
    )  # fmt: skip
    MatchSeat.objects.create(match=match, seat="A" if step % 2 else "B", player=shown)
    MatchSeat.objects.create(match=match, seat="B" if step % 2 else "A", player=other)
    Game.objects.create(
        match=match, number=0, winner="A", kind="gammon", points=2, cube=1, finished_at=ended
    )


def correct(chance: Random) -> None:
    """As services do: with an action in the log."""
    for match in list(Match.objects.order_by("created_at"))[-chance.randint(1, 3) :]:
        match.winner, match.seq = chance.choice("AB"), match.seq + 1
        match.status = chance.choice(["finished", "finished", "void"])
        match.save()


def rename(player: Player, name: str) -> None:
    Player.objects.filter(pk=player.pk).update(name=name)


def move_a_seat(chance: Random, people: list[Player]) -> None:
    seats = list(MatchSeat.objects.filter(player__in=people).order_by("pk"))
    if seats:
        seat = chance.choice(seats)
        MatchSeat.objects.filter(pk=seat.pk).update(player=chance.choice(people))
