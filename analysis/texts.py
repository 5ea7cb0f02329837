"""Why a match or a position is not analysed, in words."""

from django.utils.translation import gettext_lazy as _

REASONS = {
    "no_engine": _("This site has no analysis engine."),
    "not_over": _("The match can be analysed when it is over."),
    "in_play": _(
        "This file is a copy of a match in progress. It can be analysed when that match is over."
    ),
    "empty": _("Nothing was played in this match."),
    "session": _("Sessions can’t be analysed yet, only matches to a number of points."),
    "no_cube": _("Matches without the cube can’t be analysed, except matches to 1 point."),
    "no_crawford": _("Matches without the Crawford rule can’t be analysed."),
    "holland": _("Matches with the Holland rule can’t be analysed."),
    "murphy": _("Matches with automatic doubles can’t be analysed."),
    "beavers": _("Matches with beavers can’t be analysed."),
    "cube_limit": _("Matches with a cube limit can’t be analysed."),
    "jacoby": _("Matches with the Jacoby rule can’t be analysed."),
}

IMPORT_IN_PLAY = _(
    "You have a match in progress. Analyses of imported matches open again when it is over."
)

POSITION_REFUSALS = {
    "no_position": _("Enter an XGID or a GNU Backgammon ID."),
    "bad_position": _(
        "This is not an XGID or a GNU Backgammon ID. Copy the whole ID and try again."
    ),
    "bad_xgid": _("This XGID is incomplete or has a mistake. Copy the whole line and try again."),
    "bad_gnubg_id": _("A GNU Backgammon ID is a Position ID, a colon and a Match ID."),
    "bad_position_id": _("This Position ID has a mistake. Copy the whole ID and try again."),
    "bad_match_id": _("This Match ID has a mistake. Copy the whole ID and try again."),
    "bad_board": _("A checker is on the wrong bar in this position."),
    "too_many_checkers": _("A player has more than 15 checkers in this position."),
    "both_on_one_point": _("Both players have checkers on the same point in this position."),
    "both_closed_out": _(
        "Both players are closed out in this position. That cannot happen in play."
    ),
    "game_over": _("The game is over in this position."),
    "match_over": _("The match is over at this score."),
    "not_in_play": _("No game is in progress in this position."),
    "match_too_long": _("Matches to more than 25 points can’t be analysed."),
    "bad_crawford": _("The score does not fit the Crawford game."),
    "bad_cube": _("The cube does not fit this position: check its value and its owner."),
    "bad_double": _("The player on roll cannot double in this position."),
    "beaver_offered": _("Answers to a beaver can’t be analysed."),
    "resignation_offered": _("Answers to a resignation can’t be analysed."),
    "cube_limit": _("Positions with a cube limit can’t be analysed."),
}
"""Why a position is not judged, by the code of its refusal."""
