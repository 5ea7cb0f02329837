"""The preview of the draw is what the start publishes, whatever the format, and it says so where it is not any more."""

import pytest

from tests.tournaments.making import NOW, entered, entry
from tournaments.bracket.selectors.draw_preview import DrawPreview, draw_preview, kept_draws
from tournaments.bracket.services.draw_previews import (
    begin_preview,
    show_draw,
    swap_entries,
    undo_swap,
)
from tournaments.bracket.services.start import start
from tournaments.formats.base import Entrants, EntryRef, Seed, resolve
from tournaments.formats.draw_preview import draw_code, preview_seed
from tournaments.models import Slot, Tournament
from web.errors import DomainError

pytestmark = pytest.mark.django_db
FORMATS = [
    "single_elimination",
    "double_elimination",
    "consolation",
    "swiss",
    "round_robin",
    "groups",
    "quads",
    "lives",
    "continuous_swiss",
]


def seen(of: Tournament) -> DrawPreview:
    preview = draw_preview(Tournament.objects.get(pk=of.pk))
    assert preview is not None
    return preview


def promised(preview: DrawPreview) -> set[tuple[str, tuple[object, object]]]:
    """Key and entries of each pairing of which both sides are known."""
    from_the_draw = (Seed, EntryRef)
    nodes = [
        n
        for n in preview.growth.blueprint.nodes
        if all(isinstance(s, from_the_draw) for s in n.sources)
    ]
    decisions = resolve(nodes, Entrants(preview.order), {}, []).decisions
    return {(node.key, decisions[node.key].slots) for node in nodes}


def drawn(of: Tournament) -> set[tuple[str, tuple[object, object]]]:
    slots = Slot.objects.filter(pairing__stage__tournament=of, source_kind__in=["seed", "entry"])
    rows: dict[str, dict[int, object]] = {}
    for key, side, pk in slots.values_list("pairing__key", "side", "entry"):
        rows.setdefault(key, {})[side] = pk
    return {(key, (two[1], two[2])) for key, two in rows.items() if len(two) == 2}


def without_byes(
    pairs: set[tuple[str, tuple[object, object]]],
) -> set[tuple[str, tuple[object, object]]]:
    return {(key, two) for key, two in pairs if all(isinstance(side, int) for side in two)}


@pytest.mark.parametrize("kind", FORMATS)
def test_what_was_seen_is_what_is_published(kind: str) -> None:
    made = entered(12, format=kind, draw_method="random")
    begin_preview(made.pk, by=made.organizer)
    show_draw(made.pk, by=made.organizer, number=2)
    swap_entries(made.pk, by=made.organizer, first=entry(made, 1).pk, second=entry(made, 9).pk)
    before = seen(made)
    start(made.pk, by=made.organizer, now=NOW, seen=before.mark)
    assert without_byes(promised(before)) <= drawn(made)
    after = Tournament.objects.get(pk=made.pk)
    assert after.draw_seed == before.kept.seed
    assert tuple(after.stages.get(number=1).seed_order) == before.order


@pytest.mark.parametrize("kind", ["single_elimination", "swiss"])
def test_a_swap_exchanges_the_two_and_nobody_else(kind: str) -> None:
    made = entered(8, format=kind, draw_method="random")
    begin_preview(made.pk, by=made.organizer)
    before = dict(promised(seen(made)))
    first, second = entry(made, 1).pk, entry(made, 2).pk
    swap_entries(made.pk, by=made.organizer, first=first, second=second)
    turned: dict[object, object] = {first: second, second: first}
    assert dict(promised(seen(made))) == {
        key: tuple(turned.get(pk, pk) for pk in two) for key, two in before.items()
    }
    undo_swap(made.pk, by=made.organizer)
    assert dict(promised(seen(made))) == before


