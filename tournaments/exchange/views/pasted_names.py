"""Several names pasted into a field for one name: they become an import with a row for each name."""

import csv
import re
from io import StringIO

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.requests import me
from tournaments.exchange.services import import_flow
from tournaments.models import ImportFile, Tournament

WITH_COUNTRY = re.compile(r"^(?P<name>.+?)\s*\((?P<country>[A-Z]{2,3})\)$")


def names_in(typed: str) -> list[str]:
    """The non-empty lines; of a copied table the first column."""
    return [name for line in typed.splitlines() if (name := line.split("\t")[0].strip())]


def preview_of_names(
    request: HttpRequest, tournament: Tournament, names: list[str]
) -> HttpResponse:
    """Redirect to the dry run of an import of these names. `Name (GER)` is a name and a country."""
    table = StringIO()
    rows = csv.writer(table)
    rows.writerow(["name", "country"])
    for name in names:
        parts = WITH_COUNTRY.match(name)
        rows.writerow([parts["name"], parts["country"]] if parts else [name, ""])
    made = import_flow.upload(
        tournament.pk, by=me(request), kind=ImportFile.Kind.ENTRIES, name=_("Pasted names"),
        data=table.getvalue().encode(), now=timezone.now(),
    )  # fmt: skip
    return redirect("tournament-import", tournament.slug, made.pk)
