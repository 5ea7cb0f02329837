"""Vacations: while a player is on one, the clocks of their correspondence matches stand still.

A vacation changes nothing that has happened: it begins and ends no earlier than the last action of each of the
player's matches, and a flag that has fallen stays fallen.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import partial

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from games.engine.clock import CORRESPONDENCE
from games.models import Match, Vacation
from games.selectors.vacations import current_vacation
from games.services.batch import Batch
from games.signals import aside_changed
from games.timestamps import from_ms
from games.vacation_days import DAY, longest
from web.errors import DomainError


@transaction.atomic
def start_vacation(player: Player, days: int, now: datetime) -> Vacation:
    """So many days from now on. Raises DomainError on_vacation or too_few_vacation_days."""
    batch = _tables(player)
    start = _after_all(batch, now)
    if current_vacation(player, start) is not None:
        raise DomainError("on_vacation", _("You are already on vacation."), 409)
    most = most_days(player, start)
    if not 1 <= days <= most:
        text = ngettext(
            "You have %(n)d vacation day left.", "You have %(n)d vacation days left.", most
        )
        raise DomainError("too_few_vacation_days", text % {"n": most}, 422)
    made = Vacation.objects.create(player=player, started_at=start, ends_at=start + days * DAY)
    _move_flags(batch)
    return made


@transaction.atomic
def end_vacation(player: Player, now: datetime) -> None:
    """Come back early; the days that have begun are used. Safe twice."""
    batch = _tables(player)
    end = _after_all(batch, now)
    vacation = current_vacation(player, end)
    if vacation is not None:
        vacation.ends_at = max(end, vacation.started_at)
        vacation.save(update_fields=["ends_at"])
        _move_flags(batch)


def most_days(player: Player, start: datetime) -> int:
    """How long a vacation that begins then may be."""
    taken = Vacation.objects.filter(player=player).values_list("started_at", "ends_at")
    return longest(taken, start, settings.VACATION_DAYS)


def _tables(player: Player) -> Batch:
    """The correspondence matches that the player is in, locked, and then the player, so that two requests take turns."""
    going_on = Match.objects.filter(
        finished_at=None, clock__kind=CORRESPONDENCE, seats__player=player
    )
    batch = Batch(going_on.values_list("pk", flat=True), wait=True)
    Player.objects.select_for_update(no_key=True).only("pk").get(pk=player.pk)
    return batch


def _after_all(batch: Batch, now: datetime) -> datetime:
    """Now, but not before what has happened at these tables."""
    acted: Iterable[datetime] = (from_ms(locked.last_ms) for locked in batch.matches.values())
    return max([now, *acted])


def _move_flags(batch: Batch) -> None:
    """Read the same matches again, with the vacation as it is now, and show it to whoever has one of them open."""
    Batch(batch.matches, wait=True).write()
    for match_id in batch.matches:
        send = partial(aside_changed.send_robust, sender=Vacation, match_id=match_id)
        transaction.on_commit(send)
