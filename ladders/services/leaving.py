"""What becomes of places on ladders when an account goes, or when two players become one."""

from django.db.models import Q
from django.utils import timezone

from accounts.models import Player, User
from ladders.models import Ladder, LadderChallenge, LadderEvent, LadderMember
from ladders.order.replay import DROPPED, JOINED, LEFT, PLACED
from ladders.services.locking import renew_places
from ladders.services.membership import take_off, unsettled

OWN_STEPS = (JOINED, LEFT, DROPPED, PLACED)


def forget(user: User) -> None:
    """The user leaves every ladder. The log stays, with the name that is left of the player. The player's key is not locked:
    a line of the log that somebody writes under a ladder's lock names it."""
    player = Player.objects.select_for_update(no_key=True).filter(user=user).first()
    if player is not None:
        now = timezone.now()
        for ladder in _locked_ladders(player, on_it=True):
            take_off(ladder, player.pk, None, now)


def prepare_merge(gone: Player, kept: Player) -> None:
    """On a ladder with both, the place of `kept` stays; challenges of the two against each other are deleted."""
    for ladder in _locked_ladders(gone):
        between = Q(challenger=gone, challenged=kept) | Q(challenger=kept, challenged=gone)
        LadderChallenge.objects.filter(between, ladder=ladder).delete()
        rows = LadderMember.objects.filter(ladder=ladder)
        if rows.filter(player=kept, place__isnull=False).exists():
            _void_open(ladder, gone)
            LadderEvent.objects.filter(ladder=ladder, player=gone, kind__in=OWN_STEPS).delete()
            rows.filter(player=gone).delete()
            renew_places(ladder)
        else:
            rows.filter(
                player=kept
            ).delete()  # they have left it: the place of `gone` is theirs now


def _void_open(ladder: Ladder, player: Player) -> None:
    """Nobody has two challenges at a time."""
    for row in unsettled(ladder, player.pk):
        row.status, row.due_at, row.settled_at = LadderChallenge.Status.VOID, None, timezone.now()
        row.save(update_fields=["status", "due_at", "settled_at"])


def _locked_ladders(player: Player, *, on_it: bool = False) -> list[Ladder]:
    rows = LadderMember.objects.filter(player=player)
    if on_it:
        rows = rows.filter(place__isnull=False)
    ids = list(rows.values_list("ladder_id", flat=True))
    ladders = Ladder.objects.select_for_update(no_key=True).filter(pk__in=ids)
    return list(ladders.order_by("pk"))
