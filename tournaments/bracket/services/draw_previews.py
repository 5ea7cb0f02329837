"""Looking at the draw before it is published: another one, the one before, two players swapped. It writes nothing but
`Tournament.draw_preview`, so no page of players changes."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.draw_preview import KeptDraws, entries_at_start, kept_draws
from tournaments.core.locking import locked
from tournaments.core.permissions import Viewer, require_director, require_status
from tournaments.formats.draw_preview import Swap
from tournaments.models import Tournament
from web.errors import DomainError

Status = Tournament.Status
MOST_DRAWS = 99
MOST_SWAPS = 99


@transaction.atomic
def begin_preview(tournament_id: int, *, by: Viewer | None) -> KeptDraws:
    """Keep a seed for the first draw, unless there is one. Refused: too_few_entries."""
    tournament = _before_start(tournament_id, by)
    kept = kept_draws(tournament)
    if kept is not None:
        return kept
    if len(entries_at_start(tournament)) < 2:
        raise DomainError("too_few_entries", _("A tournament needs at least two entries."))
    return _keep(tournament, KeptDraws(secrets.token_hex(32)))


@transaction.atomic
def show_draw(tournament_id: int, *, by: Viewer | None, number: int) -> KeptDraws:
    """Show the draw of this number: one that was shown before, or the next one. Refused: no_preview, no_such_draw,
    too_many_draws."""
    tournament = _before_start(tournament_id, by)
    kept = _kept(tournament)
    require_draw_number(number, kept.last)
    return _keep(tournament, replace(kept, number=number, last=max(kept.last, number)))


@transaction.atomic
def swap_entries(tournament_id: int, *, by: Viewer | None, first: int, second: int) -> KeptDraws:
    """Exchange the places of two entries in the draw that is shown. Refused: no_preview, bad_swap, too_many_swaps."""
    tournament = _before_start(tournament_id, by)
    kept = _kept(tournament)
    entries = frozenset(entry.pk for entry in entries_at_start(tournament))
    require_swap((first, second), entries, kept.own_swaps)
    return _keep_swaps(tournament, kept, (*kept.own_swaps, (first, second)))


@transaction.atomic
def undo_swap(tournament_id: int, *, by: Viewer | None) -> KeptDraws:
    """Take the last swap of the draw that is shown back; nothing happens without one. Refused: no_preview."""
    tournament = _before_start(tournament_id, by)
    kept = _kept(tournament)
    return _keep_swaps(tournament, kept, kept.own_swaps[:-1])


def require_draw_number(number: int, last: int) -> None:
    """Refused: too_many_draws, no_such_draw. `last` is the highest number that was shown."""
    if number > MOST_DRAWS:
        text = _("You can look at %(most)d draws. Go back to one of them.")
        raise DomainError("too_many_draws", text % {"most": MOST_DRAWS})
    if not 1 <= number <= last + 1:
        raise DomainError("no_such_draw", _("This draw does not exist yet. Reload the page."))


def require_swap(swap: Swap, entries: Collection[int], made: Sequence[Swap]) -> None:
    """Refused: bad_swap, too_many_swaps. `entries` are those in the draw, `made` the swaps in it so far."""
    if swap[0] == swap[1] or not set(swap) <= set(entries):
        text = _("Choose two different players who are in this draw.")
        raise DomainError("bad_swap", text, status=422)
    if len(made) >= MOST_SWAPS:
        text = _("You have made %(most)d swaps in this draw. Undo one, or shuffle again.")
        raise DomainError("too_many_swaps", text % {"most": MOST_SWAPS})


def _before_start(tournament_id: int, by: Viewer | None) -> Tournament:
    tournament = locked(tournament_id)
    require_director(by, tournament)
    require_status(tournament, Status.DRAFT, Status.OPEN)
    return tournament


def _kept(tournament: Tournament) -> KeptDraws:
    kept = kept_draws(tournament)
    if kept is None:
        raise DomainError("no_preview", _("Open the preview of the draw first."))
    return kept


def _keep_swaps(
    tournament: Tournament, kept: KeptDraws, swaps: tuple[tuple[int, int], ...]
) -> KeptDraws:
    return _keep(tournament, replace(kept, swaps={**kept.swaps, kept.number: swaps}))


def _keep(tournament: Tournament, kept: KeptDraws) -> KeptDraws:
    tournament.draw_preview = kept.to_json()
    tournament.save(update_fields=["draw_preview"])
    return kept
