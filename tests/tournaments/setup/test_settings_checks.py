"""What could not be played is refused when it is said: each with a code of its own and a sentence."""

from typing import Any

import pytest

from accounts.models import User
from tests.tournaments.making import director
from tournaments.formats.plans import LARGEST
from tournaments.models import Tournament
from tournaments.setup.services import lifecycle
from web.errors import DomainError

pytestmark = pytest.mark.django_db
TOP = {"cut": "top", "n": 8}


@pytest.fixture
def boss() -> User:
    return director()


def made(boss: User, **settings: Any) -> Tournament:
    return lifecycle.create(organizer=boss, name="T", **settings)


def refusal(boss: User, **settings: Any) -> DomainError:
    with pytest.raises(DomainError) as error:
        made(boss, **settings)
    assert error.value.status == 400
    assert error.value.detail.endswith(".")
    assert not Tournament.objects.exists()
    return error.value


def stage(**settings: Any) -> dict[str, Any]:
    return {"format": "single_elimination", "take": TOP} | settings


def swiss_and(*later: Any, **settings: Any) -> dict[str, Any]:
    return {"format": "swiss", "options": {"rounds": 5}, "later_stages": list(later)} | settings


@pytest.mark.parametrize("stages", [
    [stage()],
    [stage(take={"cut": "wins", "n": 4})],
    [stage(take={"cut": "survivors"})],
    [stage(), stage(format="round_robin", take={"cut": "top", "n": 4})],
    [stage(lengths=[9, 7], clock={"preset": "fast"}, draw_method="random", options={"third_place": True})],
    [{"format": "groups", "take": {"cut": "top", "n": 12}}, stage(take={"cut": "top_of_group", "n": 2})],
])  # fmt: skip
def test_chains_that_can_be_played_are_taken(boss: User, stages: list[Any]) -> None:
    of = made(boss, **swiss_and(*stages, entry_limit=16))
    assert of.agreed["later_stages"] == stages


@pytest.mark.parametrize(
    ("stages", "code"),
    [
        ("a knockout", "bad_stage"),
        (["a knockout"], "bad_stage"),
        ([{"take": TOP}], "bad_stage"),
        ([stage(colour="red")], "bad_stage"),
        ([stage(draw_method="manual")], "bad_stage"),
        ([stage(seeded_top=0)], "bad_seeded_top"),
        ([stage(format="beauty")], "unknown_format"),
        ([stage(format=["swiss"])], "unknown_format"),
        ([stage(options={"rounds": 3})], "bad_options"),
        ([stage(options="none")], "bad_options"),
        ([stage(lengths=[0])], "bad_lengths"),
        ([stage(lengths="7")], "bad_lengths"),
        ([stage(clock={"kind": "simple"})], "bad_clock"),
        ([stage(clock="fast")], "bad_clock"),
        ([stage(rules={"crawford": "maybe"})], "bad_rules"),
        ([stage(take=None)], "bad_take"),
        ([stage(take={"cut": "beauty", "n": 4})], "bad_take"),
        ([stage(take={"cut": "top"})], "bad_take"),
        ([stage(take={"cut": "top", "n": 0})], "bad_take"),
        ([stage(take={"cut": "top", "n": 1})], "bad_take"),
        ([stage(take={"cut": "top", "n": "8"})], "bad_take"),
        ([stage(take={"cut": "top", "n": 8, "colour": "red"})], "bad_take"),
        ([stage(take={"cut": "top_of_group", "n": 2})], "bad_take"),
        ([stage(), stage(take={"cut": "top", "n": 3})], "bad_take"),
        ([stage(), stage(take={"cut": "survivors"})], "bad_take"),
        ([stage()] * 5, "bad_stage"),
    ],
    ids=str,
)
def test_chains_that_cannot_be_played_are_refused(boss: User, stages: Any, code: str) -> None:
    assert refusal(boss, **(swiss_and() | {"later_stages": stages})).code == code


def test_the_best_eight_of_six_cannot_go_on(boss: User) -> None:
    detail = refusal(boss, **swiss_and(stage(), entry_limit=6)).detail
    assert detail == "Too many qualifiers: 8 of 6."
    made(boss, **swiss_and(stage(), entry_limit=None))


def test_groups_have_to_be_as_large_as_the_cut(boss: User) -> None:
    cut = {"cut": "top_of_group", "n": 4}
    settings = {"format": "groups", "later_stages": [stage(take=cut)], "entry_limit": 13}
    assert "3 of" not in (detail := refusal(boss, **settings).detail)
    assert detail == "The groups are too small. Qualifiers per group: 4. Entries: 13. Groups: 4."
    made(boss, **(settings | {"entry_limit": 16}))


def test_a_later_cut_counts_who_can_have_come_so_far(boss: User) -> None:
    second = stage(format="swiss", take={"cut": "top", "n": 6})
    detail = refusal(boss, **swiss_and(second, stage(), entry_limit=32)).detail
    assert detail == "Too many qualifiers: 8 of 6."


