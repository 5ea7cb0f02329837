"""The start: draw, freeze the rule card, let the first stage draw itself; then `advance` makes the matches. It publishes
the draw of the preview (draw_previews.py), or draws by a seed that nobody has seen."""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.bracket.selectors.draw_preview import DrawPreview, draw_preview
from tournaments.bracket.selectors.venue_mode import is_online
from tournaments.bracket.services import snapshots
from tournaments.bracket.services.advancement import settle
from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import Viewer, require_director, require_status
from tournaments.models import Entry, Ruling, Tournament
from web.errors import DomainError

Status, Standing = Tournament.Status, Entry.Status


def settle_unanswered(tournament: Tournament, *, is_online: bool) -> None:
    """Settle entries in which somebody has not accepted: online they stay invited, over the board they get a place in the
    order of entry while there is one. One statement online, two over the board."""
    waiting = tournament.entries.filter(awaits_consent=True).order_by("entered_at", "pk")
    if is_online:
        waiting.filter(status=Standing.ACTIVE).update(status=Standing.INVITED)
        return
    invited = waiting.filter(status=Standing.INVITED)
    if tournament.entry_limit is not None:
        taken = tournament.entries.filter(status=Standing.ACTIVE).count()
        first = invited.values_list("pk", flat=True)[: max(0, tournament.entry_limit - taken)]
        invited = tournament.entries.filter(pk__in=list(first))
    invited.update(status=Standing.ACTIVE)


@transaction.atomic
def start(
    tournament_id: int,
    *,
    by: Viewer | None,
    now: datetime,
    draw_seed: str | None = None,
    seen: str = "",
) -> Tournament:
    """Draw and begin, without entries that are only invited. With `seen`, the mark of a preview, publish that very draw.

    Refused: too_few_entries, draw_changed (it would be another than the one seen), tournament_running (so a second start
    does nothing).
    """
    tournament = locked(tournament_id)
    require_director(by, tournament)
    require_status(tournament, Status.DRAFT, Status.OPEN)
    settle_unanswered(tournament, is_online=is_online(tournament))
    if tournament.entries.filter(status=Entry.Status.ACTIVE).count() < 2:
        raise DomainError("too_few_entries", _("A tournament needs at least two entries."))
    preview = _seen(tournament, seen) if seen else None
    if preview is None:
        tournament.draw_preview = None  # its swaps belong to a draw that is not this one
    tournament.draw_seed = preview.kept.seed if preview else draw_seed or secrets.token_hex(32)
    tournament.card = tournament.agreed
    tournament.status, tournament.started_at = Status.RUNNING, now
    save_changed(tournament, "draw_seed", "draw_preview", "card", "status", "started_at")
    if preview is not None:
        _record(tournament, preview, by, now)
    settle(tournament, now)
    if snapshots.delays_results(tournament):
        snapshots.take(tournament, now)
    return tournament


def _seen(tournament: Tournament, seen: str) -> DrawPreview:
    """The preview, if it is still the one that was looked at."""
    preview = draw_preview(tournament)
    if preview is None or preview.mark != seen:
        text = _("The draw has changed since you looked at it. Nothing was published.")
        raise DomainError("draw_changed", text)
    return preview


def _record(tournament: Tournament, preview: DrawPreview, by: Viewer | None, now: datetime) -> None:
    """Put into the public record how many draws were looked at, which of them counts, and what was swapped in it."""
    kept = preview.kept
    entered = preview.entries.keys()
    swaps = [list(swap) for swap in kept.own_swaps if entered >= set(swap)]
    Ruling.objects.create(
        tournament=tournament,
        by=by if isinstance(by, User) else None,
        at=now,
        verb="start",
        after={
            "draw": kept.number,
            "draws": kept.last,
            "code": preview.code,
            "first_seed": kept.first_seed,
            "swaps": swaps,
        },
    )
