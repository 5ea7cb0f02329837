"""The names of rulings, in the reader's language."""

from typing import Final

from django.utils.translation import gettext_lazy as _

NAMES: Final = {
    "award_points": _("Points awarded"),
    "begin": _("Started at the deadline"),
    "boards": _("Boards changed"),
    "cancel": _("Cancelled"),
    "clock": _("Time given"),
    "correct_result": _("Result set"),
    "deadline": _("Deadline set"),
    "disqualify": _("Disqualified"),
    "excused": _("Lateness excused"),
    "forfeit": _("Forfeit"),
    "hold": _("Round held back or let go"),
    "import_results": _("Results from a file"),
    "keep_bracket": _("Bracket left as it is"),
    "keep_stage": _("Stage left as it is"),
    "late": _("Penalty for lateness"),
    "late_entry": _("Entered late"),
    "lot": _("Tie broken by lot"),
    "move_match": _("Match moved"),
    "move_pairing": _("Sent to another place"),
    "move_round": _("Round sent to another place"),
    "no_show": _("Not there in time"),
    "pair_by_hand": _("Paired by hand"),
    "pause": _("Paused"),
    "pause_all": _("All paused"),
    "pause_round": _("Round paused"),
    "pay_table": _("Pay table set"),
    "publish": _("Published"),
    "redraw_stage": _("Stage drawn anew"),
    "reentry": _("Entered again"),
    "rename": _("Name corrected"),
    "reopen": _("Match reopened"),
    "resume": _("Play resumed"),
    "resume_all": _("Play resumed everywhere"),
    "resume_round": _("Round resumed"),
    "round_terms": _("Terms of a round set"),
    "sanction": _("Sanction"),
    "score": _("Score set"),
    "seat": _("Seat set"),
    "swap": _("Seats exchanged"),
    "take_back_result": _("Result taken back"),
    "undo": _("Undone"),
    "void_result": _("Void"),
    "not_there": _("Removed: not checked in"),
    "withdraw": _("Withdrawn"),
}


def verb_name(verb: str) -> str:
    """The heading of a ruling in the record; an unknown verb is its own name."""
    return str(NAMES.get(verb, verb))
