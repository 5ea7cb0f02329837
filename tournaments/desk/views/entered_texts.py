"""Messages about an entry that the desk has just made or put back."""

from django.utils.translation import gettext as _

from tournaments.models import Entry


def entered_text(entry: Entry) -> str:
    """An entry was made. A player with a login is invited where the tournament is played online."""
    if entry.status == Entry.Status.INVITED:
        text = _("Invited: %(name)s. They can play once they accept.")
        return text % {"name": entry.title}
    return _("Entered: %(name)s.") % {"name": entry.title}


def put_back_text(entry: Entry) -> str:
    """The removal of this entry was undone."""
    if entry.status == Entry.Status.INVITED:
        return _("Invited again: %(name)s.") % {"name": entry.title}
    return _("Entered again: %(name)s.") % {"name": entry.title}
