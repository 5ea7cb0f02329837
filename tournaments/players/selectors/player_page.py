"""A player's public page: record, tournaments, matches."""

from datetime import datetime

from django.db.models import Count, F, Q, QuerySet, Sum
from django.utils.translation import pgettext

from accounts.models import Player
from games.models import Match
from games.selectors.visibility import delay_of
from tournaments.bracket.selectors import seated_matches
from tournaments.bracket.selectors.lists import counted, player_ref, tournament_row, visible
from tournaments.bracket.selectors.rows import PlayedMatch, PlayerView
from tournaments.core.permissions import Viewer
from tournaments.models import Entry, EntryMember, Pairing, Tournament

PLAYED = ("played", "time", "conceded")  # what counts as played (T1.2)
SHOWN = 50
OUTCOMES = dict(Pairing.Outcome.choices)


def player_version(player: Player) -> tuple[object, ...]:
    """A cache key that changes with every action in the player's matches and every version of their tournaments.

    Two queries. It does not change with other players' names and running matches of others.
    """
    played = Match.objects.filter(seats__player=player).aggregate(n=Count("pk"), seq=Sum("seq"))
    entered = _entered(player).aggregate(n=Count("pk"), which=Sum(F("pk") * F("version")))
    return (player.name, player.country, player.bot_kind, *played.values(), *entered.values())


def _entered(player: Player) -> QuerySet[Tournament]:
    own = Entry.objects.filter(player=player).values("tournament")
    with_others = EntryMember.objects.filter(player=player).values("entry__tournament")
    return Tournament.objects.filter(Q(pk__in=own) | Q(pk__in=with_others))


def player_view(player: Player, viewer: Viewer, now: datetime) -> PlayerView:
    """The page's data. Four queries. The record counts played matches, not walkovers and forfeits."""
    counts = Match.objects.filter(
        seats__player=player, status="finished", winner__isnull=False, reason__in=PLAYED
    ).aggregate(played=Count("pk"), won=Count("pk", filter=Q(winner=F("seats__seat"))))
    entered = visible(viewer).exclude(status=Tournament.Status.DRAFT)
    entered = entered.filter(pk__in=_entered(player).values("pk"))
    played = Match.objects.filter(seats__player=player).exclude(status="void")
    matches = seated_matches.with_seats(played)[:SHOWN]
    return PlayerView(
        player=player_ref(player),
        played=counts["played"],
        won=counts["won"],
        lost=counts["played"] - counts["won"],
        tournaments=tuple(tournament_row(t) for t in counted(entered, viewer)[:SHOWN]),
        matches=tuple(_row(match, player, viewer, now) for match in matches),
    )


def _row(match: Match, player: Player, viewer: Viewer, now: datetime) -> PlayedMatch:
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
    # Translators: how a match ended, beside the opponent, where the score would be
    texts = {
        "time": pgettext("result", "time forfeit"),
        "conceded": pgettext("result", "resignation"),
        "forfeit": pgettext("result", "forfeit"),
    }
    return texts.get(match.reason, pgettext("result", "ruling"))


def _opens(match: Match, now: datetime, *, own: bool) -> bool:
    """Can this viewer open the match? Not one that ended before it began, nor within the spectators' delay. No query."""
    if match.started_at is None and match.finished_at is not None:
        return False
    delay = delay_of(match.context)
    if not delay or own:
        return True
    return match.started_at is not None and match.started_at <= now - delay
