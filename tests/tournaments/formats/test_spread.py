"""T2.3: entries that share a label share as few groups and quads as can be, and the draw can be repeated."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations
from random import Random

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.apart import set_apart
from tournaments.formats.draw import shuffled
from tournaments.formats.groups import snake
from tournaments.formats.quads import quads
from tournaments.formats.registry import FORMATS
from tournaments.formats.spread import spread

SEEDS = st.binary(min_size=32, max_size=32).map(bytes.hex)
Labels = dict[int, frozenset[str]]
Parts = Sequence[Sequence[int]]


def clubs(n: int, number: int) -> Labels:
    """As many of each club as of every other."""
    return {entry: frozenset({f"club{entry % number}"}) for entry in range(1, n + 1)}


def parts_of(shape: str, n: int, groups: int) -> Parts:
    return quads(n) if shape == "quads" else snake(n, groups)


def clashes(order: Sequence[int], labels: Labels, parts: Parts) -> int:
    """Pairs in one part that share a label, counted pair by pair."""
    none: frozenset[str] = frozenset()
    return sum(
        len(labels.get(order[a - 1], none) & labels.get(order[b - 1], none))
        for part in parts
        for a, b in combinations(part, 2)
    )


@pytest.mark.parametrize("seed", [f"{n:02x}" * 32 for n in range(12)])
@pytest.mark.parametrize(
    ("shape", "n", "groups", "number", "least"),
    [
        ("groups", 12, 3, 3, 3),
        ("groups", 12, 3, 4, 0),
        ("groups", 20, 5, 5, 0),
        ("groups", 16, 4, 4, 0),
        ("groups", 30, 7, 6, 0),
        ("quads", 24, 6, 6, 0),
        ("quads", 16, 4, 4, 0),
        ("quads", 22, 6, 5, 0),
    ],
)
def test_clubs_of_one_size_have_the_least_clashes(
    shape: str, n: int, groups: int, number: int, least: int, seed: str
) -> None:
    labels, parts = clubs(n, number), parts_of(shape, n, groups)
    drawn = spread(shuffled(range(1, n + 1), seed), labels, parts, 0, seed)
    assert clashes(drawn, labels, parts) == least


def fewest(order: Sequence[int], labels: Labels, parts: Parts, front: int) -> int:
    """The least there is, over all ways to fill the parts with the seeded where they are."""
    members: list[list[int]] = [[order[s - 1] for s in part if s <= front] for part in parts]
    room = [len(part) for part in parts]
    best = [clashes(order, labels, parts)]

    def fill(index: int, so_far: int) -> None:
        if so_far >= best[0]:
            return
        if index == len(order):
            best[0] = so_far
            return
        for number, part in enumerate(members):
            if len(part) < room[number]:
                more = sum(len(labels[e] & labels[order[index]]) for e in part)
                part.append(order[index])
                fill(index + 1, so_far + more)
                part.pop()

    first = [[order[s - 1] for s in part if s <= front] for part in parts]
    fill(front, sum(len(labels[a] & labels[b]) for p in first for a, b in combinations(p, 2)))
    return best[0]


@given(st.integers(2, 8), st.integers(1, 3), SEEDS, st.data())
def test_no_other_way_to_fill_the_groups_has_fewer_clashes(
    n: int, groups: int, seed: str, data: st.DataObject
) -> None:
    parts = snake(n, min(groups, n)) if data.draw(st.booleans()) else quads(n)
    front = data.draw(st.integers(0, n))
    own = st.frozensets(st.sampled_from(["club1", "club2", "club3", "country1"]), max_size=2)
    order = list(range(1, n + 1))
    labels = {entry: data.draw(own) for entry in order}
    drawn = spread(order, labels, parts, front, seed)
    assert sorted(drawn) == order
    assert drawn[:front] == order[:front]
    assert clashes(drawn, labels, parts) == fewest(order, labels, parts, front)


def least_by_flow(order: Sequence[int], labels: Labels, parts: Parts, front: int) -> int:
    """The least there is with one label each, as a minimum-cost flow of clubs into groups."""
    part_of = {order[s - 1]: p for p, part in enumerate(parts) for s in part}
    club = {entry: next(iter(labels[entry]), "") for entry in order}
    there = Counter((club[e], part_of[e]) for e in order[:front] if club[e])
    waiting = Counter(club[e] for e in order[front:])
    room = Counter(part_of[e] for e in order[front:])
    graph = networkx.DiGraph()
    for name, number in waiting.items():
        graph.add_node(("club", name), demand=-number)
        for part in room:
            for k in range(number):
                step = ("step", name, part, k)
                cost = there[name, part] + k if name else 0
                graph.add_edge(("club", name), step, capacity=1, weight=cost)
                graph.add_edge(step, ("part", part), capacity=1)
    for part, number in room.items():
        graph.add_node(("part", part), demand=number)
    costs = networkx.min_cost_flow_cost(graph) if waiting else 0
    return int(costs) + sum(k * (k - 1) // 2 for k in there.values())


@pytest.mark.parametrize("number", range(40))
def test_with_one_label_each_a_flow_finds_no_better_draw(number: int) -> None:
    luck = Random(number)
    n = luck.randint(10, 40)
    parts = snake(n, luck.randint(2, n // 3)) if luck.random() < 0.7 else quads(n)
    order = shuffled(range(1, n + 1), f"{number:064x}")
    names = [f"club{luck.randint(1, 8) ** 2}" for _ in order]
    labels = {e: frozenset({names[i]} if luck.random() < 0.8 else ()) for i, e in enumerate(order)}
    front = luck.choice([0, n // 4, n // 2])
    drawn = spread(order, labels, parts, front, f"{number:064x}")
    assert clashes(drawn, labels, parts) == least_by_flow(order, labels, parts, front)


def test_the_draw_stays_a_draw() -> None:
    """Of twelve players of four clubs in three groups, everybody comes to every group equally often."""
    labels, parts = clubs(12, 4), snake(12, 3)
    where: dict[int, Counter[int]] = defaultdict(Counter)
    for number in range(600):
        seed = f"{number:064x}"
        drawn = spread(shuffled(range(1, 13), seed), labels, parts, 0, seed)
        for part, seeds in enumerate(parts):
            for s in seeds:
                where[drawn[s - 1]][part] += 1
    assert all(150 < times < 250 for counted in where.values() for times in counted.values())


def test_without_labels_the_draw_stays_as_it_is() -> None:
    order = shuffled(range(1, 17), "2a" * 32)
    assert spread(order, {}, snake(16, 4), 0, "2a" * 32) == order


def test_the_same_seed_gives_the_same_draw() -> None:
    labels, parts = clubs(20, 5), snake(20, 5)
    order = shuffled(range(1, 21), "2a" * 32)
    drawn = spread(order, labels, parts, 0, "2a" * 32)
    assert drawn == spread(order, labels, parts, 0, "2a" * 32)
    assert drawn != set_apart(order, labels, 0, "2a" * 32)


def test_only_groups_and_quads_have_parts() -> None:
    assert {name for name, chosen in FORMATS.items() if chosen.parts} == {"groups", "quads"}
