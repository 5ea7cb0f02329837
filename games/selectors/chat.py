"""The chat of a match, and who may read which room of it.

Players and spectators have a room each. A player reads the spectators' only when their match is over; the
players' room stays theirs, except for whoever looks after the match. What is decided here holds for the
stream, the page and the API alike.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from accounts.models import User
from games.match_officials import looks_after
from games.models import ChatLine, ChatReport, ChatRoom, Match, MatchKind, MatchSeat, Mute
from games.timestamps import iso, to_ms
from social.selectors.blocks import block_pairs

RECENT = 50
OPEN_AFTER_END = timedelta(hours=1)
Line = dict[str, Any]
UserAtMatch = tuple[int, UUID]
"""A user's id and a match."""


@dataclass(frozen=True, slots=True)
class ChatPass:
    """A reader at a match. `seat` is the one they hold, whatever their ticket or token claims.

    Suspended users do not write, nor, outside tournaments, users whom a block keeps apart from a player of the match.
    """

    seat: str | None
    is_steward: bool
    may_write: bool
    muted: frozenset[int]

    @property
    def own_room(self) -> ChatRoom:
        return ChatRoom.SPECTATORS if self.seat is None else ChatRoom.PLAYERS

    def rooms(self, *, is_over: bool) -> frozenset[ChatRoom]:
        """What they may read now. Whoever plays gets no help, not even as a director of the event."""
        if self.seat is not None:
            return frozenset(ChatRoom) if is_over else frozenset({ChatRoom.PLAYERS})
        return frozenset(ChatRoom) if self.is_steward else frozenset({ChatRoom.SPECTATORS})


ANYBODY = ChatPass(seat=None, is_steward=False, may_write=False, muted=frozenset())


def has_chat(match: Match) -> bool:
    """As the event had it when the match was made, or a director since; a match read from a file has none."""
    return match.kind != MatchKind.IMPORTED and bool(match.context.get("chat", True))


def is_open(match: Match, now: datetime) -> bool:
    """Lines are taken until an hour after the end."""
    return match.finished_at is None or now < match.finished_at + OPEN_AFTER_END


def chat_pass(user: User | None, match_id: UUID) -> ChatPass:
    """What this user may do in the chat of this match, where there is one."""
    if user is None or not user.is_authenticated:
        return ANYBODY
    return _passes({user.pk: user}, [(user.pk, match_id)])[user.pk, match_id]


def chat_passes(readers: Collection[UserAtMatch]) -> dict[UserAtMatch, ChatPass]:
    """The same for many (user, match) at once."""
    users = User.objects.in_bulk({user_id for user_id, _match in readers})
    passes = _passes(users, [who for who in readers if who[0] in users])
    return {who: passes.get(who, ANYBODY) for who in readers}


def _passes(
    users: Mapping[int, User], readers: Collection[UserAtMatch]
) -> dict[UserAtMatch, ChatPass]:
    at = {match_id for _user, match_id in readers}
    apart = _kept_apart(readers)
    seat_rows = MatchSeat.objects.filter(match_id__in=at, player__user_id__in=users)
    seats = {
        (user_id, match_id): seat
        for user_id, match_id, seat in seat_rows.values_list("player__user_id", "match_id", "seat")
    }
    muted: dict[int, set[int]] = {}
    for user_id, player_id in Mute.objects.filter(user_id__in=users).values_list("user", "player"):
        muted.setdefault(user_id, set()).add(player_id)

    def pass_for(user: User, match_id: UUID) -> ChatPass:
        seat = seats.get((user.pk, match_id))
        return ChatPass(
            seat=seat,
            is_steward=seat is None and looks_after(user, match_id),
            may_write=user.is_active and not user.is_suspended and (user.pk, match_id) not in apart,
            muted=frozenset(muted.get(user.pk, ())),
        )

    return {
        (user_id, match_id): pass_for(users[user_id], match_id) for user_id, match_id in readers
    }


