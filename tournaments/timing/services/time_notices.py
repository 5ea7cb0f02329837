"""Queues emails about match times: offers, agreed times and reminders. Notice rows are the queue; the room `notices` sends them."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from games.models import MatchSeat, MatchStatus
from games.services import outages
from notifications import kinds
from notifications.services.notify import notify
from tournaments.bracket.services import round_deadlines
from tournaments.bracket.services.match_news import match_news
from tournaments.models import (
    Entry,
    MatchTiming,
    Notice,
    PairingMatch,
    RoundDeadline,
    Timing,
    Tournament,
)


def queue(on: PairingMatch, entry: int | None, kind: str, tag: str, now: datetime) -> None:
    """Queue an email to the players of an entry, or of both (None), who have a login."""
    _queue_all([on], kind, tag, now, entry)


def queue_agreed(rows: Iterable[PairingMatch], now: datetime) -> None:
    """Queue emails to both sides about when they play."""
    for on in rows:
        sequence = MatchTiming.objects.get(pairing_match=on).sequence
        queue(on, None, "agreed", f"{sequence}", now)


BEFORE = timedelta(hours=1)
"""How long before an agreed match the reminder is sent."""


KINDS = ("proposal", "agreed", "withdrawn", "soon", "deadline")


def remind_due(now: datetime) -> int:
    """Queue the reminders that are due; returns for how many deadlines and matches. Safe to run twice."""
    until = outages.settled_until(now)
    deadlines = RoundDeadline.objects.filter(remind_at__lte=until).values_list("pk", flat=True)
    matches = MatchTiming.objects.filter(remind_at__lte=until).values_list("pk", flat=True)
    return sum(_remind_of_deadline(pk, now) for pk in list(deadlines)) + sum(
        _remind_of_match(pk, now) for pk in list(matches)
    )


@transaction.atomic
def _remind_of_deadline(deadline_id: int, now: datetime) -> bool:
    rows = RoundDeadline.objects.select_for_update(of=("self",)).filter(remind_at__lte=now)
    row = rows.select_related("round__stage__tournament__timing").filter(pk=deadline_id).first()
    if row is None:
        return False
    tournament = row.round.stage.tournament
    if tournament.status == Tournament.Status.RUNNING and now < row.play_until:
        waiting = PairingMatch.objects.filter(
            pairing__round=row.round_id,
            pairing__decided_at=None,
            voided_at=None,
            match__status=MatchStatus.JOINING,
        )
        _queue_all(list(waiting), "deadline", f"{row.remind_at:%Y%m%d%H%M}", now)
    settings: Timing = tournament.timing
    row.remind_at = round_deadlines.next_reminder(row, settings, now)
    row.save(update_fields=["remind_at"])
    return True


@transaction.atomic
def _remind_of_match(timing_id: int, now: datetime) -> bool:
    mine = MatchTiming.objects.filter(pk=timing_id, remind_at__lte=now)
    if not mine.update(remind_at=None):
        return False
    row = MatchTiming.objects.select_related("pairing_match").get(pk=timing_id)
    on = row.pairing_match
    if row.start_at is not None and now < row.start_at and on.voided_at is None:
        queue(on, None, "soon", f"{row.sequence}", now)
    return True


def _queue_all(
    rows: list[PairingMatch], kind: str, tag: str, now: datetime, entry: int | None = None
) -> None:
    of = {on.match_id: on for on in rows}
    seats = MatchSeat.objects.filter(match__in=of).exclude(player__user=None)
    if entry is not None:
        a = [pk for pk, on in of.items() if on.entry_a_id == entry]
        b = [pk for pk, on in of.items() if on.entry_b_id == entry]
        seats = seats.filter(Q(match__in=a, seat="A") | Q(match__in=b, seat="B"))
    columns = list(seats.values_list("match_id", "seat", "player_id", "player__user_id"))
    notices = [
        Notice(player_id=player, pairing_match=of[match], kind=kind, tag=tag, created_at=now)
        for match, _seat, player, _user in columns
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True, batch_size=1000)
    rivals = {
        (match, seat): of[match].entry_b_id if seat == "A" else of[match].entry_a_id
        for match, seat, _player, _user in columns
    }
    entries = Entry.objects.in_bulk(set(rivals.values()))
    news = [
        match_news(
            kinds.APPOINTMENT,
            of[match],
            user,
            entries.get(rivals[match, seat]),
            subject=f":{kind}:{tag}",
            what=kind,
        )
        for match, seat, _player, user in columns
        if user is not None
    ]
    notify(news, now)
