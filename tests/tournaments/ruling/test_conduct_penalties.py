"""Penalties for conduct: points for the opponent, the match, exclusion from one tournament or from the whole event."""

import pytest

from tests.tournaments.event.making_events import event
from tests.tournaments.making import NOW, entered, entry, join, match_of, pairing, started
from tests.tournaments.timing.timed import score
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import ConductPenalty, Entry, Ruling, Tournament
from tournaments.ruling.services import conduct_penalties
from tournaments.ruling.services.conduct_penalties import ImposeConductPenalty
from tournaments.ruling.services.preview import RulingRequest, preview, rule
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def imposed(of: Tournament, name: object, **what: object) -> Ruling:
    action = ImposeConductPenalty(entry_id=entry(of, name).pk, **what)  # type: ignore[arg-type]
    asked = RulingRequest(by=None, now=NOW, reason="unsporting")
    digest = preview(action, asked).digest
    return rule(action, RulingRequest(by=None, now=NOW, reason="unsporting", confirm=digest))


def test_penalty_points_go_to_the_opponent_at_once() -> None:
    of = started(2)
    join(of, "W1.1")
    imposed(of, 1, kind="points", points=2)
    assert score(of, "W1.1") == {"1": 0, "2": 2}
    assert ConductPenalty.objects.get().points == 2


@pytest.mark.parametrize("points", [0, -1, conduct_penalties.MOST_POINTS + 1])
def test_points_out_of_bounds_are_refused(points: int) -> None:
    of = started(2)
    join(of, "W1.1")
    with pytest.raises(DomainError, match="bad_points"):
        imposed(of, 1, kind="points", points=points)
    assert not ConductPenalty.objects.exists()


def test_a_forfeit_gives_the_match_to_the_opponent() -> None:
    of = started(4)
    imposed(of, 1, kind="forfeit")
    assert pairing(of, "W1.1").winner == entry(of, 4)
    assert match_of(of, "W1.1").is_over
    assert ConductPenalty.objects.get().kind == "forfeit"


def test_who_is_excluded_from_the_event_leaves_its_other_tournaments_too() -> None:
    whole = event("league")
    first, two, apart = entered(4), entered(3), entered(3)
    Tournament.objects.filter(pk__in=[first.pk, two.pk]).update(event=whole)
    bad = entry(first, 1)
    for other in (two, apart):
        entries.add_walk_in(other.pk, by=None, now=NOW, player=bad.player)
    for each in (first, two, apart):
        start(each.pk, by=None, now=NOW, draw_seed="00" * 16)
    imposed(first, 1, kind="exclusion", scope="event")
    made = conduct_penalties.exclude_elsewhere(bad.pk, by=None, now=NOW, reason="unsporting")
    assert [ruling.tournament_id for ruling in made] == [two.pk]
    status = dict(Entry.objects.filter(player=bad.player).values_list("tournament", "status"))
    assert status[first.pk] == status[two.pk] == "disqualified"
    assert status[apart.pk] == "active"
