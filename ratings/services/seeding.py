"""Seeding a tournament by a list of ratings, as if the director had typed the seeds, and taking it back."""

from django.db import transaction
from django.utils.translation import gettext as _

from ratings.selectors.seeding import HAVE_SEEDS, seeding, seeds_mark
from tournaments.core.locking import locked
from tournaments.core.permissions import Viewer, require_director
from tournaments.entry.services.entries import set_seeds
from tournaments.models import Tournament
from web.errors import DomainError
from web.requests import number_in


@transaction.atomic
def seed_by_rating(
    tournament_id: int, list_key: str, digest: str, *, by: Viewer | None
) -> tuple[str, str]:
    """Write the seeds of the preview with this digest; returns (before, mark) for `put_back`. Refused: stale_preview, and what
    `set_seeds` refuses."""
    tournament = locked(tournament_id)
    require_director(by, tournament)
    preview = seeding(tournament, list_key)
    if preview.digest != digest:
        raise DomainError(
            "stale_preview", _("Entries or ratings have changed. Check the new preview.")
        )
    before = " ".join(f"{row.entry_id}:{row.seed_now}" for row in preview.rows if row.seed_now)
    set_seeds(tournament_id, by=by, seeds=preview.seeds)
    return before, seeds_mark(tournament)


@transaction.atomic
def put_back(tournament_id: int, before: str, mark: str, *, by: Viewer | None) -> None:
    """Set the seeds as they were before `seed_by_rating`. Refused: seeds_changed, when somebody has changed them since."""
    tournament = locked(tournament_id)
    require_director(by, tournament)
    if seeds_mark(tournament) != mark:
        raise DomainError("seeds_changed", _("The seeds have changed since. Nothing was undone."))
    set_seeds(tournament_id, by=by, seeds=_seeds_before(tournament, before))


def _seeds_before(tournament: Tournament, before: str) -> dict[int, int | None]:
    """The seeds that the text names; all other entries have none."""
    entered = tournament.entries.filter(status__in=HAVE_SEEDS).values_list("pk", flat=True)
    seeds: dict[int, int | None] = dict.fromkeys(entered)
    for pair in before.split():
        entry, _colon, seed = pair.partition(":")
        number, place = number_in(entry), number_in(seed)
        if number in seeds and place is not None and place <= len(seeds) * 100:
            seeds[number] = place
    return seeds
