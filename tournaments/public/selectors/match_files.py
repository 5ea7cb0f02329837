"""All matches of a tournament as files, round by round, with the delay of spectators. Bounded memory."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from uuid import UUID

from games.match_files import safe, stem_of
from games.models import Match
from games.records.kinds import KINDS
from games.selectors import SEATS
from games.selectors.records import records_of
from games.selectors.visibility import hidden_until
from tournaments.bracket.selectors.names import Names, rounds_of
from tournaments.models import PairingMatch, Tournament

AT_ONCE = 20
"""Matches in memory together: two queries for them, one for their seats, one for outages."""


def match_files(
    tournament: Tournament, suffixes: Iterable[str], now: datetime
) -> Iterator[tuple[str, str]]:
    """(path, text) of every match that was begun; the name of an annulled match says so."""
    names, kinds = Names(rounds_of(tournament)), [KINDS[suffix] for suffix in suffixes]
    begun = _begun(tournament)
    for start in range(0, len(begun), AT_ONCE):
        some = begun[start : start + AT_ONCE]
        matches = _with_seats(made.match_id for made in some)
        until = {match.pk: hidden_until(match, None, now) for match in matches}
        for made, record in zip(some, records_of(matches, until), strict=True):
            if not record.entries:
                continue
            stem = f"{_folder(names, made)}/{stem_of(record, with_day=False)}"
            aside = "-annulled" if made.voided_at else ""
            for kind in kinds:
                yield f"{stem}{aside}.{kind.suffix}", kind.write(record)


def _begun(tournament: Tournament) -> list[PairingMatch]:
    """In the order of the rounds, with only the columns that names need, and without the matches themselves."""
    begun = PairingMatch.objects.filter(
        pairing__stage__tournament=tournament, match__started_at__isnull=False
    )
    begun = begun.select_related("pairing__round__stage").defer(
        "pairing__round__stage__seed_order", "pairing__round__stage__field", "pairing__notes"
    )
    return list(begun.order_by("pairing__stage__number", "pairing__round__number", "id"))


def _with_seats(ids: Iterable[UUID]) -> list[Match]:
    """In the order of the ids."""
    wanted = list(ids)
    matches = Match.objects.filter(pk__in=wanted).defer("state").prefetch_related(SEATS)
    by_id = {match.pk: match for match in matches}
    return [by_id[match_id] for match_id in wanted]


def _folder(names: Names, made: PairingMatch) -> str:
    """`03-semifinals`, after the number of the stage where there are several."""
    row = made.pairing.round
    name = names.full_round(row) if row.stage_id in names.sections else row.name_key
    folder = f"{row.number:02}-{safe(name, 'round')}"
    return f"{row.stage.number}-{folder}" if len(names.sections) > 1 else folder
