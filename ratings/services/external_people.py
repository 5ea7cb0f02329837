"""What becomes of external ratings when players are merged or an account is deleted."""

from accounts.models import Player, User
from ratings.models import ExternalRating


def keep_newest(player: Player) -> None:
    """Of two numbers in one list, which a merge may leave, the newer stays."""
    rows = ExternalRating.objects.filter(player=player).order_by("list_key", "-as_of", "-pk")
    seen: set[str] = set()
    doubled = []
    for pk, key in rows.values_list("pk", "list_key"):
        if key in seen:
            doubled.append(pk)
        seen.add(key)
    if doubled:
        ExternalRating.objects.filter(pk__in=doubled).delete()


def forget_user(user: User) -> None:
    """A deleted account keeps no number of another list."""
    ExternalRating.objects.filter(player__user=user).delete()
