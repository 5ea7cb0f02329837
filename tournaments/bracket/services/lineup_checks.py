"""What every line-up must keep to, whoever names it (T8.5). For callers that have the tournament's lock."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.lineups import BoardPlayers, Side, TeamMatch, two_teams
from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.models import EntryMember, Pairing, PairingMatch, Slip, TeamLineup, Tournament
from web.errors import DomainError

UNCHECKED = -1


def require_team_match(tournament: Tournament, pairing: Pairing) -> TeamMatch:
    """The two teams of a match whose line-ups can be named. Refused: no_lineups, pairing_over, not_known_yet."""
    require_named_lineups(tournament)
    if pairing.outcome:
        raise DomainError("pairing_over", _("This match is already decided."))
    match = two_teams(pairing)
    if match is None:
        raise DomainError("not_known_yet", _("The teams of this match are not known yet."))
    return match


def require_named_lineups(tournament: Tournament) -> None:
    """Refused: no_lineups, where teams always play in their fixed order."""
    if not tournament.names_lineups:
        text = _("Captains name no line-ups in this tournament.")
        raise DomainError("no_lineups", text)


def members_of_lineup(tournament: Tournament, side: Side, players: Sequence[int]) -> list[int]:
    """The ids of the members who are these players, board by board. Refused: bad_lineup (400), match_on, when a board
    that has begun would get another player."""
    members = list(EntryMember.objects.filter(entry=side[1]))
    by_player = {member.player_id: member for member in members}
    if len(players) != tournament.boards or len(set(players)) != len(players):
        text = _("A line-up needs a different player for each board. Boards: %(n)s.")
        raise DomainError("bad_lineup", text % {"n": tournament.boards}, status=400)
    if not set(players) <= by_player.keys():
        text = _("Only members of the team can be in its line-up.")
        raise DomainError("bad_lineup", text, status=400)
    named = [by_player[player].pk for player in players]
    playing = BoardPlayers(members, {side[0]})
    for board in boards_begun(side):
        member = playing.at(side, board)
        if member is not None and named[board - 1] != member.pk:
            text = _("Board %(board)s has begun. Its player stays.")
            raise DomainError("match_on", text % {"board": board})
    return named


def require_as_seen(lineup: TeamLineup | None, seen: int) -> None:
    """Refused: lineup_changed, when the line-up is not the one whose id somebody saw, 0 for none."""
    if seen not in (UNCHECKED, lineup.pk if lineup else 0):
        text = _("This line-up was named elsewhere in the meantime. Check it before you change it.")
        raise DomainError("lineup_changed", text)


def boards_begun(side: Side) -> list[int]:
    """The boards of a match of two teams that have begun or have a result, in order. Three queries."""
    pairing, entry, opponent = side
    meet = Q(entry_a=entry, entry_b=opponent) | Q(entry_a=opponent, entry_b=entry)
    of = {"pairing": pairing, "voided_at": None}
    matches = PairingMatch.objects.filter(meet, match__started_at__isnull=False, **of)
    slips = Slip.objects.filter(meet, **of).exclude(begun_at=None, closed_at=None)
    two = (entry, opponent)
    results = counting_results().filter(pairing=pairing, loser__in=two).exclude(board=0)
    boards = {
        *matches.values_list("board", flat=True),
        *slips.values_list("board", flat=True),
        *results.values_list("board", flat=True),
    }
    return sorted(boards)
