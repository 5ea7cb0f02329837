"""What players are notified of about their matches: challenges and their answers, turns, and the time to join running out.

Everything but the warnings is called in the transaction of what happened. Bots and players without a login are not notified.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import F

from accounts.models import NOT_HOUSE_BOTS, Player
from games.engine.seats import SEATS, Seat, other
from games.loaded_match import SeatedPlayer
from games.match_address import match_path
from games.models import Match, MatchKind, MatchSeat, MatchStatus
from games.selectors.friendly_hosts import challenger
from games.services.locked_match import LockedMatch
from games.services.turn_emails import is_new_turn
from games.timestamps import from_ms
from notifications import kinds
from notifications.models import Notification
from notifications.services.notify import News, notify, renew, settle, withdraw

WARNED_BEFORE = timedelta(minutes=2)
MOST_AT_ONCE = 1000
FRIENDLY: dict[str, object] = {"friendly": True}


def note_challenge(match: Match, sender: Player, receiver: Player, now: datetime) -> None:
    """Somebody was challenged by name."""
    if receiver.user_id is not None and not receiver.is_house_bot:
        _tell(kinds.CHALLENGE, match.pk, [receiver.user_id], sender.pk, now, until=match.next_at)


def note_taken(match: Match, player: Player, now: datetime) -> None:
    """Somebody took the free seat of an open challenge or of a link: the other is notified."""
    hosts = MatchSeat.objects.filter(match=match, player__bot_kind__in=NOT_HOUSE_BOTS).exclude(
        player=player
    )
    users = hosts.exclude(player__user=None).values_list("player__user_id", flat=True)
    _tell(kinds.ACCEPTED, match.pk, users, player.pk, now)


def note_declined(locked: LockedMatch, seat: Seat, now: datetime) -> None:
    """The player of `seat` called the match off. Withdrawn by the challenger, it is as if it had not been sent."""
    host = challenger(locked.row.context)
    if seat == host:
        withdraw(kinds.CHALLENGE, str(locked.match_id))
        return
    guests = locked.seats.get(seat, ())
    users = _users(locked.seats.get(host, ()))
    if guests and not locked.row.context.get("rematch_by"):
        _tell(kinds.DECLINED, locked.match_id, users, guests[0].player_id, now)


def note_actions(changed: Iterable[LockedMatch]) -> None:
    """In the transaction that writes actions: challenges that are accepted, and turns of correspondence."""
    for locked in changed:
        if locked.row.kind == MatchKind.FRIENDLY and locked.before.match.phase == "joining":
            _note_answered(locked)
        if locked.is_correspondence:
            _note_turn(locked)


def warn_late(now: datetime) -> int:
    """Warn those who forfeit in two minutes unless they join; returns how many. Each wait warns once. Safe to run twice."""
    rows = Match.objects.filter(
        status=MatchStatus.JOINING,
        paused=False,
        next_at__gt=now,
        next_at__lte=now + WARNED_BEFORE,
    ).annotate(ready=F("state__match__ready"))
    columns = rows.order_by("next_at").values_list("pk", "next_at", "context", "ready")
    ending = {
        f"{pk.hex}:{next_at:%Y%m%d%H%M%S}": (pk, str(context.get("title", "")), _absent(ready))
        for pk, next_at, context, ready in columns[:MOST_AT_ONCE]
        if _is_warned_of(context)
    }
    warned = Notification.objects.filter(kind=kinds.FORFEIT_SOON, subject__in=ending)
    for subject in set(warned.values_list("subject", flat=True)):
        del ending[subject]
    news = _warnings(ending)
    notify(news, now)
    return len(news)


def _is_warned_of(context: dict[str, object]) -> bool:
    """Does somebody forfeit, and was the wait longer than the warning?"""
    seconds = context.get("join_s")
    is_long = not isinstance(seconds, int) or seconds > WARNED_BEFORE.total_seconds()
    return is_long and not context.get("lapses")


def _absent(ready: list[bool] | None) -> tuple[Seat, ...]:
    """The seats that have not pressed ready."""
    is_ready = ready or (False, False)
    return tuple(seat for seat, there in zip(SEATS, is_ready, strict=True) if not there)


def _warnings(ending: Mapping[str, tuple[UUID, str, tuple[Seat, ...]]]) -> list[News]:
    """To the players with a login on those seats, by subject: match, title and seats. One query."""
    if not ending:
        return []
    matches = {pk for pk, _title, _absent in ending.values()}
    seats: dict[UUID, dict[str, list[Player]]] = {pk: {"A": [], "B": []} for pk in matches}
    for row in MatchSeat.objects.filter(match__in=matches).select_related("player").order_by("pk"):
        seats[row.match_id][row.seat].append(row.player)
    return [
        News(
            user_id=player.user_id,
            kind=kinds.FORFEIT_SOON,
            subject=subject,
            url=match_path(pk),
            player_id=next((rival.pk for rival in seats[pk][other(seat)]), None),
            values={"title": title},
        )
        for subject, (pk, title, absent) in ending.items()
        for seat in absent
        for player in seats[pk][seat]
        if player.user_id is not None and not player.is_house_bot
    ]


def _note_answered(locked: LockedMatch) -> None:
    """A challenge that is accepted, or that is over before it began."""
    if locked.is_over():
        settle(kinds.CHALLENGE, str(locked.match_id), from_ms(locked.last_ms))
        return
    host = challenger(locked.row.context)
    guest = other(host)
    if not any(row.kind == "ready" and row.seat == guest for row in locked.written):
        return
    now = from_ms(locked.last_ms)
    settle(kinds.CHALLENGE, str(locked.match_id), now)
    guests = locked.seats.get(guest, ())
    if guests and not guests[0].is_house_bot and not locked.row.context.get("rematch_by"):
        users = _users(locked.seats.get(host, ()))
        _tell(kinds.ACCEPTED, locked.match_id, users, guests[0].player_id, now)


def _note_turn(locked: LockedMatch) -> None:
    seat = None if locked.is_over() else locked.table.match.to_act
    now, subject = from_ms(locked.last_ms), str(locked.match_id)
    if seat is None:
        settle(kinds.TURN, subject, now)
    elif is_new_turn(locked):
        settle(kinds.TURN, subject, now)
        rivals = locked.seats.get(other(seat), ())
        news = [
            News(
                user_id=user,
                kind=kinds.TURN,
                subject=subject,
                url=match_path(locked.match_id),
                player_id=next((rival.player_id for rival in rivals), None),
                values=_values(locked),
            )
            for user in _users(locked.seats.get(seat, ()))
        ]
        renew(news, now)


def _values(locked: LockedMatch) -> dict[str, object]:
    title = locked.row.context.get("title")
    return {"title": title} if title else FRIENDLY


def _users(players: Iterable[SeatedPlayer]) -> list[int]:
    return [row.user_id for row in players if row.user_id is not None and not row.is_house_bot]


def _tell(  # what a notification is made of
    kind: str,
    match_id: UUID,
    users: Iterable[int | None],
    player: int,
    now: datetime,
    *,
    until: datetime | None = None,
) -> None:
    url = match_path(match_id)
    notify(
        [
            News(user, kind, str(match_id), url, player_id=player, values=FRIENDLY, until=until)
            for user in users
            if user is not None
        ],
        now,
    )
