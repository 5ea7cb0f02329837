"""Who may challenge whom: everybody, those they have played online, or nobody, as the challenged player has chosen."""

from accounts.models import ChallengesFrom, Player
from games.models import MatchSeat, MatchStatus


def accepts_challenges_of(player: Player, challenger: Player | None) -> bool:
    """May this challenger ask `player` for a match? None is somebody who is not logged in yet and might be anybody.

    At most two queries, none for somebody whose login was read with them and who lets everybody ask.
    """
    user = player.user
    if user is None or player.is_bot or user.challenges_from == ChallengesFrom.EVERYBODY:
        return True
    if user.challenges_from == ChallengesFrom.NOBODY:
        return False
    return challenger is None or have_played(player, challenger)


def have_played(player: Player, other: Player) -> bool:
    """Did a match of theirs begin, in which each had a side? One query."""
    seats = MatchSeat.objects.filter(player=player, match__seats__player=other)
    begun = seats.filter(match__started_at__isnull=False)
    return begun.exclude(match__status=MatchStatus.VOID).exists()
