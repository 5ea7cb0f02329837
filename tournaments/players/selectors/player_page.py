"""A player's public page: who they are, what they reached, and their matches, filtered and in pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, QuerySet, Sum
from django.urls import reverse

from accounts.models import Player
from games.models import Match
from games.selectors.visibility import delay_of
from tournaments.bracket.selectors import seated_matches
from tournaments.bracket.selectors.lists import counted, player_ref, tournament_row, visible
from tournaments.bracket.selectors.rows import PlayedMatch, PlayerRef, TournamentRow
from tournaments.core.permissions import Viewer
from tournaments.core.round_names import placed_round_name
from tournaments.formats.base import MAIN
from tournaments.models import Pairing, Tournament
from tournaments.players.selectors import career_counts
from tournaments.players.selectors.achievements import (
    SHOWN_PLACES,
    GameFigures,
    Placing,
    game_figures,
    placings,
    titles_among,
)
from tournaments.players.selectors.career_counts import (
    CareerFilter,
    HeadToHead,
    RecentForm,
    WinRate,
)
from tournaments.players.selectors.career_figures import career_figures
from tournaments.players.selectors.career_rows import (
    MOST,
    CareerMatch,
    career,
    entries_played,
    progress_of,
)
from tournaments.players.texts import end_name

PER_PAGE = 25
MOST_TOURNAMENTS = 20
OUTCOMES = dict(Pairing.Outcome.choices)


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player's public page. `played` counts matches with a winner that were not walkovers or forfeits.

    `page` are the matches that a filter takes, as `matches`; `shown` is how many it takes. `is_cut`: they have older
    matches, which are not read. `head_to_head` is against the viewer, or
    whoever was asked for. `titles` are the names of tournaments in their matches, to choose one from; `title_count` is how many they won.
    """

    player: PlayerRef
    played: int
    won: int
    lost: int
    tournaments: tuple[TournamentRow, ...]
    matches: tuple[PlayedMatch, ...]
    page: Page[CareerMatch]
    shown: int
    is_cut: bool
    form: RecentForm
    length_rates: Sequence[WinRate]
    kind_rates: Sequence[WinRate]
    opponents: Sequence[HeadToHead]
    head_to_head: HeadToHead | None
    placings: Sequence[Placing]
    games: GameFigures | None
    titles: Sequence[str]
    title_count: int
    tournament_count: int

    @property
    def percent(self) -> int:
        return WinRate("", self.played, self.won).percent


def player_version(player: Player) -> tuple[object, ...]:
    """A cache key that changes with every action in the player's matches and every version of their tournaments.

    Two queries. It does not change with other players' names and running matches of others.
    """
    played = Match.objects.filter(seats__player=player).aggregate(n=Count("pk"), seq=Sum("seq"))
    entered = _entered(player).aggregate(n=Count("pk"), which=Sum(F("pk") * F("version")))
    return (player.name, player.country, player.bot_kind, *played.values(), *entered.values())


def _entered(player: Player) -> QuerySet[Tournament]:
    return Tournament.objects.filter(pk__in=entries_played(player).values("tournament"))


def player_view(  # noqa: PLR0913  # what a page is asked for, by name
    player: Player,
    viewer: Viewer,
    now: datetime,
    *,
    chosen: CareerFilter | None = None,
    number: str | int = 1,
    against: str = "",
    zone: tzinfo | None = None,
) -> PlayerView:
    """The page's data; fifteen queries at most. `against` is the name of an opponent; without it the viewer is one."""
    progress = progress_of(player)
    rows = career(player, progress)
    figures = career_figures(player, rows)
    taken = filtered(rows, chosen, zone or now.tzinfo)
    page = Paginator(taken, PER_PAGE).get_page(number)
    entered = visible(viewer).exclude(status=Tournament.Status.DRAFT)
    entered = entered.filter(pk__in=_entered(player).values("pk"))
    tournament_count = entered.count()
    latest = counted(entered, viewer)[:MOST_TOURNAMENTS] if tournament_count else ()
    places = placings(player, viewer) if tournament_count else []
    return PlayerView(
        player=player_ref(player),
        played=figures.played,
        won=figures.won,
        lost=figures.played - figures.won,
        tournaments=tuple(tournament_row(tournament) for tournament in latest),
        matches=_detailed(list(page), player, viewer, now),
        page=page,
        shown=len(taken),
        is_cut=len(rows) == MOST,
        form=figures.form,
        length_rates=figures.length_rates,
        kind_rates=figures.kind_rates,
        opponents=figures.opponents[: career_counts.MOST_OPPONENTS],
        head_to_head=_head_to_head(figures.opponents, player, viewer, against),
        placings=places[:SHOWN_PLACES],
        games=game_figures(player, progress),
        titles=figures.titles,
        title_count=titles_among(places),
        tournament_count=tournament_count,
    )


