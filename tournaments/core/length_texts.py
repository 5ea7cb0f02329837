"""How long a match is, in words: the points it is played to, or the games of a session."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def length_text(length: int, *, is_session: bool = False) -> str:
    """`to 7`, or `session of 3 games`."""
    if is_session:
        return ngettext("session of %(n)s game", "session of %(n)s games", length) % {"n": length}
    return _("to %(n)s") % {"n": length}
