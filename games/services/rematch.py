"""Play again: the same two, rules and clock, with the seats changed over. Friendly matches only.

A match has one rematch at most: whoever asks second, even at the same moment, gets the match that the
first made. Like any challenge it waits a day for both to press ready, may be declined, and lapses.
"""

from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player, User
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.errors import NoSuchMatch
from games.models import Match, MatchKind, MatchSeat, MatchStatus
from games.selectors.rated import RATED, is_rated
from games.selectors.rated_limit import LIMIT_REACHED
from games.selectors.rematch import may_have_rematch
from games.selectors.vacations import is_correspondence
from games.services.challenge_privacy import require_may_meet
from games.services.correspondence import make_ready, time_to_accept
from games.services.friendly import TIME_TO_TAKE_UP
from games.services.guest_limits import require_room_of_guest
from games.services.rated_limit import lock_players, terms_of_rating
from games.services.setup import create_match
from games.signals import aside_changed
from web.errors import DomainError, NotAllowed

KEPT = ("chat", "bot_pace_ms", "break_s")


@transaction.atomic
def rematch(match_id: UUID, user: User, now: datetime) -> Match:
    """The rematch of this match, made on the first wish; DomainError says why there can be none."""
    old = _locked(match_id)
    seats = _seats(old)
    mine = next((s for s, players in seats.items() for p in players if p.user_id == user.pk), None)
    if mine is None:
        raise NotAllowed("not_your_seat", _("You are not a player in this match."))
    _require_rematchable(old)
    if not user.is_active or user.is_suspended:
        raise NotAllowed("suspended", _("Your account is suspended."))
    made = Match.objects.filter(rematch_of=old).first()
    if made is not None:
        return _ready_if_slow(_still_wanted(made), mine, now)
    _require_people([player for players in seats.values() for player in players])
    _require_room_of_guests(seats)
    _require_may_meet(seats, mine)
    clock = None if old.clock is None else ClockSettings.from_json(old.clock)
    made = create_match(
        seat_a=seats["B"],
        seat_b=seats["A"],
        rules=Rules.from_json(old.rules),
        clock=clock,
        context=_context(old, mine) | _rating(old, seats, now) | _at_once(seats),
        join_within=time_to_accept(clock, TIME_TO_TAKE_UP),
        now=now,
    )
    _ready_if_slow(made, mine, now)
    Match.objects.filter(pk=made.pk).update(rematch_of=old)
    made.rematch_of = old
    notify_old_table(old.pk)
    return made


def notify_old_table(match_id: UUID) -> None:
    """After the commit: there is news of the wish at this table."""
    send = partial(aside_changed.send_robust, sender=Match, match_id=match_id)
    transaction.on_commit(send, robust=True)


def _ready_if_slow(made: Match, mine: str, now: datetime) -> Match:
    """In correspondence whoever asks is ready with that; they sit on the other seat now."""
    if is_correspondence(made):
        make_ready(made.pk, ("A" if mine == "B" else "B",), now)
        made.refresh_from_db()
    return made


def _locked(match_id: UUID) -> Match:
    """Under its lock, so that two wishes at once make one match."""
    old = Match.objects.select_for_update().defer("state").filter(pk=match_id).first()
    if old is None:
        raise NoSuchMatch()
    return old


def _seats(old: Match) -> dict[str, list[Player]]:
    seats: dict[str, list[Player]] = {"A": [], "B": []}
    for seat_row in MatchSeat.objects.filter(match=old).select_related("player__user"):
        seats[seat_row.seat].append(seat_row.player)
    return seats


def _require_rematchable(old: Match) -> None:
    if old.kind != MatchKind.FRIENDLY:
        raise DomainError("not_friendly", _("Only friendly matches can have a rematch."))
    if old.finished_at is None:
        raise DomainError("not_over", _("The match is not over."))
    if not may_have_rematch(old):
        raise DomainError("match_void", _("This match did not count, so no rematch is possible."))


def _still_wanted(made: Match) -> Match:
    if made.status == MatchStatus.VOID:
        raise DomainError("rematch_off", _("The rematch was declined or has expired."))
    return made


def _require_people(players: list[Player]) -> None:
    """Everybody can sit down: nobody is suspended, gone, or without a login."""
    for player in players:
        if player.is_house_bot:
            continue
        params = {"name": player.name}
        if player.user is None or not player.user.is_active:
            raise DomainError("player_gone", _("%(name)s has no account.") % params)
        if player.user.is_suspended:
            raise DomainError("player_suspended", _("%(name)s cannot play now.") % params)


def _require_room_of_guests(seats: dict[str, list[Player]]) -> None:
    for seat, other in (("A", "B"), ("B", "A")):
        for player in seats[seat]:
            if not player.is_house_bot:
                require_room_of_guest(player, next(iter(seats[other]), None))


def _require_may_meet(seats: dict[str, list[Player]], mine: str) -> None:
    """People are locked: a block comes before the rematch or after it."""
    people = [p.pk for players in seats.values() for p in players if not p.is_house_bot]
    if len(people) < 2:
        return
    lock_players(people)
    for player in seats[mine]:
        require_may_meet(player, seats["B" if mine == "A" else "A"])


def _context(old: Match, mine: str) -> dict[str, Any]:
    kept = {name: old.context[name] for name in KEPT if name in old.context}
    return {**kept, "lapses": True, "rematch_by": mine}


def _rating(old: Match, seats: dict[str, list[Player]], now: datetime) -> dict[str, Any]:
    """Rated as the old match was meant to be, as long as the limit of the two allows it."""
    if RATED not in old.context:
        return {}
    (player,), (opponent,) = seats["A"], seats["B"]
    wanted = is_rated(old.context) or LIMIT_REACHED in old.context
    return terms_of_rating(player, opponent, wanted, now)


def _at_once(seats: dict[str, list[Player]]) -> dict[str, Any]:
    """A bot waits for nobody, so the table presses ready for the player."""
    has_bot = any(player.is_house_bot for players in seats.values() for player in players)
    return {"starts_at_once": True} if has_bot else {}