def filtered(
    rows: Sequence[CareerMatch], chosen: CareerFilter | None, zone: tzinfo | None
) -> Sequence[CareerMatch]:
    """The rows that a filter takes; all without one."""
    if chosen is None or zone is None or chosen == CareerFilter():
        return rows
    return [row for row in rows if chosen.takes(row, zone)]


def _head_to_head(
    opponents: Sequence[HeadToHead], player: Player, viewer: Viewer, text: str
) -> HeadToHead | None:
    if text.strip():
        return career_counts.against(opponents, text)
    if not viewer.is_authenticated or viewer.pk == player.user_id:
        return None
    me = Player.objects.filter(user=viewer.pk).values_list("pk", flat=True).first()
    return next((record for record in opponents if record.opponent.id == me), None)


def _detailed(
    rows: Sequence[CareerMatch], player: Player, viewer: Viewer, now: datetime
) -> tuple[PlayedMatch, ...]:
    """The rows of one page as the page shows them. Two queries."""
    online = Match.objects.filter(pk__in=[row.match for row in rows if row.match])
    by_id = {match.pk: match for match in seated_matches.with_seats(online)}
    detailed = [
        _on_board(row) if row.match is None else _row(by_id[row.match], row, player, viewer, now)
        for row in rows
        if row.match is None or row.match in by_id
    ]
    return tuple(detailed)


def _on_board(row: CareerMatch) -> PlayedMatch:
    key, section = row.place
    return PlayedMatch(
        match=None,
        title=row.title,
        subtitle=placed_round_name(key, section, () if section == MAIN else (MAIN, section)),
        opponent=row.opponent,
        score=row.score,
        won=row.won,
        reason=row.reason,
        at=row.at,
        opens=False,
        ended=row.ended,
        is_over=True,
        length=row.length,
        url=reverse("tournament", args=[row.slug]),
        kind=row.kind,
    )


def _row(
    match: Match, known: CareerMatch, player: Player, viewer: Viewer, now: datetime
) -> PlayedMatch:
    sides = seated_matches.sides(match)
    side = "A" if player in sides["A"] else "B"
    other = "B" if side == "A" else "A"
    score = {"A": match.score_a, "B": match.score_b}
    line = seated_matches.of_match(match)
    seated = {seat.user_id for players in sides.values() for seat in players}
    own = viewer.is_authenticated and viewer.pk in seated  # a bot has no login, nor has a visitor
    return PlayedMatch(
        match=line["match"],
        title=line["title"],
        subtitle=line["subtitle"],
        opponent=seated_matches.shown(sides[other]),
        score=None
        if seated_matches.score_hidden(match) and not own
        else (score[side], score[other]),
        won=None if match.winner is None else match.winner == side,
        reason=match.reason,
        at=match.finished_at or match.created_at,
        opens=_opens(match, now, own=own),
        ended=_ended(match),
        is_over=match.finished_at is not None,
        length=line["length"],
        url=match.context.get("url", ""),
        kind=known.kind,
    )


def _ended(match: Match) -> str:
    """Text in place of a score that does not show who won."""
    if match.winner is None:
        return ""
    if match.started_at is None:
        return str(OUTCOMES.get(match.reason, ""))
    score = {"A": match.score_a, "B": match.score_b}
    if score[match.winner] > score["B" if match.winner == "A" else "A"]:
        return ""
    return end_name(match.reason)


def _opens(match: Match, now: datetime, *, own: bool) -> bool:
    """Can this viewer open the match? Not one that ended before it began, nor within the spectators' delay. No query."""
    if match.started_at is None and match.finished_at is not None:
        return False
    delay = delay_of(match.context)
    if not delay or own:
        return True
    return match.started_at is not None and match.started_at <= now - delay
