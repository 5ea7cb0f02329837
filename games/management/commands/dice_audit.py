"""`manage.py dice_audit [--since DATE] [--match ID]`: check the dice of all matches again that are over."""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import UTC, datetime
from time import monotonic
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.services.dice_audit import audit


def moment(text: str) -> datetime:
    """A day or a moment in ISO form, in UTC unless it says otherwise."""
    try:
        parsed = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError("Write it like 2026-07-01 or 2026-07-01T12:00+02:00.") from None
    return parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)


class Command(BaseCommand):
    help = (
        "Check every closed epoch: seed, commitment, nonces, and that every roll follows from them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--since", type=moment, help="only epochs closed since this moment")
        parser.add_argument("--match", type=UUID, help="only this match")

    def handle(self, *_args: Any, **options: Any) -> None:
        begun = monotonic()
        matches = epochs = rolls = wrong = 0
        for audited in audit(options["match"], options["since"]):
            matches, epochs, rolls = matches + 1, epochs + audited.epochs, rolls + audited.rolls
            wrong += bool(audited.faults)
            for fault in audited.faults:
                self.stderr.write(f"{audited.match_id}: {fault}")
        if options["match"] and not matches:
            raise CommandError("There is no such match, or none of its seeds is shown yet.")
        rate = matches / max(monotonic() - begun, 0.001)
        self.stdout.write(
            f"{matches} matches, {epochs} seeds, {rolls} rolls checked; {rate:.0f} matches a second."
        )
        if wrong:
            raise CommandError(f"The dice of {wrong} of {matches} matches are not in order.")
        self.stdout.write("Every roll follows from what was promised.")
