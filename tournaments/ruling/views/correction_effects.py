"""What a correction of a result may change, as the page of a pairing offers it: everything, only the record, or a replay."""

from dataclasses import replace
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Pairing
from tournaments.ruling.services.record_only import (
    BRACKET,
    RECORD,
    REPLAY,
    has_begun_after,
    has_bracket,
)
from tournaments.ruling.services.result_rulings import SetResult, VoidResult

Effects = dict[str, tuple[Promise, Promise]]
MOVE = _("Move everything that follows")
ONLY_RECORD = _("Correct only the record")


class CorrectionEffects(NamedTuple):
    """The choices by value, each with its sentence; empty where no result is corrected. `default` is chosen at first.
    `draws`: the choice says whether later rounds are drawn again."""

    choices: Effects
    default: str = ""
    draws: bool = False

    @property
    def rows(self) -> list[tuple[str, Promise, Promise]]:
        """Value, label and sentence of each choice."""
        return [(value, label, sentence) for value, (label, sentence) in self.choices.items()]


def with_effect(action: SetResult, effect: str, *, draws: bool) -> SetResult | VoidResult:
    """The correction with this effect; without one everything that follows moves."""
    if effect == REPLAY:
        return VoidResult(pairing_id=action.pairing_id, board=action.board)
    if effect not in (RECORD, BRACKET):
        return action
    redraw = effect == BRACKET if draws else action.redraw
    return replace(action, effect=effect, redraw=redraw)


def correction_effects(pairing: Pairing, *, redrawable: bool) -> CorrectionEffects:
    """`redrawable`: later rounds were drawn from the round of this pairing."""
    if not pairing.outcome:
        return CorrectionEffects({})
    replay = {
        REPLAY: (
            _("Replay this match"),
            _("The result and all games are void. The players start again."),
        )
    }
    if has_bracket(pairing.stage):
        bracket: Effects = {
            BRACKET: (
                MOVE,
                _("The corrected winner advances. Later matches with other players become void."),
            ),
            RECORD: (
                ONLY_RECORD,
                _("Scores, tables and ratings change. Later pairings, places and prizes stand."),
            ),
        }
        return CorrectionEffects(bracket | replay, RECORD if has_begun_after(pairing) else BRACKET)
    record: Effects = {
        RECORD: (ONLY_RECORD, _("The table counts the corrected result. Later pairings stand."))
    }
    if redrawable:
        record[BRACKET] = (MOVE, _("The later rounds become void and are drawn again."))
    return CorrectionEffects(record | replay, RECORD, draws=True)
