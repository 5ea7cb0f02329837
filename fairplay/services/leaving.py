"""What becomes of figures and notes when an account goes, or when two players become one."""

from django.db.models import F, Q

from accounts.models import Player, User
from fairplay.models import FairPlayNote, MatchFigures, PlayerFigures, TabSwitches


def forget(user: User) -> None:
    """Nothing that was worked out about the user's play, reported by their browser or noted about them stays."""
    players = Player.objects.filter(user=user)
    PlayerFigures.objects.filter(player__in=players).delete()
    FairPlayNote.objects.filter(player__in=players).delete()
    theirs = Q(match__seats__player__in=players, match__seats__seat=F("seat"))
    figures = MatchFigures.objects.filter(theirs).values_list("pk", flat=True)
    MatchFigures.objects.filter(pk__in=list(figures)).delete()
    switches = TabSwitches.objects.filter(theirs).values_list("pk", flat=True)
    TabSwitches.objects.filter(pk__in=list(switches)).delete()


def prepare_merge(gone: Player, kept: Player) -> None:
    """The rows of the list go: the sweep works out one for both. Notes move with the player."""
    PlayerFigures.objects.filter(player__in=(gone, kept)).delete()
