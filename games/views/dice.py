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
from games.records.certificate import Certificate, NoncePart, Sealed, Throw
from games.records.certificate_file import to_json
from games.selectors.certificates import certificate
from games.selectors.rolls import rolls
from games.timestamps import from_ms_or_none

SCRIPT = settings.BASE_DIR / "docs" / "verify.py"


@require_safe
@never_cache
def certificate_page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Readable as it is; the reader's own browser computes every throw again (static/js/dice)."""
    told = certificate(request.user, match_id, timezone.now())
    if told is None:
        found = get_object_or_404(Match.objects.prefetch_related(selectors.SEATS), pk=match_id)
        return render(request, "games/not_yet.html", {"match": found})
    names = [name or _("free seat") for name in told.names]
    context = {
        "told": told,
        "match_id": match_id,
        "names": names,
        "epochs": [_epoch(told, one, names) for one in told.epochs],
        "made": sum(len(one.throws) for one in told.epochs),
    }
    return render(request, "games/certificate.html", context)


@require_safe
@never_cache
def certificate_file(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The same as JSON, for docs/verify.py and for anybody's own program (docs/dice.md)."""
    told = certificate(request.user, match_id, timezone.now())
    if told is None:
        raise Http404
    name = f"dice-{str(match_id)[:8]}.json"
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return JsonResponse(to_json(told), headers=headers, json_dumps_params={"indent": 1})


@require_safe
def verify_script(_request: HttpRequest) -> FileResponse:
    """The program that checks a certificate without this site."""
    return FileResponse(
        SCRIPT.open("rb"), as_attachment=True, filename="verify.py", content_type="text/x-python"
    )


@require_safe
def counts(request: HttpRequest) -> HttpResponse:
    """Every throw of every match that is over, counted, and what fair dice would give."""
    tally, as_of = rolls(timezone.now())
    return render(request, "games/dice.html", {"tally": tally, "as_of": as_of})


def _epoch(told: Certificate, one: Sealed, names: list[str]) -> dict[str, Any]:
    return {
        "epoch": one,
        "made_at": from_ms_or_none(one.at_ms),
        "shown_at": from_ms_or_none(one.revealed_at),
        "alone": not any(part.used for part in one.parts),
        "parts": [_part(part, name) for part, name in zip(one.parts, names, strict=True)],
        "throws": [_throw(told, one, each, names) for each in one.throws],
    }


def _part(part: NoncePart, name: str) -> dict[str, Any]:
    return {"name": name, "part": part, "sealed_at": from_ms_or_none(part.hash_at)}


def _throw(told: Certificate, one: Sealed, each: Throw, names: list[str]) -> dict[str, Any]:
    computed = one.computed(told.match_id, each.n)
    return {
        "throw": each,
        "who": None if each.seat is None else names["AB".index(each.seat)],
        "computed": computed,
        "fits": computed == each.dice,
    }