def test_going_back_shows_the_draw_before_with_its_swaps() -> None:
    made = entered(8, draw_method="random")
    first = begin_preview(made.pk, by=made.organizer)
    swap_entries(made.pk, by=made.organizer, first=entry(made, 1).pk, second=entry(made, 2).pk)
    was = seen(made)
    show_draw(made.pk, by=made.organizer, number=2)
    assert seen(made).order != was.order
    show_draw(made.pk, by=made.organizer, number=1)
    assert seen(made).mark == was.mark
    kept = kept_draws(Tournament.objects.get(pk=made.pk))
    assert kept is not None
    assert (kept.number, kept.last) == (1, 2)
    assert kept.seed == preview_seed(first.first_seed, 1)


def test_a_second_look_shows_the_same_draw() -> None:
    made = entered(8, draw_method="random")
    first = begin_preview(made.pk, by=made.organizer)
    assert begin_preview(made.pk, by=made.organizer) == first


def test_a_draw_that_changed_meanwhile_is_not_published() -> None:
    made = entered(8, draw_method="random")
    begin_preview(made.pk, by=made.organizer)
    mark = seen(made).mark
    made.entries.filter(pk=entry(made, 5).pk).update(status="withdrawn")
    with pytest.raises(DomainError) as refused:
        start(made.pk, by=made.organizer, now=NOW, seen=mark)
    assert refused.value.code == "draw_changed"
    made.refresh_from_db()
    assert (made.status, made.stages.count()) == ("open", 0)


def test_the_start_without_a_preview_draws_by_another_seed_and_without_its_swaps() -> None:
    made = entered(8, draw_method="random")
    kept = begin_preview(made.pk, by=made.organizer)
    swap_entries(made.pk, by=made.organizer, first=entry(made, 1).pk, second=entry(made, 2).pk)
    after = start(made.pk, by=made.organizer, now=NOW)
    assert after.draw_seed != kept.seed
    assert after.draw_preview is None
    assert not after.rulings.exists()


def test_the_record_says_which_draw_counts_and_who_was_swapped() -> None:
    made = entered(8, draw_method="random")
    kept = begin_preview(made.pk, by=made.organizer)
    show_draw(made.pk, by=made.organizer, number=2)
    show_draw(made.pk, by=made.organizer, number=3)
    show_draw(made.pk, by=made.organizer, number=2)
    two = [entry(made, 1).pk, entry(made, 2).pk]
    swap_entries(made.pk, by=made.organizer, first=two[0], second=two[1])
    start(made.pk, by=made.organizer, now=NOW, seen=seen(made).mark)
    (ruling,) = made.rulings.all()
    assert (ruling.verb, ruling.by) == ("start", made.organizer)
    assert ruling.after == {
        "draw": 2,
        "draws": 3,
        "code": draw_code(preview_seed(kept.first_seed, 2)),
        "first_seed": kept.first_seed,
        "swaps": [two],
    }


@pytest.mark.parametrize("number", [0, 3, 100])
def test_a_draw_that_was_never_shown_is_not_shown(number: int) -> None:
    made = entered(4)
    begin_preview(made.pk, by=made.organizer)
    with pytest.raises(DomainError):
        show_draw(made.pk, by=made.organizer, number=number)


def test_swaps_with_strangers_and_with_oneself_are_refused() -> None:
    made, other = entered(4), entered(2)
    begin_preview(made.pk, by=made.organizer)
    own = entry(made, 1).pk
    for second in (own, entry(other, 1).pk, 0):
        with pytest.raises(DomainError) as refused:
            swap_entries(made.pk, by=made.organizer, first=own, second=second)
        assert refused.value.code == "bad_swap"


def test_nothing_is_shown_again_once_it_has_started() -> None:
    made = entered(4)
    begin_preview(made.pk, by=made.organizer)
    start(made.pk, by=made.organizer, now=NOW)
    with pytest.raises(DomainError) as refused:
        show_draw(made.pk, by=made.organizer, number=2)
    assert refused.value.code == "tournament_running"
