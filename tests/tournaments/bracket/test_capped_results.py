"""Points beyond the match length count nowhere (R9.1): a match to 3 won 4–0 is a 3–0, however its score came in."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from games.models import Match
from games.services.rulings import score as set_score
from games.services.verify import verify
from tests.tournaments.bracket.test_session_stages import ROUND_ROBIN, scored
from tests.tournaments.exchange.test_import import bring, look, take
from tests.tournaments.making import NOW, join, match_of, pairing, started
from tests.tournaments.venue.room import on_board, slip
from tournaments.bracket.selectors.bracket import bracket_view
from tournaments.bracket.selectors.standings import standing_rows
from tournaments.bracket.services.advancement import advance
from tournaments.exchange.selectors.exports import TABLES
from tournaments.models import Pairing, Result, Tournament
from tournaments.venue.services.claims import Reporter
from tournaments.venue.services.score_sheets import GameScore, add_game
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def won_by_4(of: Tournament, key: str = "R1.1") -> Match:
    """Somebody wins 4–0 in a match to 3."""
    join(of, key)
    match = match_of(of, key)
    set_score(match.pk, score={"A": 4, "B": 0}, by=None, reason="gammon", now=NOW)
    advance(of.pk, NOW)
    match.refresh_from_db()
    return match


def shown(of: Tournament, key: str = "R1.1") -> list[int | None]:
    rounds = bracket_view(of, AnonymousUser())
    return [slot.score for r in rounds for p in r.pairings if p.key == key for slot in p.slots]


def kept(of: Tournament, key: str = "R1.1") -> list[int]:
    return sorted(_standing(pairing(of, key)).score.values())


def _standing(pairing: Pairing) -> Result:
    return pairing.results.get(superseded_by=None)


def test_a_match_won_4_0_counts_as_3_0_everywhere(client: Client) -> None:
    of = started(4, format="round_robin", tie_breaks=["points_ratio", "points_difference"])
    match = won_by_4(of)
    assert verify(match.pk) == []
    assert (kept(of), sorted(shown(of))) == ([0, 3], [0, 3])
    rows = {row.points: row for row in standing_rows(of) if row.played}
    assert (rows[1].match_points, rows[0].match_points) == ((3, 0), (0, 3))
    assert [row.tie_breaks["points_difference"] for row in (rows[1], rows[0])] == [3, -3]
    _head, lines = TABLES["results"]
    (line,) = [row for row in lines(of) if pairing(of, "R1.1").key in map(str, row)]
    assert {"3", "0"} <= {str(cell) for cell in line}
    page = client.get(reverse("tournament", args=[of.slug])).content.decode()
    assert "4 – 0" not in page


def test_a_typed_score_counts_up_to_the_length() -> None:
    of = started(4, format="round_robin")
    item = pairing(of, "R1.1")
    scored(of, item, (7, 2))
    assert kept(of) == [2, 3]
    with pytest.raises(DomainError, match="bad_score"):
        scored(of, pairing(of, "R1.2"), (4, 3))


def test_an_imported_score_counts_up_to_the_length() -> None:
    of = started(4)
    boss = of.organizer
    run = look(of, boss, bring(of, boss, "pairing,winner,score\nW1.1,1,4-1\n", "results"))
    take(of, boss, bring(of, boss, "pairing,winner,score\nW1.1,1,4-1\n", "results"))
    assert [line.state for line in run.lines] == ["set"]
    assert kept(of, "W1.1") == [1, 3]
    bad = look(of, boss, bring(of, boss, "pairing,winner,score\nW1.2,2,5-4\n", "results"))
    assert [(line.state, line.column) for line in bad.lines] == [("bad", "score_1")]


def test_a_score_sheet_counts_up_to_the_length() -> None:
    of = on_board(2)
    item = slip(of, "W1.1")
    who = Reporter(item.entry_a_id, with_slip=True)
    sheet = add_game(item.pk, who, GameScore(item.entry_a_id, worth=2, cube=2), number=1, now=NOW)
    assert (sheet.score, sheet.games[0].score, sheet.over) == ((3, 0), (3, 0), True)


def test_a_session_is_not_capped() -> None:
    of = started(4, **ROUND_ROBIN)
    scored(of, pairing(of, "R1.1"), (12, 1))
    assert kept(of) == [1, 12]
    assert max(row.points for row in standing_rows(of)) == 12


def test_the_migrations_cap_what_was_stored_before() -> None:
    of = started(4, format="round_robin")
    match = won_by_4(of)
    result = _standing(pairing(of, "R1.1"))
    Match.objects.filter(pk=match.pk).update(score_a=4)
    result.score = {who: 4 * (points > 0) for who, points in result.score.items()}
    result.save()
    session = started(4, **ROUND_ROBIN)
    scored(session, pairing(session, "R1.1"), (12, 1))
    of.refresh_from_db()
    before = of.version
    _cap("games.migrations.0010_capped_scores")
    _cap("tournaments.migrations.0020_capped_results")
    of.refresh_from_db()
    assert (kept(of), kept(session)) == ([0, 3], [1, 12])
    assert of.version > before
    assert verify(match.pk) == []


def _cap(module: str) -> Any:
    return import_module(module).cap(apps, None)
