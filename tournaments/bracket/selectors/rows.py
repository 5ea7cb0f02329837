"""What selectors give to templates and serializers: plain, complete rows, so that no further query is needed."""

from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class PlayerRef:
    """A player's name on a page; `id` leads to the page of the player."""

    id: int
    name: str
    country: str
    is_bot: bool
    is_house_bot: bool = False


@dataclass(frozen=True, slots=True)
class SlotRow:
    """One side of a pairing. `state` is pending, bye or entry; `source` says in words who will come.

    `seed` is the place in the drawn order, and worth showing when `is_seeded`; `is_walkover`: won without play.
    `source_kind` and `source_pairing` are the stored edge that leads here; in a team match `score` is boards won.
    """

    side: int
    state: str
    entry: int | None
    player: PlayerRef | None
    seed: int | None
    score: int | None
    is_winner: bool
    is_loser: bool
    is_mine: bool
    source: str
    is_seeded: bool = False
    is_walkover: bool = False
    source_kind: str = ""
    source_pairing: int | None = None


@dataclass(frozen=True, slots=True)
class TableState:
    """The state of a match that is on: is it paused, does it have a clock, and do other tables roll its dice?"""

    paused: bool
    timed: bool
    shares_dice: bool = False


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One board of a team match: its match, whether that was begun, and the points of both sides where they are known."""

    number: int
    match: UUID | None
    state: str
    scores: tuple[int | None, int | None]
    winner: int | None
    begun: bool = False

    @property
    def opens(self) -> bool:
        """Is there something to look at: a match to watch, or one that was played?"""
        return self.match is not None and (self.begun or self.state != "done")


@dataclass(frozen=True, slots=True)
class PairingRow:
    """A pairing of the draw. `state`: waiting (occupants unknown), ready (nobody plays yet), joining, playing, done.

    `name` is for people (QF 4), `key` for programs (W1.4). `boards` are those of a team match, where `match` is the
    first that is on. `notes` say how the pairing was made, as its format put it. Over the board it has a `slip` in place
    of a match, and the number of its `table` when it has one. `advanced` is the entry that advanced although it did not
    win: the result was corrected for the record only.
    """

    id: int
    key: str
    number: int
    state: str
    outcome: str
    outcome_label: str
    slots: tuple[SlotRow, SlotRow]
    match: UUID | None
    paused: bool
    is_mine: bool
    name: str
    decided_at: datetime | None
    boards: tuple[BoardRow, ...] = ()
    notes: dict[str, Any] = field(default_factory=dict, hash=False)
    slip: int | None = None
    table: int | None = None
    begun: bool = False
    advanced: int | None = None

    @property
    def opens(self) -> bool:
        """Is there something to look at: a match to watch, or one that was played here and not only decided?"""
        return self.match is not None and (self.begun or self.state != "done")

    @property
    def score_shown(self) -> bool:
        """A match won without a point has no score to show."""
        return not any(slot.is_walkover for slot in self.slots)


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A column of a bracket; `done` when nothing in it is undecided. `section` is the bracket, `stage` from 1.

    `full_name` says the bracket too, where there are several; `until` is its deadline, as long as it is not done.
    """

    stage: int
    section: str
    number: int
    name_key: str
    name: str
    length: int
    open: bool
    done: bool
    pairings: tuple[PairingRow, ...]
    id: int = 0
    full_name: str = ""
    until: datetime | None = None
    is_session: bool = False


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry; `number` is its place in the drawn order, None before the draw."""

    id: int
    player: PlayerRef
    seed: int | None
    number: int | None
    status: str
    status_label: str
    entered_at: datetime
    is_mine: bool
    members: tuple[PlayerRef, ...] = ()


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A row of the standings; places are None while they are still played for.

    `points` and tie-breaks are whole numbers or fractions; `lives` and the round `out_in` only where lives are counted.
    """

    place_from: int | None
    place_to: int | None
    entry: int
    player: PlayerRef
    status: str
    played: int
    won: int
    lost: int
    points: int | Fraction
    tie_breaks: dict[str, Any]
    byes: int = 0
    lives: int | None = None
    out_in: int | None = None
    match_points: tuple[int, int] = (0, 0)
    boards: tuple[int, int] = (0, 0)
    tied: int = 0


@dataclass(frozen=True, slots=True)
class MyMatch:
    """A match of mine that is not over. `urgency` says what it asks of me:

    join (press ready), ready (between games), act (my turn), challenge (answer it), wait (the opponent is asked),
    sent (my challenge has no answer yet), open (nobody has used the invitation link).
    `deadline` is the end of the time to join, or the moment my flag falls. A match that `lapses` is then void, not lost.
    In correspondence `away_until` is when the opponent comes back from vacation.
    """

    match: UUID
    title: str
    subtitle: str
    opponent: PlayerRef
    score: tuple[int, int]
    length: int | None
    status: str
    urgency: str
    deadline: datetime | None
    lapses: bool = False
    is_correspondence: bool = False
    away_until: datetime | None = None

    @property
    def is_forfeited_late(self) -> bool:
        """Is the match lost if I do not join by the deadline?"""
        return self.urgency == "join" and self.deadline is not None and not self.lapses


@dataclass(frozen=True, slots=True)
class MySlip:
    """A match of mine over the board; `code` leads to where it is reported, `table` is none as long as none is free.
    `has_tables` is false where no tables are assigned: the two play where they like."""

    code: str
    slug: str
    title: str
    opponent: PlayerRef
    length: int
    table: int | None
    room: str
    begun: bool
    has_tables: bool
    is_session: bool = False


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament in a list. `terms` are its formats and its match length, in words."""

    slug: str
    name: str
    terms: tuple[str, ...]
    status: str
    status_label: str
    starts_at: datetime | None
    time_zone: str
    entries: int
    entry_limit: int | None
    live: int
    champion: PlayerRef | None
    is_entered: bool
    is_directed: bool
    is_standing_by: bool = False  # read only for the player's own first page


@dataclass(frozen=True, slots=True)
class HomeView:
    """A player's first page; for a visitor only `open` is filled. `slips` are those to play now, or next;
    `later_slips` the others. `invitations` are matches by a link that nobody has used yet. `between` is a running
    tournament in which the player's next opponent is not known yet; only where nothing can be played now."""

    matches: tuple[MyMatch, ...]
    invitations: tuple[MyMatch, ...]
    slips: tuple[MySlip, ...]
    later_slips: tuple[MySlip, ...]
    mine: tuple[TournamentRow, ...]
    open: tuple[TournamentRow, ...]
    between: TournamentRow | None = None

    @property
    def challenges(self) -> int:
        """How many challenges wait for an answer."""
        return sum(row.urgency == "challenge" for row in self.matches)


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A row of a player's record; `won` is None while the match is on. `opens`: is there something of it that the viewer may
    see now? `ended` stands in place of a score: how a match ended that never began, or whose score does not say who won.

    Over the board `match` is None. `url` is the address of the tournament. `won` is None, too, after a tie."""

    match: UUID | None
    title: str
    subtitle: str
    opponent: PlayerRef
    score: tuple[int, int] | None
    won: bool | None
    reason: str
    at: datetime
    opens: bool
    ended: str
    is_over: bool = False
    length: int | None = None
    url: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of the rule card: what was agreed, in plain words."""

    label: str
    text: str
