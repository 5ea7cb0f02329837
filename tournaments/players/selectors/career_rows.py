"""The matches of one player as short rows, online and over the board: what their page counts and filters.

Only what the reader may see is read: selectors of spectators' delays (spectator_reads) work below these queries.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce

from accounts.models import Player
from games.engine import clock
from games.models import Match, MatchSeat, MatchStatus
from tournaments.bracket.selectors.delayed_results import delayed_tournaments
from tournaments.bracket.selectors.lineups import Side, named_boards
from tournaments.bracket.selectors.rows import PlayerRef
from tournaments.bracket.selectors.seated_matches import NOBODY
from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.models import Entry, EntryMember, Result, Slip, Tournament
from tournaments.players.texts import end_name, end_names
from web.bounded_cache import BoundedCache

MOST = 2000
"""So many of the latest matches are read; older ones stay in the database and are not shown."""
ONLINE, CORRESPONDENCE, BOARD, BOT = "online", "correspondence", "board", "bot"
KINDS = (ONLINE, CORRESPONDENCE, BOARD, BOT)
PLAYED = ("played", "time", "conceded")  # what counts as played (T1.2)
RESULTS = (*PLAYED, Result.Kind.TIED)


class CareerMatch(NamedTuple):
    """A match from the side of the player, light because there are thousands. `won` is None without a winner: while it is on, and after a tie.

    `match` is None over the board, where `result` is the number of the result. `counts`: it was played and has a winner.
    `score` is (own, opponent's), None where there is none. `place` is what a round is called by: key and section.
    """

    match: UUID | None
    kind: str
    title: str
    length: int | None
    opponent: PlayerRef
    score: tuple[int, int] | None
    won: bool | None
    is_over: bool
    counts: bool
    reason: str
    at: datetime
    slug: str = ""
    place: tuple[str, str] = ("", "")

    @property
    def ended(self) -> str:
        """How it ended, in place of a score that does not show who won; else empty."""
        if self.won is None:
            return ""
        if self.score is None:
            return end_names().get(self.reason, "")
        lead = self.score[0] - self.score[1]
        return "" if (lead > 0 if self.won else lead < 0) else end_name(self.reason)


class KeptCareer(NamedTuple):
    """The matches online of a player; they hold while their opponents are in this state."""

    state: list[tuple[Any, ...]]
    rows: tuple[CareerMatch, ...]


Progress = tuple[int | None, ...]
BYTES_OF_A_ROW = 900
_kept: BoundedCache[KeptCareer] = BoundedCache(32 * 2**20)


def career(player: Player, progress: Progress | None = None) -> list[CareerMatch]:
    """Their latest matches, the newest first. Five queries at most; one less where `progress` is what `progress_of` says."""
    rows = [*_online(player, progress or progress_of(player)), *_over_the_board(player)]
    rows.sort(key=lambda row: row.at, reverse=True)
    return rows[:MOST]


def _online(player: Player, progress: Progress | None) -> Sequence[CareerMatch]:
    """Those played here, kept for as long as nothing in them changes. One query, and two more after a change."""
    if progress is None:
        state = _opponents_state(player)
        return tuple(_read_online(player, _people(state)))
    key = (player.pk, player.is_bot, *progress)
    state = _opponents_state(player)
    kept = _kept.get(key)
    if kept is None or kept.state != state:
        kept = KeptCareer(state, tuple(_read_online(player, _people(state))))
        _kept.put(key, kept, len(kept.rows) * BYTES_OF_A_ROW)
    return kept.rows


def progress_of(player: Player) -> Progress | None:
    """Changes with every action in the player's matches, and with each match that comes, goes or is void. One query.

    None where a tournament shows results late: then readers see different things, and nothing is kept for any of them.
    A match is only changed by an action in its log, which counts up `seq`. `over` differs for a reader who does not see
    an end yet, should the results of a tournament cease to be late while they read."""
    if delayed_tournaments():
        return None
    seats = MatchSeat.objects.filter(player=player).exclude(match__status=MatchStatus.VOID)
    seq = F("match__seq")  # one hidden and another shown must not add up to the same
    over = Count("pk", filter=Q(match__status=MatchStatus.FINISHED))
    totals = seats.aggregate(
        n=Count("pk"), seats=Sum("pk"), seq=Sum(seq), which=Sum(F("pk") * seq), over=over
    )
    return tuple(totals.values())


def _opponents_state(player: Player) -> list[tuple[Any, ...]]:
    """Everybody else in these matches: number, name, country, kind of bot, and which seats. One query."""
    mine = MatchSeat.objects.filter(player=player).order_by().values("match")
    seats = MatchSeat.objects.filter(match__in=mine).exclude(player=player)
    by_player = seats.order_by("player").values_list(
        "player", "player__name", "player__country", "player__bot_kind"
    )
    return list(by_player.annotate(n=Count("pk"), which=Sum("pk")))


def _people(state: Iterable[tuple[Any, ...]]) -> dict[int, PlayerRef]:
    return {
        pk: PlayerRef(pk, name, str(country or ""), bool(bot_kind))
        for pk, name, country, bot_kind, *_seats in state
    }


def _read_online(player: Player, people: Mapping[int, PlayerRef]) -> Iterator[CareerMatch]:
    matches = Match.objects.filter(seats__player=player).exclude(status=MatchStatus.VOID)
    latest = matches.order_by("-created_at", "id")
    rows = latest.values_list(
        "pk", "seats__seat", "rules__length", KT("clock__kind"), KT("context__title"), "winner", "score_a",
        "score_b", "reason", "status", Coalesce("finished_at", "created_at"),
    )[:MOST]  # fmt: skip
    opponents = _opponents(player, people)
    by_days = clock.CORRESPONDENCE
    for pk, seat, length, kind, title, winner, a, b, reason, status, at in rows:
        opponent = opponents.get((pk, "B" if seat == "A" else "A"), NOBODY)
        against_bot = opponent.is_bot and not player.is_bot
        yield CareerMatch(
            match=pk,
            kind=BOT if against_bot else CORRESPONDENCE if kind == by_days else ONLINE,
            title=title or "",
            length=length or None,
            opponent=opponent,
            score=(a, b) if seat == "A" else (b, a),
            won=None if winner is None else winner == seat,
            is_over=status == MatchStatus.FINISHED,
            counts=winner is not None and reason in PLAYED,
            reason=reason,
            at=at,
        )


def _opponents(
    player: Player, people: Mapping[int, PlayerRef]
) -> dict[tuple[UUID, str], PlayerRef]:
    """Who sits on each seat of the player's matches, but for themselves; two of a doubles share a name."""
    mine = MatchSeat.objects.filter(player=player).order_by().values("match")
    seats = MatchSeat.objects.filter(match__in=mine).exclude(player=player).order_by("id")
    refs: dict[tuple[UUID, str], PlayerRef] = {}
    for match, seat, pk in seats.values_list("match_id", "seat", "player_id"):
        other, new = refs.get((match, seat)), people.get(pk, NOBODY)
        if other is None:
            refs[match, seat] = new
        else:
            refs[match, seat] = PlayerRef(
                other.id, f"{other.name} / {new.name}", other.country, other.is_bot
            )
    return refs


def entries_played(player: Player) -> QuerySet[Entry]:
    """Entries that the player plays for: alone, as a partner, in a team."""
    members = EntryMember.objects.filter(player=player)
    return Entry.objects.filter(Q(player=player) | Q(pk__in=members.values("entry"))).order_by()


def _over_the_board(player: Player) -> Iterable[CareerMatch]:
    """Results with a slip, of single players and pairs, and of the board that a member of a team sits at."""
    boards = _boards(player)
    if not boards:
        return
    slips = Slip.objects.filter(pairing=OuterRef("pairing"), board=OuterRef("board"))
    ids = list(boards)
    named = Q(winner__in=ids) | Q(loser__in=ids) | Q(second_loser__in=ids)
    stands = Q(pairing__winner=F("winner"), pairing__loser=F("loser")) | Q(kind=Result.Kind.TIED)
    of_team = Q(pairing__stage__tournament__boards__gt=1)
    results = counting_results().filter(
        named,
        stands | of_team,
        Exists(slips),
        match=None,
        kind__in=RESULTS,
        pairing__voided_at=None,
        pairing__stage__tournament__is_rehearsal=False,
    )
    results = results.exclude(pairing__stage__tournament__status=Tournament.Status.DRAFT)
    tournament = "pairing__stage__tournament__"
    columns = [
        "pairing_id", "board", "kind", "score", "created_at", "winner_id", "loser_id", "second_loser_id",
        "pairing__round__length", "pairing__round__name_key", "pairing__round__section", f"{tournament}name",
        f"{tournament}slug", f"{tournament}boards",
    ]  # fmt: skip
    for side in ("winner", "loser", "second_loser"):
        columns += [
            f"{side}__name",
            f"{side}__player_id",
            f"{side}__player__name",
            f"{side}__player__country",
        ]
    of_teams = [entry for entry, board in boards.items() if board is not None]
    lineups = named_boards(player, of_teams)
    for row in results.order_by("-created_at", "-id").values(*columns)[:MOST]:
        if (made := _of_result(row, boards, lineups)) is not None:
            yield made


def _boards(player: Player) -> dict[int, int | None]:
    """The entries of the player, with their board in a team; None for single players and pairs."""
    teams = Tournament.EntryKind.TEAM
    own = EntryMember.objects.filter(player=player, entry=OuterRef("pk")).values("board")
    rows = entries_played(player).values_list("pk", "tournament__entry_kind", Subquery(own[:1]))
    return {pk: board if kind == teams else None for pk, kind, board in rows}


def _of_result(
    row: Mapping[str, Any], boards: Mapping[int, int | None], lineups: Mapping[Side, int]
) -> CareerMatch | None:
    sides = [side for side in ("winner", "loser", "second_loser") if row[f"{side}_id"] is not None]
    mine = next(side for side in sides if row[f"{side}_id"] in boards)
    theirs = next((side for side in sides if side != mine), None)
    entry, opponent = row[f"{mine}_id"], row[f"{theirs}_id"] if theirs else 0
    board = lineups.get((row["pairing_id"], entry, opponent), boards[entry])
    is_team = row["pairing__stage__tournament__boards"] > 1
    if theirs is None or (is_team and board != row["board"]):
        return None
    score = row["score"] or {}
    own, other = (score.get(str(row[f"{side}_id"])) for side in (mine, theirs))
    tied = row["kind"] == Result.Kind.TIED
    return CareerMatch(
        match=None,
        kind=BOARD,
        title=row["pairing__stage__tournament__name"],
        length=row["pairing__round__length"],
        opponent=PlayerRef(
            row[f"{theirs}__player_id"],
            row[f"{theirs}__name"] or row[f"{theirs}__player__name"],
            str(row[f"{theirs}__player__country"] or ""),
            is_bot=False,
        ),
        score=None if own is None or other is None else (int(own), int(other)),
        won=None if tied else mine == "winner",
        is_over=True,
        counts=not tied,
        reason=row["kind"],
        at=row["created_at"],
        slug=row["pairing__stage__tournament__slug"],
        place=(row["pairing__round__name_key"], row["pairing__round__section"]),
    )