def _kept_apart(readers: Collection[UserAtMatch]) -> set[UserAtMatch]:
    """Who may not write at a friendly match: one of its players has blocked them, or they have blocked one.

    Two queries, one where no match is friendly. Matches of tournaments are not asked about.
    """
    seats = MatchSeat.objects.filter(
        match_id__in={match_id for _user, match_id in readers},
        match__kind=MatchKind.FRIENDLY,
        player__user__isnull=False,
    )
    seated: dict[UUID, set[int]] = {}
    for match_id, user_id in seats.values_list("match_id", "player__user_id"):
        seated.setdefault(match_id, set()).add(user_id)
    if not seated:
        return set()
    players = {user_id for users in seated.values() for user_id in users}
    pairs = block_pairs(players, {user_id for user_id, _match in readers})
    return {
        (user_id, match_id)
        for user_id, match_id in readers
        for player in seated.get(match_id, ())
        if (user_id, player) in pairs or (player, user_id) in pairs
    }


def spoken_in(match_ids: Collection[UUID]) -> set[UUID]:
    """Those of these matches that have lines."""
    lines = ChatLine.objects.filter(match_id__in=match_ids, hidden_at=None).order_by()
    return set(lines.values_list("match_id", flat=True).distinct())


def recent_lines(match_id: UUID, rooms: Iterable[str]) -> list[Line]:
    """The last fifty lines of each of these rooms, the oldest first."""
    lines: list[Line] = []
    for room in rooms:
        rows = shown().filter(match_id=match_id, room=room).order_by("-id")[:RECENT]
        lines += [wire(row) for row in rows]
    return sorted(lines, key=lambda line: line["id"])


def lines_for(match_id: UUID, rooms: Iterable[str], rights: ChatPass) -> list[Line]:
    """The same without those whom this reader has muted."""
    return [line for line in recent_lines(match_id, rooms) if line["author"] not in rights.muted]


def lines_after(after: int) -> list[tuple[UUID, int]]:
    """The lines of all matches that came after this one."""
    rows = ChatLine.objects.filter(id__gt=after, hidden_at=None)
    return list(rows.values_list("match_id", "id"))


def hidden_among(match_ids: Collection[UUID]) -> list[tuple[UUID, int]]:
    """The lines of these matches that were taken away."""
    rows = ChatLine.objects.filter(match_id__in=match_ids, hidden_at__isnull=False)
    return list(rows.values_list("match_id", "id"))


def newest_line() -> int:
    return ChatLine.objects.order_by("-id").values_list("id", flat=True).first() or 0


def shown() -> QuerySet[ChatLine]:
    """Lines with author and seat, those that were taken away left out."""
    seat = MatchSeat.objects.filter(match=OuterRef("match"), player=OuterRef("author"))
    lines = ChatLine.objects.filter(hidden_at=None).select_related("author")
    return lines.annotate(seat=Subquery(seat.values("seat")[:1]))


def wire(row: ChatLine) -> Line:
    """A line as stream and API show it; the words of a quick phrase are in the reader's language."""
    return {
        "id": row.pk,
        "room": row.room,
        "seat": getattr(row, "seat", None) if row.room == ChatRoom.PLAYERS else None,
        "author": row.author_id,
        "name": row.author.name if row.author else "",
        "text": row.text,
        "phrase": row.phrase,
        "at": iso(to_ms(row.at)),
    }


def export_chat(user: User) -> dict[str, Any]:
    """For the user's own download: their lines, whom they muted, what they reported."""
    lines = ChatLine.objects.filter(author__user=user).order_by("id")
    reports = ChatReport.objects.filter(reporter=user).order_by("id")
    return {
        "lines": [
            {**row, "match_id": str(row["match_id"])}
            for row in lines.values("match_id", "room", "text", "phrase", "at", "hidden_at")
        ],
        "muted": list(Mute.objects.filter(user=user).values_list("player__name", flat=True)),
        "reported": list(
            reports.values("line__text", "line__phrase", "reason", "at", "settled_at")
        ),
    }
