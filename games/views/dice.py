"""Dice anyone can check: the certificate of a match as page and file, the script that checks it, the public counts."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import selectors
from games.models import Match
from games.records.certificate import Certificate, NoncePart, RollEntry, Sealed
from games.records.certificate_file import to_json
from games.selectors.certificates import certificate
from games.selectors.rolls import rolls
from games.timestamps import from_ms_or_none

SCRIPT = settings.BASE_DIR / "docs" / "verify.py"


@require_safe
@never_cache
def certificate_page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Readable as it is; the reader's own browser computes every roll again (static/js/dice)."""
    shown = certificate(request.user, match_id, timezone.now())
    if shown is None:
        match = get_object_or_404(Match.objects.prefetch_related(selectors.SEATS), pk=match_id)
        return render(request, "games/not_yet.html", {"match": match})
    names = [name or _("Empty seat") for name in shown.names]
    context = {
        "certificate": shown,
        "match_id": match_id,
        "names": names,
        "epochs": [_epoch(shown, epoch, names) for epoch in shown.epochs],
        "shared": any(epoch.shared for epoch in shown.epochs),
        "made": sum(len(epoch.rolls) for epoch in shown.epochs),
    }
    return render(request, "games/certificate.html", context)


@require_safe
@never_cache
def certificate_file(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The same as JSON, for docs/verify.py and for anybody's own program (docs/dice.md)."""
    shown = certificate(request.user, match_id, timezone.now())
    if shown is None:
        raise Http404
    name = f"dice-{str(match_id)[:8]}.json"
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return JsonResponse(to_json(shown), headers=headers, json_dumps_params={"indent": 1})


@require_safe
def verify_script(_request: HttpRequest) -> FileResponse:
    """The program that checks a certificate without this site."""
    return FileResponse(
        SCRIPT.open("rb"), as_attachment=True, filename="verify.py", content_type="text/x-python"
    )


@require_safe
def counts(request: HttpRequest) -> HttpResponse:
    """Every roll of every match that is over, counted, and what fair dice would give."""
    tally, as_of = rolls(timezone.now())
    return render(request, "games/dice.html", {"tally": tally, "as_of": as_of})


def _epoch(shown: Certificate, epoch: Sealed, names: list[str]) -> dict[str, Any]:
    return {
        "epoch": epoch,
        "made_at": from_ms_or_none(epoch.at_ms),
        "shown_at": from_ms_or_none(epoch.revealed_at),
        "alone": _is_alone(epoch),
        "parts": [_part(part, name) for part, name in zip(epoch.parts, names, strict=True)],
        "rolls": [_roll(shown, epoch, each, names) for each in epoch.rolls],
    }


def _is_alone(epoch: Sealed) -> bool:
    """Did the server alone fix the rolls, without any nonce of a player?"""
    if epoch.shared is not None and epoch.rolls:
        return not any(a or b for _match, a, b in epoch.shared.nonces)
    return not any(part.used for part in epoch.parts)


def _part(part: NoncePart, name: str) -> dict[str, Any]:
    return {"name": name, "part": part, "sealed_at": from_ms_or_none(part.hash_at)}


def _roll(shown: Certificate, epoch: Sealed, each: RollEntry, names: list[str]) -> dict[str, Any]:
    computed = epoch.computed(shown.match_id, each)
    return {
        "roll": each,
        "who": None if each.seat is None else names["AB".index(each.seat)],
        "computed": computed,
        "fits": computed == each.dice,
    }
