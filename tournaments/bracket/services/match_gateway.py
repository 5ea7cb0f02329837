"""The only module through which tournaments change matches of `games`: make one for a pairing, end it, void it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils import translation

from accounts.models import Player, User
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.engine.seats import Seat
from games.models import Match, MatchKind, MatchStatus, SharedDice
from games.selectors.vacations import has_days
from games.services import chat, correspondence
from games.services import rulings as match_rulings
from games.services.setup import MatchPlan, create_matches
from games.services.shared_dice import open_group
from tournaments.bracket.selectors.agreement import clock_of, is_session, rules_of, stage_card
from tournaments.bracket.services.start_times import StartTimes
from tournaments.core.round_names import placed_round_name
from tournaments.formats.base import MAIN
from tournaments.formats.registry import FORMATS
from tournaments.models import Pairing, PairingMatch, Round, Tournament

SAME_DICE_FORMATS = ("swiss",)
"""Formats whose rounds start together, so that their tables can have the same dice."""
FEWEST_TABLES = 2


@dataclass(frozen=True, slots=True)
class Sitting:
    """The players of a match to be made for a pairing; of a team match the board and the teams. The first slot sits at A."""

    pairing: Pairing
    board: int
    side_a: Sequence[Player]
    side_b: Sequence[Player]
    teams: tuple[str, str] = ("", "")

    @property
    def waits_for_players(self) -> bool:
        """Can both sides join? Where nobody of a side can log in, a director sets the result."""
        return not (all(map(_is_walk_in, self.side_a)) or all(map(_is_walk_in, self.side_b)))


def create(
    tournament: Tournament, sittings: Sequence[Sitting], start_times: StartTimes, *, now: datetime
) -> list[Match]:
    """A match for each, in this order. It waits for both to join as long as `start_times` says, or without a limit."""
    rounds = {sitting.pairing.round_id: sitting.pairing.round for sitting in sittings}
    stages = _stages(tournament)
    settings = {
        pk: _round_settings(tournament, stage_round, stages.get(stage_round.stage_id, 1))
        for pk, stage_round in rounds.items()
    }
    plans = [
        _match_plan(tournament, sitting, settings[sitting.pairing.round_id], start_times)
        for sitting in sittings
    ]
    if tournament.same_dice:
        plans = _with_shared_dice(tournament, sittings, plans, now)
    return create_matches(plans, now)


def _with_shared_dice(
    tournament: Tournament, sittings: Sequence[Sitting], plans: Sequence[MatchPlan], now: datetime
) -> list[MatchPlan]:
    """The matches of a round that are made together share their dice; one that is made alone has dice of its own."""
    together = Counter(s.pairing.round_id for s in sittings if s.waits_for_players)
    groups: dict[int, SharedDice] = {}
    shared_plans: list[MatchPlan] = []
    for sitting, plan in zip(sittings, plans, strict=True):
        pk = sitting.pairing.round_id
        if together[pk] < FEWEST_TABLES or not sitting.waits_for_players:
            shared_plans.append(plan)
            continue
        if pk not in groups:
            groups[pk] = open_group(f"{tournament.name}, {plan.context['subtitle']}", now)
        shared_plans.append(replace(plan, shared_dice=groups[pk]))
    return shared_plans


@dataclass(frozen=True, slots=True)
class RoundMatchSettings:
    """The settings that all matches of a round share, worked out once."""

    rules: Rules
    clock: ClockSettings | None
    context: dict[str, Any]


def terms(tournament: Tournament, stage_round: Round) -> tuple[Rules, ClockSettings | None]:
    """The rules and the clock of a match of this round."""
    return rules_of(tournament, stage_round), clock_of(tournament, stage_round)


def _stages(tournament: Tournament) -> dict[int, int]:
    """The numbers of its stages by id; empty where there is only one."""
    if not tournament.agreed.get("later_stages"):
        return {}
    return dict(tournament.stages.values_list("pk", "number"))


def _round_settings(tournament: Tournament, stage_round: Round, stage: int) -> RoundMatchSettings:
    return RoundMatchSettings(
        *terms(tournament, stage_round), _context(tournament, stage_round, stage)
    )


def _match_plan(
    tournament: Tournament, sitting: Sitting, settings: RoundMatchSettings, start_times: StartTimes
) -> MatchPlan:
    join_s = None
    if sitting.waits_for_players and not _has_days(settings.clock):
        round_id = sitting.pairing.round_id
        join_s = start_times.join_limit(round_id, settings.rules.length, settings.clock)
    own: dict[str, Any] = {"table": sitting.pairing.number, "join_s": join_s}
    if tournament.boards > 1:
        own |= {"board": sitting.board, "teams": list(sitting.teams)}
    return MatchPlan(
        seat_a=sitting.side_a,
        seat_b=sitting.side_b,
        rules=settings.rules,
        clock=settings.clock,
        context=settings.context | own,
        join_within=None if join_s is None else timedelta(seconds=join_s),
        kind=MatchKind.TOURNAMENT,
    )


def start_correspondence(
    sittings: Sequence[Sitting], matches: Sequence[Match], now: datetime
) -> None:
    """Matches by correspondence start as soon as they are made: their players need not be there at the same time."""
    ids = [
        match.pk
        for sitting, match in zip(sittings, matches, strict=True)
        if sitting.waits_for_players and has_days(match.clock)
    ]
    if ids:
        correspondence.start_all(ids, now)


def _has_days(clock: ClockSettings | None) -> bool:
    return clock is not None and clock.days > 0


def _is_walk_in(player: Player) -> bool:
    return player.user_id is None and not player.is_bot and player.anonymised_at is None


def award(
    match: Match, winner: Seat | None, *, by: User | None, now: datetime, reason: str
) -> None:
    """A director ends a match in favour of a seat."""
    match_rulings.result(match.pk, winner=winner, by=by, reason=reason, now=now)


def forfeit(match: Match, losers: tuple[Seat, ...], *, now: datetime, reason: str) -> None:
    """A match is lost without being played to its end, by one seat or by both."""
    match_rulings.forfeit(match.pk, losers=losers, reason=reason or "ruling", now=now)


def void(
    pairing_match: PairingMatch, *, now: datetime, by: User | None = None, reason: str = ""
) -> None:
    """Set a match aside; one that is still on ends without a winner. It stays on record."""
    if not pairing_match.match.is_over:
        match_rulings.void(pairing_match.match_id, by=by, reason=reason, now=now)
    pairing_match.voided_at = now
    pairing_match.save(update_fields=["voided_at"])


def void_all(
    rows: Iterable[PairingMatch], *, now: datetime, by: User | None = None, reason: str = ""
) -> None:
    """The same for many matches, in a few statements."""
    listed = list(rows)
    on = [row.match_id for row in listed if not row.match.is_over]
    if on:
        match_rulings.void_many(on, by=by, reason=reason, now=now)
    for row in listed:
        row.voided_at = now
    PairingMatch.objects.bulk_update(listed, ["voided_at"], batch_size=500)


def end(
    pairing_match: PairingMatch,
    how: str,
    seats: tuple[Seat, ...],
    *,
    by: User | None,
    now: datetime,
    reason: str,
) -> None:
    """End a match by a director's decision: `award` to a seat, `forfeit` by one or both, `void`."""
    if how == "forfeit":
        forfeit(pairing_match.match, seats, now=now, reason=reason)
    elif how == "award":
        award(pairing_match.match, seats[0] if seats else None, by=by, now=now, reason=reason)
    else:
        match_rulings.void(pairing_match.match_id, by=by, reason=reason, now=now)


