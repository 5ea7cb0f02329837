"""The names of rulings, in the reader's language."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

NAMES: Final = {
    "award_points": _("Points awarded"),
    "begin": _("Match started at deadline"),
    "boards": _("Team boards changed"),
    "cancel": pgettext_lazy("tournament", "Cancelled"),
    "clock": _("Clock adjusted"),
    "correct_result": _("Result set"),
    "deadline": _("Deadline set"),
    "disqualify": _("Disqualification"),
    "excused": _("Lateness penalty waived"),
    "forfeit": pgettext_lazy("ruling", "Forfeit"),
    "hold": _("Round held or resumed"),
    "import_results": _("Results imported"),
    "keep_bracket": _("Bracket kept"),
    "keep_stage": _("Stage kept"),
    "late": _("Lateness penalty"),
    "late_entry": _("Late entry"),
    "lineup": _("Line-up named"),
    "lot": _("Tie broken by lot"),
    "move_match": _("Start time changed"),
    "move_pairing": _("Match moved to playing room or online"),
    "move_round": _("Round moved to playing room or online"),
    "no_show": _("No-show"),
    "own_dice": _("Match no longer shares its dice"),
    "pair_by_hand": _("Round paired by hand"),
    "pairing_request": _("Pairing request added"),
    "pairing_request_removed": _("Pairing request removed"),
    "pause": _("Match paused"),
    "pause_all": _("Tournament paused"),
    "pause_round": _("Round paused"),
    "pay_table": _("Payout table set"),
    "publish": _("Draw published"),
    "redraw_stage": _("Stage drawn again"),
    "reentry": _("Re-entry"),
    "rename": _("Name corrected"),
    "reopen": _("Match reopened"),
    "resume": _("Match resumed"),
    "resume_all": _("Tournament resumed"),
    "resume_round": _("Round resumed"),
    "round_terms": _("Round settings changed"),
    "sanction": pgettext_lazy("conduct", "Penalty"),
    "score": _("Score set"),
    "seat": _("Slot set"),
    "start": _("Tournament started"),
    "swap": _("Slots swapped"),
    "team_order": _("Order of the teams used"),
    "take_back_result": _("Result undone"),
    "undo": _("Ruling undone"),
    "undo_start": _("Start undone"),
    "void_result": _("Result voided"),
    "not_there": _("No-shows removed"),
    "withdraw": _("Withdrawal"),
}


def verb_name(verb: str) -> str:
    """The heading of a ruling in the record; an unknown verb is its own name."""
    return str(NAMES.get(verb, verb))


def notified_ruling(values: Mapping[str, Any]) -> str:
    """The name of the ruling that a notification is about."""
    return verb_name(str(values.get("verb", "")))
