"""Refusals that several rooms of games have in common; what the engine refuses is in engine/refusals.py."""

from django.utils.translation import gettext as _

from web.errors import NotFound


class NoSuchMatch(NotFound):
    """There is no match of this id, or none that the viewer may know of."""

    def __init__(self) -> None:
        super().__init__("no_such_match", _("Match not found."))