def score(
    pairing_match: PairingMatch,
    points: Sequence[int],
    *,
    by: User | None,
    now: datetime,
    reason: str,
) -> None:
    """Set the score of a match that is on, the first entry's points first."""
    points_by_seat = dict(zip("AB", points, strict=True))
    match_rulings.score(pairing_match.match_id, score=points_by_seat, by=by, reason=reason, now=now)


def reopen(
    pairing_match: PairingMatch, how: Any, *, by: User | None, now: datetime, reason: str
) -> None:
    """Let a match that was over go on, with `how` as keywords; one that was set aside is broken off where it stood."""
    match_rulings.reopen(pairing_match.match_id, by=by, reason=reason, now=now, **how)
    if pairing_match.voided_at is not None:
        match_rulings.void(pairing_match.match_id, by=by, reason=reason, now=now)


def restore(rows: Sequence[PairingMatch], *, now: datetime) -> None:
    """Let matches that were set aside count again; those that were broken off go on where they stood, with new dice."""
    broken_off = [row for row in rows if row.match.status == MatchStatus.VOID]
    if broken_off:
        ids, reason = [row.match_id for row in broken_off], "the two meet again"
        match_rulings.reopen_many(ids, by=None, reason=reason, now=now)
    for row in broken_off:
        row.recorded_at = None
    for row in rows:
        row.voided_at = None
    PairingMatch.objects.bulk_update(rows, ["voided_at", "recorded_at"], batch_size=500)


def switch_chat(tournament: Tournament) -> int:
    """Switch chat on or off in the matches that are on; new matches are made with it."""
    rows = PairingMatch.objects.filter(
        pairing__stage__tournament=tournament, match__finished_at=None
    )
    return chat.switch_chat(rows.values_list("match_id", flat=True), on=tournament.chat)


def _context(tournament: Tournament, stage_round: Round, stage: int) -> dict[str, Any]:
    """What a match needs to know of its tournament, copied so that `games` does not depend on it."""
    formats = [FORMATS[stage_card(tournament, n)["format"]] for n in range(1, stage + 1)]
    own = formats[-1]
    beside = [MAIN, *own.sections] if own.sections else []
    named_stage = stage if own.counts in [before.counts for before in formats[:-1]] else None
    place = stage_round.section, beside, named_stage
    with translation.override("en"):
        subtitle = placed_round_name(stage_round.name_key, *place)
    return {
        "title": tournament.name,
        "subtitle": subtitle,
        "round": stage_round.name_key,
        **dict(zip(("section", "beside", "stage"), place, strict=True)),
        "url": tournament.get_absolute_url(),
        "bot_pace_ms": tournament.bot_pace_ms,
        "spectator_delay_s": tournament.spectator_delay_s,
        "chat": tournament.chat,
        "rated": tournament.rates_matches and not is_session(stage_round),
    }
