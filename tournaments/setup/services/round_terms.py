"""Checks of the terms of a round when a director changes them (T1.4)."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.engine.errors import RulesError
from tournaments.bracket.selectors.agreement import clock_of, rules_of
from tournaments.models import Round
from tournaments.setup.services.settings_checks import LONGEST_MATCH
from web.errors import DomainError


def require_terms(row: Round, changed: Mapping[str, Any]) -> None:
    """Refused: bad_lengths, bad_clock, and what the rules refuse."""
    length = changed.get("length", row.length)
    if type(length) is not int or not 1 <= length <= LONGEST_MATCH:
        text = _("Match lengths must be whole numbers from 1 to 99.")
        raise DomainError("bad_lengths", text, status=400)
    trial = Round(
        stage=row.stage,
        length=length,
        clock=changed.get("clock", row.clock),
        rules=changed.get("rules", row.rules),
    )
    try:
        rules_of(row.stage.tournament, trial)
        clock_of(row.stage.tournament, trial)
    except RulesError as error:
        raise DomainError(error.code, error.message, status=400) from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        text = _("This clock setting is not valid.")
        raise DomainError("bad_clock", text, status=400) from error
