"""What players and officers are notified of. Subjects name the challenge, so that each step is told once."""

from collections.abc import Iterable
from datetime import datetime

from accounts.models import User
from clubs.models import ClubMember
from ladders.models import Ladder, LadderChallenge
from notifications.kinds import LADDER
from notifications.models import Notification
from notifications.services.notify import News, renew, settle


def to_player(
    challenge: LadderChallenge, player_id: int, what: str, now: datetime, about: int | None = None
) -> None:
    """One of the two players, if they have an account. `what` is a key of `notifications.texts.LADDERS`."""
    user = User.objects.filter(player=player_id).values_list("pk", flat=True).first()
    other = challenge.opponent_of(player_id) if about is None else about
    if user is not None:
        renew([_news(challenge, user, what, other)], now)


def ended(challenge: LadderChallenge, player_id: int, what: str, now: datetime) -> None:
    """The same for the end of a challenge: what waited for an answer counts as read."""
    answered(challenge, now)
    to_player(challenge, player_id, what, now)


def answered(challenge: LadderChallenge, now: datetime) -> None:
    """Nobody has to act on the earlier step any more."""
    for what in ("challenged", "accepted", "reported", "soon", "disputed"):
        settle(LADDER, _subject(challenge, what), now)


def to_officers(challenge: LadderChallenge, what: str, now: datetime) -> None:
    """The officers of the club have to decide."""
    officers = ClubMember.objects.filter(
        club=challenge.ladder.club_id, status=ClubMember.Status.OFFICER, player__user__isnull=False
    )
    users = officers.values_list("player__user_id", flat=True)
    renew([_news(challenge, user, what, challenge.challenger_id) for user in users], now)


def forget_ladder(ladder: Ladder) -> None:
    """The ladder is about to be deleted: nothing leads to it any more."""
    _forget(LadderChallenge.objects.filter(ladder=ladder).values_list("pk", flat=True))


def _forget(challenges: Iterable[int]) -> None:
    ids = list(challenges)
    subjects = [f"{what}:{pk}" for pk in ids for what in WHAT]
    for start in range(0, len(subjects), 500):
        part = subjects[start : start + 500]
        Notification.objects.filter(kind=LADDER, subject__in=part).delete()


WHAT = (
    "challenged", "accepted", "declined", "withdrawn", "reported", "disputed", "soon",
    "won", "lost", "forfeited", "expired", "void", "corrected",
)  # fmt: skip


def _news(challenge: LadderChallenge, user: int, what: str, about: int) -> News:
    url, values = (
        challenge.ladder.get_absolute_url(),
        {"what": what, "title": challenge.ladder.name},
    )
    return News(user, LADDER, _subject(challenge, what), url, about, values)


def _subject(challenge: LadderChallenge, what: str) -> str:
    return f"{what}:{challenge.pk}"
