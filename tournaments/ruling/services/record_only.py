"""A correction for the record only: the corrected result counts everywhere, the bracket stands (T9.5, docs/adr/0021).

Where there is no bracket, as in Swiss rounds and round robins, later pairings stand and the table counts the result.
"""

from typing import Final

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.positions import TRAVELS
from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.formats.history import PLAYED_KINDS
from tournaments.formats.registry import FORMATS
from tournaments.models import Pairing, Result, Stage
from tournaments.ruling.services.draw_changes import any_begun, with_dependents
from web.errors import DomainError

BRACKET: Final = "bracket"
RECORD: Final = "record"
REPLAY: Final = "replay"
"""The effects of a correction. A replay is VoidResult: no result is recorded."""


def has_bracket(stage: Stage) -> bool:
    """Do winners and losers of this stage advance along the edges of a draw?"""
    return FORMATS[stage.format].counts == "knockout"


def has_begun_after(pairing: Pairing) -> bool:
    """Has anything begun that depends on this pairing in the bracket?"""
    return any_begun(with_dependents([pairing.pk]) - {pairing.pk})


def keep_bracket(pairing: Pairing, result: Result, *, redraw: bool) -> None:
    """Let the result say who advances, before it is recorded: the entry that has advanced.

    Refused: draws_stand (400), no_result_yet, already_recorded, whole_match_only, nobody_advanced.
    """
    if redraw:
        text = _("Later rounds cannot be drawn again when only the record is corrected.")
        raise DomainError("draws_stand", text, status=400)
    if not pairing.outcome:
        text = _("This pairing has no result yet. Set its result first.")
        raise DomainError("no_result_yet", text)
    if _is_recorded(pairing, result):
        text = _("This is already the recorded result. Nothing was changed.")
        raise DomainError("already_recorded", text)
    if not has_bracket(pairing.stage):
        return
    if result.board != (1 if pairing.stage.tournament.boards == 1 else 0):
        text = _("Correct the whole team match: a board alone does not say who advances.")
        raise DomainError("whole_match_only", text)
    advanced = pairing.bracket_winner_id
    if advanced is None or (pairing.advanced_id is None and pairing.outcome not in TRAVELS):
        text = _("Nobody advanced by playing here. Move everything that follows instead.")
        raise DomainError("nobody_advanced", text)
    result.advances_id = None if advanced == result.winner_id else advanced


def _is_recorded(pairing: Pairing, result: Result) -> bool:
    """Does the result that counts on this board say the same?"""
    now = (pairing.winner_id, pairing.loser_id)
    on_board = counting_results().filter(pairing=pairing, board=result.board)
    before = [r for r in on_board if result.board or (r.winner_id, r.loser_id) == now]
    if not before:
        return False
    old = before[-1]
    same = (old.winner_id, old.loser_id) == (result.winner_id, result.loser_id)
    same = same and (old.kind in PLAYED_KINDS) == (result.kind in PLAYED_KINDS)
    return same and (result.score is None or result.score == old.score)
