"""The lobby: challenges that anybody may accept."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.models import Match, MatchKind, MatchSeat, MatchStatus
from games.rule_texts import days_a_turn, short_number
from games.selectors.rated import is_rated, rated_text
from games.selectors.rating_range import (
    RatingRange,
    pool_of,
    range_text,
    rating_range,
)
from games.selectors.seats import SEATS
from social.selectors.blocks import kept_apart_from

SHOWN = 50


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """One open challenge. `until` is when it lapses; `is_mine` where the reader listed it; `limits` who may accept."""

    match: UUID
    player: Player
    length: str
    clock: str
    rules: str
    until: datetime | None
    is_mine: bool
    is_correspondence: bool = False
    is_rated: bool = False
    pool: str = "online"
    limits: RatingRange | None = None


def open_challenges() -> QuerySet[Match]:
    """Friendly matches in the lobby with a free seat whose host may play, oldest first."""
    waiting = Match.objects.filter(
        kind=MatchKind.FRIENDLY, status=MatchStatus.JOINING, finished_at=None, context__open=True
    )
    host = MatchSeat.objects.filter(
        match=OuterRef("pk"),
        seat="A",
        player__user__is_active=True,
        player__user__suspended_at=None,
    )
    taken = MatchSeat.objects.filter(match=OuterRef("pk"), seat="B")
    return waiting.filter(Exists(host)).exclude(Exists(taken)).order_by("created_at", "id")


def lobby(reader: Player | None) -> Sequence[LobbyRow]:
    """The first fifty, oldest first, and those of the reader first of all. Five queries at most.

    A reader does not see challenges of players from whom a block keeps them apart.
    """
    challenges = open_challenges().defer("state").prefetch_related(SEATS)
    mine = [] if reader is None else list(challenges.filter(seats__player=reader))
    others = challenges
    if reader is not None:
        others = challenges.exclude(seats__player__in={reader.pk, *kept_apart_from(reader)})
    return [_row(match, reader) for match in [*mine, *others[:SHOWN]]]


def open_matches(numbers: Sequence[str]) -> list[Match]:
    """Those of these challenges that are still open, in the lobby's order, for `visitor_row`. Four queries at most."""
    challenges = open_challenges().defer("state").prefetch_related(SEATS)
    return list(challenges.filter(pk__in=numbers))


def visitor_row(match: Match) -> LobbyRow:
    """The row as a visitor sees it, in the active language."""
    return _row(match, None)


def open_hosts() -> list[int]:
    """The players who wait in the lobby, as ids, those who wait longest first; at most fifty. One query."""
    hosts = open_challenges().values_list("seats__player", flat=True)
    return [pk for pk in dict.fromkeys(hosts[:SHOWN]) if pk is not None]


def shown_challenges() -> list[str]:
    """The numbers of the first fifty, in their order. One query."""
    return [str(pk) for pk in open_challenges().values_list("pk", flat=True)[:SHOWN]]


def _row(match: Match, reader: Player | None) -> LobbyRow:
    rules = Rules.from_json(match.rules)
    clock = None if match.clock is None else ClockSettings.from_json(match.clock)
    host = match.seats.all()[0].player
    limits = rating_range(match.context)
    return LobbyRow(
        match=match.pk,
        player=host,
        length=length_text(rules),
        clock=clock_text(clock),
        rules=" · ".join(
            filter(None, (rated_text(match.context), rules_text(rules), range_text(limits)))
        ),
        until=match.next_at,
        is_mine=reader is not None and host.pk == reader.pk,
        is_correspondence=clock is not None and clock.days > 0,
        is_rated=is_rated(match.context),
        pool=pool_of(clock),
        limits=limits,
    )


def length_text(rules: Rules) -> str:
    """How long: to so many points, or a session of games."""
    if rules.length:
        return ngettext("%(n)d point", "%(n)d points", rules.length) % {"n": rules.length}
    if rules.games:
        return ngettext("%(n)d game", "%(n)d games", rules.games) % {"n": rules.games}
    return _("Open-ended session")


def clock_text(clock: ClockSettings | None) -> str:
    """In one line of a table: the reserve in minutes and the delay of a turn in seconds."""
    if clock is None:
        return _("No clock")
    if clock.days:
        return days_a_turn(clock.days)
    values = {
        "minutes": short_number(clock.reserve_ms / 60_000),
        "seconds": short_number(clock.delay_ms / 1000),
    }
    # Translators: time on the clock: minutes for the match, and seconds of delay each turn.
    return _("%(minutes)s min + %(seconds)s s") % values


def rules_text(rules: Rules) -> str:
    """What is special, in words: Crawford, Jacoby, beavers, no cube."""
    if not rules.cube:
        return _("No cube")
    parts = {
        _("Crawford"): rules.plays_crawford,
        _("Jacoby"): rules.jacoby and rules.kind == "session",
        _("Beavers"): rules.max_beavers != 0 and rules.kind == "session",
    }
    return " · ".join(name for name, is_on in parts.items() if is_on)
