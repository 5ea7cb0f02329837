"""Teams and pairs for tests: team "1" has the players 1a, 1b, 1c …, the first is its captain."""

from tests.tournaments.making import NOW, SEED, nobody, tournament
from tournaments.bracket.services import advancement
from tournaments.bracket.services.start import start
from tournaments.entry.services import teams
from tournaments.models import Entry, PairingMatch, Tournament


def team(of: Tournament, name: object, players: int) -> Entry:
    members = [nobody(f"{name}{'abcdefghi'[k]}") for k in range(players)]
    return teams.add_team(of.pk, by=None, name=str(name), members=members, now=NOW)


def with_teams(n: int, *, boards: int = 3, reserves: int = 0, **settings: object) -> Tournament:
    made = tournament(entry_kind="team", boards=boards, **settings)
    for name in range(1, n + 1):
        team(made, name, boards + reserves)
    return made


def with_pairs(n: int, **settings: object) -> Tournament:
    made = tournament(entry_kind="doubles", **settings)
    for name in range(1, n + 1):
        team(made, f"P{name}", 2)
    return made


def begun(of: Tournament) -> Tournament:
    return start(of.pk, by=None, now=NOW, draw_seed=SEED)


def boards_of(of: Tournament, key: str) -> list[PairingMatch]:
    """The matches that stand for a pairing, board by board."""
    rows = PairingMatch.objects.filter(
        pairing__stage__tournament=of, pairing__key=key, voided_at=None
    )
    return list(rows.select_related("match").order_by("board"))


def settle(of: Tournament) -> None:
    advancement.advance(of.pk, NOW)
