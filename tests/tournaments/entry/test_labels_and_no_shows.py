"""Who is kept apart (T2.3) and two who do not come (T9.4, X6), in every format."""

from typing import Any

import pytest

from tests.tournaments.making import NOW, SEED, director, entered, entry, pairing, shown, started
from tests.tournaments.ruling import rulings
from tournaments.bracket.services import advancement
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.formats.registry import FORMATS
from tournaments.models import Entry, Pairing, Stage, Tournament
from web.errors import DomainError

pytestmark = pytest.mark.django_db
TABLES = ("round_robin", "groups", "quads")


def with_clubs(n: int, **settings: Any) -> Tournament:
    """Entries 1 … n; the first two are of one club."""
    made = entered(n, apart=["club"], draw_method="random", **settings)
    for name in (1, 2):
        entries.set_labels(entry(made, name).pk, by=made.organizer, club="Owls", family="")
    return made


@pytest.mark.parametrize("format", ["single_elimination", "double_elimination"])
@pytest.mark.parametrize("seed", [f"{n:02x}" * 32 for n in range(6)])
def test_two_of_a_club_meet_in_the_final_at_the_earliest(format: str, seed: str) -> None:
    made = start(with_clubs(8, format=format).pk, by=None, now=NOW, draw_seed=seed)
    halves = []
    for name in ("1", "2"):
        key = entry(made, name).slots.get(pairing__key__startswith="W1.").pairing.key
        halves.append((int(key[3:]) - 1) // 2)
    assert halves[0] != halves[1]


@pytest.mark.parametrize("seed", [f"{n:02x}" * 32 for n in range(6)])
def test_two_of_a_club_are_not_paired_in_a_swiss_round(seed: str) -> None:
    made = with_clubs(4, format="swiss", options={"rounds": 2})
    made = start(made.pk, by=None, now=NOW, draw_seed=seed)
    pairs = {
        frozenset(p.slots.values_list("entry__player__name", flat=True))
        for p in Pairing.objects.filter(stage__tournament=made)
    }
    assert frozenset({"1", "2"}) not in pairs


@pytest.mark.parametrize("seed", [f"{n:02x}" * 32 for n in range(3)])
@pytest.mark.parametrize(
    ("n", "clubs", "settings", "least"),
    [
        (12, 3, {"format": "groups", "options": {"groups": 3}}, 3),
        (12, 4, {"format": "groups", "options": {"groups": 3}}, 0),
        (16, 4, {"format": "quads"}, 0),
    ],
)
def test_clubs_share_groups_and_quads_as_rarely_as_can_be(
    n: int, clubs: int, settings: dict[str, Any], least: int, seed: str
) -> None:
    made = entered(n, apart=["club"], draw_method="random", **settings)
    club = {row.pk: k % clubs for k, row in enumerate(made.entries.order_by("pk"))}
    for pk, number in club.items():
        Entry.objects.filter(pk=pk).update(club=f"Club {number}")
    made = start(made.pk, by=None, now=NOW, draw_seed=seed)
    mates = 0
    for drawn in Pairing.objects.filter(stage__tournament=made):
        both = drawn.slots.values_list("entry", flat=True)
        mates += len({club[entry] for entry in both if entry}) < len([e for e in both if e])
    assert mates == least


def test_a_family_is_kept_apart_where_that_is_agreed() -> None:
    made = entered(4, apart=["family"], draw_method="random")
    for name in (1, 2):
        entries.set_labels(entry(made, name).pk, by=None, club="", family=" Okafor ")
    made = start(made.pk, by=None, now=NOW, draw_seed=SEED)
    assert {shown(made, "W1.1"), shown(made, "W1.2")}.isdisjoint({"1 2", "2 1"})
    assert entry(made, 1).family == "Okafor"


def test_only_directors_set_labels() -> None:
    made = entered(2)
    with pytest.raises(DomainError) as error:
        entries.set_labels(entry(made, 1).pk, by=director(), club="Owls", family="")
    assert error.value.code == "not_a_director"


def test_x6_the_next_opponent_has_a_bye_when_both_are_absent() -> None:
    made = started(8)
    both_absent(made, "W1.2")
    assert shown(made, "W2.1") == "? –"
    assert pairing(made, "W1.2").outcome == "double_forfeit"


def both_absent(of: Tournament, key: str) -> None:
    row = pairing(of, key)
    both = list(row.slots.values_list("entry", flat=True))
    rulings.forfeit(row.pk, by=of.organizer, losers=both, now=NOW, reason="absent")


@pytest.mark.parametrize("format", sorted(FORMATS))
def test_x6_a_double_forfeit_holds_nothing_up(format: str) -> None:
    """Whatever the format: both lose, nobody waits for them, and it goes on to its end."""
    made = started(8, format=format, options={"rounds": 3} if format == "swiss" else {})
    stage = Stage.objects.get(tournament=made)
    first = stage.pairings.filter(outcome="").order_by("id").first()
    absent = set(first.slots.values_list("entry", flat=True))
    both_absent(made, first.key)
    for _round in range(60):
        made.refresh_from_db()
        if made.status == Tournament.Status.FINISHED:
            break
        for row in stage.pairings.filter(outcome="", voided_at=None):
            sides = list(row.slots.order_by("side").values_list("entry", flat=True))
            if None not in sides:
                loser = next((entry for entry in sides if entry in absent), sides[1])
                rulings.forfeit(row.pk, by=made.organizer, losers=[loser], now=NOW, reason="x")
                break
    assert made.status == Tournament.Status.FINISHED
    first.refresh_from_db()
    assert first.outcome == "double_forfeit"
    assert made.champion_id not in absent
    assert Entry.objects.filter(tournament=made, status="active").count() == 8
    assert advancement.recompute(made.pk, NOW).is_nothing
