"""What becomes of follows and blocks when an account goes, or when two players become one."""

from accounts.models import Player, User
from social.models import BlockedPlayer, Follow


def forget(user: User) -> None:
    """Nobody follows or blocks a former player. The user's own rows go with the user."""
    for model in (Follow, BlockedPlayer):
        model.objects.filter(player__user=user).delete()


def prepare_merge(gone: Player, kept: Player) -> None:
    """Delete the rows that would be double or about oneself once everything of `gone` belongs to `kept`."""
    both = [gone, kept]
    for model in (Follow, BlockedPlayer):
        same = list(model.objects.filter(player=kept).values_list("user_id", flat=True))
        model.objects.filter(player=gone, user_id__in=same).delete()
        model.objects.filter(player__in=both, user__player__in=both).delete()
