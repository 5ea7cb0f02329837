"""A player's public page: record, tournaments, matches."""

from django.db.models import Count, F, Q

from accounts.models import Player
from games.models import Match
from tournaments.models import Entry, EntryMember, Tournament
from tournaments.permissions import Viewer
from tournaments.selectors.shapes import PlayedMatch, PlayerView
from tournaments.selectors.tournament import seated
from tournaments.selectors.tournament.lists import counted, player_ref, tournament_row, visible

PLAYED = ("played", "time", "conceded")  # what counts as played (T1.2)
SHOWN = 50


def player_view(player: Player, viewer: Viewer) -> PlayerView:
    """Four queries. The record counts matches that were played, walkovers and forfeits not."""
    counts = Match.objects.filter(
        seats__player=player, status="finished", winner__isnull=False, reason__in=PLAYED
    ).aggregate(played=Count("pk"), won=Count("pk", filter=Q(winner=F("seats__seat"))))
    own = Entry.objects.filter(player=player).values("tournament")
    with_others = EntryMember.objects.filter(player=player).values("entry__tournament")
    entered = visible(viewer).exclude(status=Tournament.Status.DRAFT)
    entered = entered.filter(Q(pk__in=own) | Q(pk__in=with_others))
    matches = Match.objects.filter(seats__player=player).exclude(status="void")
    return PlayerView(
        player=player_ref(player),
        played=counts["played"],
        won=counts["won"],
        lost=counts["played"] - counts["won"],
        tournaments=tuple(tournament_row(t) for t in counted(entered, viewer)[:SHOWN]),
        matches=tuple(_row(match, player) for match in seated.with_seats(matches)[:SHOWN]),
    )


def _row(match: Match, player: Player) -> PlayedMatch:
    sides = seated.sides(match)
    mine = "A" if player in sides["A"] else "B"
    other = "B" if mine == "A" else "A"
    score = {"A": match.score_a, "B": match.score_b}
    line = seated.of_match(match)
    return PlayedMatch(
        match=line["match"],
        title=line["title"],
        subtitle=line["subtitle"],
        opponent=seated.shown(sides[other]),
        score=None if seated.score_hidden(match) else (score[mine], score[other]),
        won=None if match.winner is None else match.winner == mine,
        reason=match.reason,
        at=match.finished_at or match.created_at,
    )
