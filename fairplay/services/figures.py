"""Working out the figures of a match after its analysis, and of its players. In the worker of the analyses: no move waits for it."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from accounts.models import BotKind, Player
from analysis.models import PerformanceRating
from fairplay.evidence.choices import CountedChoice, choices_of
from fairplay.evidence.players import helped_likelihoods, human_likelihoods
from fairplay.evidence.sequential import THRESHOLD
from fairplay.models import MatchFigures, PlayerFigures
from fairplay.selectors.history import JudgedMatch, judged_matches, totals_of
from fairplay.selectors.seconds import seconds_of
from games.models import Match, MatchKind, MatchSeat

VERSION = 1
"""Raise it when choices or likelihoods are worked out in another way: all stored figures are then worked out again."""


def store_analysis(match_id: UUID) -> None:
    """The figures of both seats of a match that was analysed, and of their players. Safe to call again."""
    ratings = PerformanceRating.objects.filter(match=match_id).select_related("analysis", "match")
    for rating in ratings:
        _store(rating)
    seats = MatchSeat.objects.filter(match=match_id, player__bot_kind=BotKind.NONE)
    for player_id in seats.values_list("player", flat=True):
        refresh(player_id, timezone.now())


def _store(rating: PerformanceRating) -> None:
    match = rating.match
    choices = _choices(rating) if _is_of_one_person(match, rating.seat) else []
    easy, hard = seconds_of(match, choices) if choices else ([], [])
    MatchFigures.objects.update_or_create(
        match=match,
        seat=rating.seat,
        defaults={
            "analysis": rating.analysis,
            "log_length": rating.log_length,
            "version": VERSION,
            "choices": len(choices),
            "lost": sum(choice.loss for choice in choices),
            "agreed": sum(choice.is_agreed for choice in choices),
            "hard": sum(choice.is_hard for choice in choices),
            "hard_agreed": sum(choice.is_hard and choice.is_agreed for choice in choices),
            "human": [round(value, 2) for value in human_likelihoods(choices)] if choices else [],
            "helped": [round(value, 2) for value in helped_likelihoods(choices)] if choices else [],
            "easy_s": easy,
            "hard_s": hard,
        },
    )


def _choices(rating: PerformanceRating) -> list[CountedChoice]:
    return choices_of((rating.analysis.result or {}).get("decisions", ()), rating.seat)


def _is_of_one_person(match: Match, seat: str) -> bool:
    """Both seats are of one person each: bots are no opponents to cheat, and of two partners nobody knows who chose."""
    if match.kind == MatchKind.IMPORTED:
        return False
    players = list(Player.objects.filter(match_seats__match=match))
    seated = MatchSeat.objects.filter(match=match, seat=seat).count()
    return seated == 1 and len(players) == 2 and not any(player.is_bot for player in players)


def refresh(player_id: int, now: datetime) -> PlayerFigures | None:
    """The row of the list, from the matches of the player's latest season; none without a counted match."""
    matches = judged_matches(player_id)
    season = [row for row in matches if row.level.season == matches[-1].level.season]
    totals = totals_of(season)
    if totals is None:
        PlayerFigures.objects.filter(player=player_id).delete()
        return None
    row, _is_new = PlayerFigures.objects.update_or_create(
        player_id=player_id,
        defaults={
            "season": season[-1].level.season,
            "matches": totals.matches,
            "choices": totals.choices,
            "pr": totals.pr,
            "agreement": totals.agreement,
            "evidence": max(match.level.evidence for match in season),
            "flagged_at": _flagged_at(season),
            "updated_at": now,
        },
    )
    return row


def _flagged_at(season: Collection[JudgedMatch]) -> datetime | None:
    return next((row.ended_at for row in season if row.level.evidence >= THRESHOLD), None)


def update_missing(now: datetime, most: int) -> int:
    """Work out what is missing, outdated or of an older version, `most` matches at most; returns how many. The guarantee behind the hook."""
    _drop_outdated(now, most)
    same = MatchFigures.objects.filter(
        match=OuterRef("match"),
        seat=OuterRef("seat"),
        analysis=OuterRef("analysis"),
        version=VERSION,
    )
    owed = PerformanceRating.objects.filter(~Exists(same), match__seq=F("log_length"))
    owed = owed.order_by("match_id")
    matches = list(owed.values_list("match", flat=True).distinct()[:most])
    for match_id in matches:
        store_analysis(match_id)
    for player_id in _players_without_row(most):
        refresh(player_id, now)
    return len(matches)


def _drop_outdated(now: datetime, most: int) -> None:
    """After a ruling the figures of the old log go, and with them what they said of both players."""
    outdated = MatchFigures.objects.exclude(log_length=F("match__seq")).order_by("match_id")
    for match_id in list(outdated.values_list("match", flat=True).distinct()[:most]):
        seats = MatchSeat.objects.filter(match=match_id, player__bot_kind=BotKind.NONE)
        with transaction.atomic():
            MatchFigures.objects.filter(match=match_id).delete()
            for player_id in seats.order_by().values_list("player", flat=True).distinct():
                refresh(player_id, now)


def _players_without_row(most: int) -> list[int]:
    """After a merge, or a deletion that was undone: players with counted matches and no row in the list."""
    row = PlayerFigures.objects.filter(player=OuterRef("player"))
    counted = MatchFigures.objects.filter(
        match=OuterRef("match"), seat=OuterRef("seat"), choices__gt=0
    )
    seats = MatchSeat.objects.filter(
        ~Exists(row), Exists(counted), player__bot_kind=BotKind.NONE, player__anonymised_at=None
    )
    return list(seats.order_by().values_list("player", flat=True).distinct()[:most])
