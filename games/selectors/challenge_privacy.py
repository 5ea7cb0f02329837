"""Who may challenge whom: everybody, those they follow, those they have played online, or nobody, as the challenged player
has chosen; never two players of whom one has blocked the other.
"""

from collections.abc import Collection

from accounts.models import ChallengesFrom, Player
from games.models import MatchSeat, MatchStatus
from social.models import Follow
from social.selectors.blocks import are_apart, kept_apart_from
from social.selectors.follows import is_following


def accepts_challenges_of(player: Player, challenger: Player | None) -> bool:
    """May this challenger ask `player` for a match? None is somebody who is not logged in yet and might be anybody.

    At most three queries; none for bots of the site, nor where nobody is logged in.
    """
    if player.user is None or player.is_house_bot:
        return True
    if challenger is not None and are_apart(player, challenger):
        return False
    return allows(player, challenger)


def allows(player: Player, challenger: Player | None) -> bool:
    """The choice of `player` alone, without blocks. At most two queries, none where everybody or nobody may ask."""
    user = player.user
    if user is None or user.challenges_from == ChallengesFrom.EVERYBODY:
        return True
    if user.challenges_from == ChallengesFrom.NOBODY:
        return False
    if challenger is None:
        return True
    if user.challenges_from == ChallengesFrom.FOLLOWED:
        return is_following(user, challenger)
    return have_played(player, challenger)


def have_played(player: Player, other: Player) -> bool:
    """Did a match of theirs begin, in which each had a side? One query."""
    seats = MatchSeat.objects.filter(player=player, match__seats__player=other)
    begun = seats.filter(match__started_at__isnull=False)
    return begun.exclude(match__status=MatchStatus.VOID).exists()


def open_to_challenges(challenger: Player, players: Collection[Player]) -> set[int]:
    """The numbers of those who accept challenges of this player; they were read with their users. Three queries."""
    able = [player for player in players if _can_play(player)]
    apart = kept_apart_from(challenger)
    users = [player.user_id for player in able]
    follow = set(
        Follow.objects.filter(user__in=users, player=challenger).values_list("user_id", flat=True)
    )
    with_me = MatchSeat.objects.filter(
        player__in=able, match__seats__player=challenger, match__started_at__isnull=False
    )
    played = set(
        with_me.exclude(match__status=MatchStatus.VOID).values_list("player_id", flat=True)
    )
    choices = {
        ChallengesFrom.EVERYBODY.value: {player.pk for player in able},
        ChallengesFrom.FOLLOWED.value: {p.pk for p in able if p.user_id in follow},
        ChallengesFrom.PLAYED.value: played,
        ChallengesFrom.NOBODY.value: set(),
    }
    return {
        player.pk
        for player in able
        if player.user is not None
        and player.pk != challenger.pk
        and player.pk not in apart
        and player.pk in choices[player.user.challenges_from]
    }


def _can_play(player: Player) -> bool:
    """Somebody with an account who can log in. No query."""
    user = player.user
    return (
        user is not None
        and not player.is_house_bot
        and user.is_active
        and not user.is_suspended
        and not user.is_guest
    )