@pytest.mark.parametrize("format_", sorted(LARGEST))
def test_every_format_has_its_own_largest_field(boss: User, format_: str) -> None:
    most = LARGEST[format_]
    assert refusal(boss, format=format_, entry_limit=most + 1).code == "bad_entry_limit"
    assert refusal(boss, format=format_, seeded_top=most + 1).code == "bad_seeded_top"
    assert made(boss, format=format_, entry_limit=most).entry_limit == most


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"special_terms": {}}, "bad_special_terms"),
        ({"special_terms": [5]}, "bad_special_terms"),
        ({"special_terms": [{}]}, "bad_special_terms"),
        ({"special_terms": [{"section": "main"}]}, "bad_special_terms"),
        ({"special_terms": [{"stage": 2, "length": 5}]}, "bad_special_terms"),
        ({"special_terms": [{"section": 5, "length": 5}]}, "bad_special_terms"),
        ({"special_terms": [{"from_end": -1, "length": 5}]}, "bad_special_terms"),
        ({"special_terms": [{"length": 5}] * 41}, "bad_special_terms"),
        ({"special_terms": [{"length": 100}]}, "bad_lengths"),
        ({"special_terms": [{"clock": {"preset": "sundial"}}]}, "unknown_preset"),
        ({"special_terms": [{"clock": "fast"}]}, "bad_clock"),
        ({"special_terms": [{"rules": {"crawford": 3}}]}, "bad_rules"),
        ({"tie_breaks": "lot"}, "bad_tie_breaks"),
        ({"tie_breaks": ["beauty"]}, "bad_tie_breaks"),
        ({"tie_breaks": ["lot", "lot"]}, "bad_tie_breaks"),
        ({"tie_breaks": [[]]}, "bad_tie_breaks"),
        ({"apart": ["hair"]}, "bad_apart"),
        ({"apart": ["club", "club"]}, "bad_apart"),
        ({"entry_kind": "crowd"}, "bad_entry_kind"),
        ({"entry_kind": "team"}, "bad_boards"),
        ({"entry_kind": "team", "boards": 2}, "bad_boards"),
        ({"entry_kind": "doubles", "boards": 3}, "bad_boards"),
        ({"boards": 3}, "bad_boards"),
        ({"pay_table": {}}, "bad_pay_table"),
        ({"pay_table": ["1: 50"]}, "bad_pay_table"),
        ({"pay_table": [{"place": 1, "share": 50}]}, "bad_pay_table"),
        ({"pay_table": [{"section": "main", "place": 0, "share": 50}]}, "bad_pay_table"),
        ({"pay_table": [{"section": "main", "place": 1, "share": 0}]}, "bad_pay_table"),
        ({"pay_table": [{"section": "main", "place": 1, "share": 101}]}, "bad_pay_table"),
        ({"pay_table": [{"section": "main", "place": 1, "share": float("nan")}]}, "bad_pay_table"),
    ],
    ids=str,
)
def test_terms_that_make_no_sense_are_refused(
    boss: User, settings: dict[str, Any], code: str
) -> None:
    assert refusal(boss, **settings).code == code


def test_a_pay_table_gives_away_a_hundred_per_cent_at_most_and_each_place_once(boss: User) -> None:
    def table(*lines: tuple[str, int, float]) -> list[dict[str, Any]]:
        return [{"section": s, "place": p, "share": share} for s, p, share in lines]

    over = table(("main", 1, 60), ("consolation", 1, 41))
    assert "100" in refusal(boss, pay_table=over).detail
    twice = table(("main", 1, 10), ("main", 1, 20))
    assert "twice" in refusal(boss, pay_table=twice).detail
    made(boss, pay_table=table(("main", 1, 33.3), ("main", 2, 33.3), ("main", 3, 33.4)))


def test_what_is_agreed_is_frozen_at_the_start_but_for_late_entry_and_the_prize_money(
    boss: User,
) -> None:
    of = made(boss)
    Tournament.objects.filter(pk=of.pk).update(card=of.agreed, status="running")
    for changes in (
        {"format": "swiss"}, {"later_stages": [stage()]}, {"tie_breaks": ["lot"]},
        {"special_terms": [{"length": 5}]}, {"entry_kind": "doubles"}, {"apart": ["club"]},
        {"publishes": True}, {"reentries": 1}, {"pay_table": [{"section": "main", "place": 1, "share": 50}]},
    ):  # fmt: skip
        with pytest.raises(DomainError) as error:
            lifecycle.change(of.pk, by=boss, **changes)
        assert error.value.code == "card_frozen"
    changed = lifecycle.change(of.pk, by=boss, late_entry=False, prize_pool=300)
    assert (changed.late_entry, changed.prize_pool) == (False, 300)
