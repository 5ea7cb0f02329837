"""Why a file cannot be imported, in the reader's language. Nothing is decided here."""

from django.utils.translation import gettext as _

from games import rule_texts
from games.records.file_refusals import FILE_REFUSALS
from games.records.match_file import FilePlace, FileRefused


def why(refused: FileRefused) -> str:
    """The reason, one sentence."""
    if refused.code in FILE_REFUSALS:
        return _(FILE_REFUSALS[refused.code]) % refused.params
    message = refused.cause.message if refused.cause else ""
    return rule_texts.refusal(refused.code, message)


def where(place: FilePlace) -> str:
    """`Line 12, column 34 · Game 2, move 7`, or `Byte 8233`; empty when it is the file as a whole."""
    if place.byte:
        return _("Byte %(n)s") % {"n": place.byte}
    if not place.line:
        return _in_game(place)
    text = _("Line %(line)s") % {"line": place.line}
    if place.column:
        text = _("Line %(line)s, column %(column)s") % {
            "line": place.line,
            "column": place.column,
        }
    return " · ".join(part for part in (text, _in_game(place)) if part)


def _in_game(place: FilePlace) -> str:
    if place.row:
        return _("Game %(game)s, move %(row)s") % {"game": place.game, "row": place.row}
    return _("Game %(n)s") % {"n": place.game} if place.game else ""
