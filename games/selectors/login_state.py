"""What the stream of a login tells of: the login's matches that are not over, and how many notifications are unread.

All logins that listen are read together: the number of queries does not depend on them.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F
from django.db.models.fields.json import KeyTextTransform

from accounts.models import Player
from games.models import Action, Match, MatchKind, MatchSeat, MatchStatus
from games.selectors.friendly_hosts import challenger
from notifications.selectors.lists import unread_counts

RESULTS_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match as one of its players has it. `your_turn`: nothing happens before this player acts or, between two games, is
    ready. `ready` is of this player and of the other seat."""

    match: UUID
    seat: str
    kind: str
    status: str
    paused: bool
    seq: int
    title: str
    length: int | None
    your_turn: bool
    ready: tuple[bool, bool]
    is_challenger: bool

    @property
    def is_challenge(self) -> bool:
        return self.kind == MatchKind.FRIENDLY and self.status == MatchStatus.JOINING


@dataclass(frozen=True, slots=True)
class LoginState:
    """One login's matches, the oldest first, and the number of its unread notifications."""

    matches: Mapping[UUID, OwnMatch] = field(default_factory=dict)
    unread: int = 0


@dataclass(frozen=True, slots=True)
class OwnMatchFacts:
    """What is read only of matches that an event is about: the players by seat, how those that are over ended, and why those
    without a result were called off."""

    players: Mapping[UUID, Mapping[str, list[dict[str, Any]]]] = field(default_factory=dict)
    ends: Mapping[UUID, Match] = field(default_factory=dict)
    called_off: Mapping[UUID, str] = field(default_factory=dict)


def login_states(user_ids: Collection[int]) -> dict[int, LoginState]:
    """The state of each of these users. Three queries."""
    matches: dict[int, dict[UUID, OwnMatch]] = {pk: {} for pk in user_ids}
    seats = MatchSeat.objects.filter(player__user__in=user_ids, match__finished_at=None)
    # A text that looks like JSON stays a text with this transform alone: SQLite reads a name like 2026 as a number otherwise.
    rows = seats.annotate(
        title=KeyTextTransform("title", "match__context"),
        wished=KeyTextTransform("rematch_by", "match__context"),
        length=F("match__rules__length"),
        ready=F("match__state__match__ready"),
    ).order_by("match__created_at", "match")
    for row in rows.values(
        "player__user", "match", "seat", "match__kind", "match__status", "match__paused", "match__seq", "match__to_act",
        "title", "wished", "length", "ready",
    ):  # fmt: skip
        own = _own(row)
        matches[row["player__user"]][own.match] = own
    unread = unread_counts(user_ids)
    return {pk: LoginState(matches[pk], unread.get(pk, 0)) for pk in user_ids}


def _own(row: Mapping[str, Any]) -> OwnMatch:
    seat, status = row["seat"], row["match__status"]
    ready_a, ready_b = row["ready"] or (False, False)
    ready = (ready_a, ready_b) if seat == "A" else (ready_b, ready_a)
    is_owed = row["match__to_act"] == seat or (status == MatchStatus.BREAK and not ready[0])
    return OwnMatch(
        match=row["match"],
        seat=seat,
        kind=row["match__kind"],
        status=status,
        paused=row["match__paused"],
        seq=row["match__seq"],
        title=row["title"] or "",
        length=row["length"],
        your_turn=is_owed and not row["match__paused"],
        ready=ready,
        is_challenger=challenger({"rematch_by": row["wished"]}) == seat,
    )


def match_facts(match_ids: Collection[UUID]) -> OwnMatchFacts:
    """The players of these matches, and the ends of those that are over. Three queries."""
    players: dict[UUID, dict[str, list[dict[str, Any]]]] = {}
    seats = MatchSeat.objects.filter(match__in=match_ids).select_related("player").order_by("pk")
    for row in seats:
        player = row.player
        names = players.setdefault(row.match_id, {"A": [], "B": []})
        names[row.seat].append({"id": player.pk, "name": player.name, "is_bot": player.is_bot})
    over = Match.objects.filter(pk__in=match_ids, finished_at__isnull=False)
    ends = over.defer("state", "clock").in_bulk()
    void = [pk for pk, match in ends.items() if match.status == MatchStatus.VOID]
    rulings = Action.objects.filter(match__in=void, kind="ruling", payload__kind="void")
    rulings = rulings.annotate(reason=KeyTextTransform("reason", "payload"))
    reasons = rulings.order_by("seq").values_list("match", "reason")
    return OwnMatchFacts(players, ends, {pk: reason or "" for pk, reason in reasons})


@dataclass(frozen=True, slots=True)
class OpeningFacts:
    """What a stream begins with beside its state: the login's player, and its newest matches that are over, with its seat."""

    player: int | None
    results: list[tuple[UUID, str]]
    facts: OwnMatchFacts


def opening_facts(user_id: int, matches: Collection[UUID], since: datetime) -> OpeningFacts:
    """About these matches and those of the login that ended since then, the newest first. Five queries."""
    rows = MatchSeat.objects.filter(player__user=user_id, match__finished_at__gte=since)
    rows = rows.exclude(match__kind=MatchKind.IMPORTED).order_by("-match__finished_at", "match")
    ended = list(rows.values_list("match", "seat")[:RESULTS_AT_ONCE])
    facts = match_facts({*matches, *(match for match, _seat in ended)})
    player = Player.objects.filter(user=user_id).values_list("pk", flat=True).first()
    return OpeningFacts(player, [each for each in ended if each[0] in facts.ends], facts)
