"""What comes next for a player whose tournament match is over: the next match, what it waits for, or the place reached."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.bracket import pairings_view, view_of
from tournaments.bracket.selectors.outline import Outline, outline
from tournaments.bracket.selectors.rows import PairingRow, RoundRow, SlotRow, StandingRow
from tournaments.bracket.selectors.standings import standing_rows
from tournaments.bracket.selectors.viewer import entries_of, entry_of
from tournaments.core.length_texts import length_text
from tournaments.core.permissions import Viewer
from tournaments.models import PairingMatch, Round, Slot, Tournament
from tournaments.public.selectors.current_matches import own_match
from tournaments.public.texts import place_headline, round_headline, section_headline

OUT = ("eliminated", "winner")


@dataclass(frozen=True, slots=True)
class NextMatch:
    """`opponent` is a name, or says who will come. `url` leads to the match or, over the board, to its slip; it is empty
    while there is neither. `deadline` is the time by which the player must join."""

    round: str
    length: str
    opponent: str
    url: str = ""
    over_the_board: bool = False
    table: int | None = None
    deadline: datetime | None = None


@dataclass(frozen=True, slots=True)
class AfterMatch:
    """`state`: recording (the bracket does not have the result yet), ready, waiting, or over.

    The headline is empty where the result alone can be told. `rounds` are those of the player's tree, for the path.
    """

    tournament: Tournament
    state: str
    headline: str = ""
    text: str = ""
    next: NextMatch | None = None
    rounds: tuple[RoundRow, ...] = ()


def after_match(match_id: UUID, viewer: Viewer) -> AfterMatch | None:
    """None unless the viewer plays for one of the two sides; spectators must not learn of a result here."""
    rows = PairingMatch.objects.filter(match_id=match_id)
    rows = rows.select_related("match", "pairing__round", "pairing__stage__tournament")
    row = rows.defer("match__state").first()
    if row is None:
        return None
    tournament = row.pairing.stage.tournament
    mine = entries_of(viewer, tournament)
    if not mine & {row.entry_a_id, row.entry_b_id}:
        return None
    if row.voided_at is not None:
        return AfterMatch(tournament, "over")
    if row.pairing.decided_at is None:
        return AfterMatch(tournament, "recording", text=_not_recorded(row, tournament))
    return _After(row, tournament, viewer, mine).answer()


def _not_recorded(row: PairingMatch, tournament: Tournament) -> str:
    if tournament.boards > 1 and row.recorded_at is not None:
        return _("The other boards of this match are still being played.")
    return _("The result goes into the bracket now.")


class _After:
    """A match whose pairing is decided."""

    def __init__(
        self, row: PairingMatch, tournament: Tournament, viewer: Viewer, mine: frozenset[int]
    ) -> None:
        self.row, self.tournament, self.viewer, self.mine = row, tournament, viewer, mine
        self.played: Round = row.pairing.round
        self.parts: Outline = outline(tournament)

    def answer(self) -> AfterMatch:
        next_id, next_round = self._pending()
        rounds = self._rounds(next_id, next_round)
        if next_id is None or next_round is None:
            return self._without_next(rounds)
        headline = self._headline(next_round)
        names = self.parts.names
        ready = own_match(
            self.tournament, self.viewer, entry_of(self.tournament, self.viewer), names
        )
        if ready is not None and ready["match"] != self.row.match_id:
            next_match = _ready(ready)
            return AfterMatch(self.tournament, "ready", headline, "", next_match, rounds)
        opponent, text = self._opponent(next_id, rounds)
        next_match = NextMatch(
            names.full_round(next_round), length_text(next_round.length), opponent
        )
        return AfterMatch(self.tournament, "waiting", headline, text, next_match, rounds)

    def _pending(self) -> tuple[int | None, Round | None]:
        """The player's first pairing that is not decided."""
        slots = Slot.objects.filter(
            entry__in=self.mine, pairing__decided_at=None, pairing__voided_at=None
        )
        order = ("pairing__stage__number", "pairing__round__number", "pairing__number")
        columns = ("pairing_id", "pairing__round_id")
        first = slots.order_by(*order).values_list(*columns).first()
        if first is None:
            return None, None
        return first[0], self.parts.names.rounds.get(first[1])

    def _rounds(self, next_id: int | None, next_round: Round | None) -> tuple[RoundRow, ...]:
        """All rounds of the player's tree; elsewhere the next pairing alone."""
        names = self.parts.names
        number = (next_round or names.rounds[self.played.pk]).stage.number
        stage = self.parts.stage(number)
        if stage is not None and stage.is_tree:
            wanted = [row for row in names.rounds.values() if row.stage.number == number]
            return view_of(self.tournament, self.viewer, names, wanted)
        if next_id is None:
            return ()
        return pairings_view(self.tournament, self.viewer, names, [next_id])

    def _headline(self, next_round: Round) -> str:
        section = next_round.section
        beside = self.parts.names.sections[next_round.stage_id]
        has_won = self.row.pairing.bracket_winner_id in self.mine
        if next_round.stage_id == self.played.stage_id and section != self.played.section:
            left = section_headline(section)
            if left:
                return left
        if has_won or next_round.name_key == "third_place":
            return round_headline(next_round.name_key, section, beside)
        return ""

    def _opponent(self, next_id: int, rounds: Sequence[RoundRow]) -> tuple[str, str]:
        """Who comes, and what the match waits for."""
        rows = {pairing.id: pairing for row in rounds for pairing in row.pairings}
        theirs = next((slot for slot in rows[next_id].slots if not slot.is_mine), None)
        if theirs is None:
            return "", ""
        if theirs.player is not None:
            return theirs.player.name, _("The match is not open yet. It appears here when it is.")
        return _who_comes(theirs, rows), _("Your next opponent is still playing.")

    def _without_next(self, rounds: tuple[RoundRow, ...]) -> AfterMatch:
        row = self._standing()
        is_over = self.tournament.status != Tournament.Status.RUNNING
        tree = self.parts.stage(self.parts.names.rounds[self.played.pk].stage.number)
        is_out = row is not None and row.status in OUT and tree is not None and tree.is_tree
        if row is not None and row.place_from is not None and (is_over or is_out):
            headline = place_headline(row.place_from, row.place_to or row.place_from)
            return AfterMatch(self.tournament, "over", headline, rounds=rounds)
        if is_over or is_out or row is None:
            return AfterMatch(self.tournament, "over", rounds=rounds)
        return AfterMatch(
            self.tournament, "waiting", text=self._what_is_waited_for(), rounds=rounds
        )

    def _standing(self) -> StandingRow | None:
        rows = standing_rows(self.tournament)
        return next((row for row in rows if row.entry in self.mine), None)

    def _what_is_waited_for(self) -> str:
        stage = self.parts.stages[-1]
        if stage.grow_after is None and not self.parts.later:
            return _("You have played all your matches. The others are still playing.")
        return _("The next round is not drawn yet. Your match appears here when it is.")


def _who_comes(slot: SlotRow, rows: dict[int, PairingRow]) -> str:
    """Both who may come, where they are known; otherwise the edge in words."""
    source = rows.get(slot.source_pairing or 0)
    if source is not None and slot.source_kind == "winner":
        names = [other.player.name for other in source.slots if other.player is not None]
        if len(names) == 2:
            return _("%(one)s or %(two)s") % {"one": names[0], "two": names[1]}
    return slot.source


def _ready(ready: dict[str, Any]) -> NextMatch:
    on_board = ready["match"] is None
    return NextMatch(
        ready["round"],
        ready["length"],
        ready["opponent"].name,
        url=reverse("slip", args=[ready["slip"]])
        if on_board
        else reverse("match", args=[ready["match"]]),
        over_the_board=on_board,
        table=ready.get("table"),
        deadline=ready.get("join_until"),
    )
