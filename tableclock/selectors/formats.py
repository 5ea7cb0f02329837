"""How the match of a slip is played, as its clock must know it."""

from tableclock.matchlog.terms import MatchFormat
from tournaments.bracket.selectors.agreement import clock_of, rules_of
from tournaments.models import Round, Slip, Tournament


def format_of(slip: Slip) -> MatchFormat:
    """By the rules and the clock of its round. No query where round, stage and tournament are selected."""
    return format_of_round(slip.pairing.stage.tournament, slip.pairing.round)


def format_of_round(tournament: Tournament, stage_round: Round) -> MatchFormat:
    return MatchFormat.of(rules_of(tournament, stage_round), clock_of(tournament, stage_round))
