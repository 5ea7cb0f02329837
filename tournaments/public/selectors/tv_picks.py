"""The match for the TV page: the director's choice, the latest round, or the closest score. Four queries at most.

Only what spectators may see decides: where they see a match with a delay, its running score is not compared, and a
match that is over for its players stays until it is over for spectators too (spec: spectator delay).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.models import Match, MatchKind, MatchStatus
from games.selectors.visibility import delay_of
from tournaments.bracket.selectors.lists import visible
from tournaments.bracket.selectors.venue_mode import venue_of
from tournaments.core.permissions import Viewer
from tournaments.models import PairingMatch, Round, Tournament, Venue

Pick = Literal["director", "latest", "closest"]
PICKS: tuple[Pick, ...] = ("director", "latest", "closest")
ON = (MatchStatus.PLAYING, MatchStatus.BREAK)
LONGEST_DELAY = timedelta(hours=1)
MOST = 200
FAR = 10_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """A match that spectators see being played. `to_final` is the number of rounds after its own; `gap` and `to_go`
    are points."""

    match: UUID
    stage: int
    to_final: int
    gap: int
    to_go: int
    chosen: bool = False


def candidates(viewer: Viewer, shown: Tournament | None, now: datetime) -> list[Candidate]:
    """The matches of one tournament, or of all that the viewer sees in lists; friendly matches where no tournament is
    playing."""
    rows = PairingMatch.objects.filter(voided_at=None, match__started_at__isnull=False)
    rows = rows.filter(
        Q(match__status__in=ON)
        | Q(
            match__finished_at__gte=now - LONGEST_DELAY,
            pairing__stage__tournament__spectator_delay_s__gt=0,
        )
    )
    tournaments = visible(viewer) if shown is None else Tournament.objects.filter(pk=shown.pk)
    rows = rows.filter(pairing__stage__tournament__in=tournaments)
    rows = rows.annotate(
        number=F("pairing__stage__number"),
        from_end=F("pairing__round__from_end"),
        chosen=F("pairing__stage__tournament__on_tv"),
    )
    listed = rows.select_related("match").defer("match__state").order_by("-pk")[:MOST]
    playing = [_of_tournament(row) for row in listed if _is_seen(row.match, now)]
    return playing if playing or shown is not None else _friendlies(now)


def on_air(playing: Iterable[Candidate], pick: Pick, staying: UUID | None) -> UUID | None:
    """The match to show: the director's choice while it is being played; otherwise the current match until it is
    over."""
    listed = list(playing)
    put_on = next((candidate.match for candidate in listed if candidate.chosen), None)
    if pick == "director" and put_on is not None:
        return put_on
    if any(candidate.match == staying for candidate in listed):
        return staying
    rank = _closest if pick == "closest" else _latest
    return min(listed, key=rank).match if listed else None


def why_nothing(shown: Tournament) -> Literal["over", "board", ""]:
    """Why the page cannot expect a match of this tournament: it is over, or played over the board. One query while it
    is not over."""
    if shown.status in (Tournament.Status.FINISHED, Tournament.Status.CANCELLED):
        return "over"
    venue = venue_of(shown)
    return "board" if venue is not None and venue.where == Venue.Where.BOARD else ""


def round_on(shown: Tournament, wanted: str) -> Round | None:
    """The round whose boards are asked for; otherwise the newest that is being played, otherwise the newest."""
    rounds = Round.objects.filter(stage__tournament=shown, voided_at=None).select_related("stage")
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 10:
        return rounds.filter(pk=int(wanted)).first()
    newest = rounds.order_by("-stage__number", "-pk")
    made = PairingMatch.objects.filter(pairing__round=OuterRef("pk"))
    playing = newest.filter(Exists(made.filter(match__status__in=ON)))
    return playing.first() or newest.filter(Exists(made)).first()


def rounds_played(shown: Tournament) -> QuerySet[Round]:
    """The rounds that have matches, in order."""
    rounds = Round.objects.filter(stage__tournament=shown, voided_at=None).select_related("stage")
    made = PairingMatch.objects.filter(pairing__round=OuterRef("pk"), voided_at=None)
    return rounds.filter(Exists(made)).order_by("stage__number", "pk")


def boards_of(of_round: Round) -> QuerySet[PairingMatch]:
    """All its matches by pairing and board."""
    rows = PairingMatch.objects.filter(pairing__round=of_round, voided_at=None)
    return rows.order_by("pairing_id", "board")


def _of_tournament(row: PairingMatch) -> Candidate:
    """Scores are not compared where spectators see them with a delay."""
    match = row.match
    gap, to_go = (FAR, FAR) if delay_of(match.context) else _standing(match)
    to_final = FAR if row.from_end is None else row.from_end  # type: ignore[attr-defined]
    return Candidate(
        match.pk,
        stage=row.number,  # type: ignore[attr-defined]
        to_final=to_final,
        gap=gap,
        to_go=to_go,
        chosen=row.chosen == match.pk,  # type: ignore[attr-defined]
    )


def _friendlies(now: datetime) -> list[Candidate]:
    matches = Match.objects.filter(kind=MatchKind.FRIENDLY, status__in=ON).defer("state")
    listed = matches.order_by("-started_at", "id")[:MOST]
    return [
        Candidate(match.pk, 0, FAR, *_standing(match)) for match in listed if _is_seen(match, now)
    ]


def _standing(match: Match) -> tuple[int, int]:
    """The gap between the scores, and how many points the leader needs."""
    length = match.rules.get("length") or FAR
    return abs(match.score_a - match.score_b), length - max(match.score_a, match.score_b)


def _is_seen(match: Match, now: datetime) -> bool:
    """Is it being played, as spectators see it?"""
    then = now - delay_of(match.context)
    begun = match.started_at is not None and match.started_at <= then
    return begun and (match.finished_at is None or match.finished_at > then)


def _latest(candidate: Candidate) -> tuple[int, int, int, int]:
    return -candidate.stage, candidate.to_final, candidate.to_go, candidate.gap


def _closest(candidate: Candidate) -> tuple[int, int, int, int]:
    return candidate.gap, candidate.to_go, -candidate.stage, candidate.to_final
