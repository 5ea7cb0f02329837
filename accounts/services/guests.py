"""Guests: visitors who play bots without an account. A guest is a user whom nobody can log in as.

They have no password, no address and no tokens. The session that made a guest is the only way to it
(accounts/guest_request.py), and it may do nothing but play. Signing up turns the same user into an account.
"""

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.account_hooks import before_player_rename, guest_moves
from accounts.models import Player, User
from accounts.services.logins import delete_account
from accounts.services.players import ensure_player
from web.errors import DomainError, NotAllowed
from web.rate_limit import is_within

HOUR_S = 3600
SEEN_EVERY = timedelta(hours=1)
NUMBERS = (range(1_000, 10_000), range(10_000, 1_000_000))
TRIES = 10


def create_guest(network: str, now: datetime) -> User:
    """A new guest with their player, “Guest 4821”.

    Raises DomainError guests_off (403) or too_many_guests (429): so many from one network address in an hour.
    """
    if not settings.GUESTS:
        raise NotAllowed("guests_off", _("Sign up to play on this site."))
    if not is_within(f"guest:{network}", settings.GUESTS_PER_HOUR, HOUR_S, now):
        raise too_many_guests()
    with transaction.atomic():
        user = User(username=f"guest-{secrets.token_hex(8)}", guest_seen_at=now)
        user.set_unusable_password()
        user.save()
        Player.objects.create(user=user, name=_free_name())
    return user


def too_many_guests() -> DomainError:
    text = _("Too many guests are playing right now. Sign up, or try again later.")
    return DomainError("too_many_guests", text, 429)


def require_account(user: User | None) -> None:
    """For whatever needs an account. Raises NotAllowed sign_up_first for guests."""
    if user is not None and user.is_guest:
        raise NotAllowed("sign_up_first", sign_up_first())


def guest_of_player(player: Player) -> User | None:
    """The guest who plays under this name; None for everybody else. One query."""
    if player.user_id is None:
        return None
    return User.objects.filter(pk=player.user_id, guest_seen_at__isnull=False).first()


def sign_up_first() -> str:
    return _("Guests can only play bots. Sign up to do more. Your matches are kept.")


def touch_guest(user: User, now: datetime) -> bool:
    """Note that a guest is here; at most one write an hour. Returns whether it was one."""
    if user.guest_seen_at is None or now - user.guest_seen_at < SEEN_EVERY:
        return False
    User.objects.filter(pk=user.pk, guest_seen_at__isnull=False).update(guest_seen_at=now)
    return True


def guest_to_keep(guest: User | None) -> User | None:
    """The row that signing up turns into an account, locked; None when it was swept or has signed up meanwhile."""
    if guest is None:
        return None
    return User.objects.select_for_update().filter(pk=guest.pk, guest_seen_at__isnull=False).first()


def rename_player(user: User, name: str) -> None:
    """The name that somebody signs up with. A guest's matches show it from now on."""
    player = ensure_player(user)
    before_player_rename(player)
    player.name = name
    player.save(update_fields=["name"])


@transaction.atomic
def move_to_account(guest: User, user: User, now: datetime) -> bool:
    """A guest has logged in to an account: their matches go there, and the guest is deleted. False when gone before."""
    row = guest_to_keep(guest)
    if row is None or row.pk == user.pk:
        return False
    player = ensure_player(row)
    for move in guest_moves.functions().values():
        move(player, ensure_player(user))
    delete_guest(row, now)
    return True


@transaction.atomic
def delete_guest(guest: User, now: datetime) -> None:
    """Remove the login, and the player unless they sit at a table still."""
    player = ensure_player(guest)
    delete_account(guest, now)
    if not player.match_seats.exists():
        Player.objects.filter(pk=player.pk).delete()


def _free_name() -> str:
    """A number that no guest has; after some tries a longer one, which two guests may share."""
    for numbers in NUMBERS:
        for _try in range(TRIES):
            name = f"Guest {secrets.choice(numbers)}"
            if not Player.objects.filter(name=name).exists():
                return name
    return name
