"""What a guest would keep by signing up."""

from django import template

from accounts.models import User
from games.selectors.guests import GuestMatch, guest_matches

register = template.Library()


@register.simple_tag
def kept_matches(guest: User | None) -> list[GuestMatch]:
    """The matches of this guest; none for anybody else."""
    return guest_matches(guest) if guest else []
