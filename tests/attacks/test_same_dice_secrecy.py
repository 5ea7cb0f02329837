"""Same dice: nobody sees a roll before it is released, nor the seed before all boards are over; no address, file or log line."""

import json
import logging
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from config.logs import configure
from games.engine import dice
from games.engine.shared_dice import RollPlace, shared_roll
from games.models import Action, MatchSeed, SharedDice
from games.selectors import load_match, view_of
from tests.attacks.test_dice_secrecy import body_of, filled, forms, routes, shown
from tests.games.services.same_dice import Group, begun, rolls_of, to_roll
from tests.games.services.tables import Sitting

pytestmark = pytest.mark.django_db


@pytest.fixture
def one_is_over() -> Group:
    """Three boards: the first is over, the second waits for a roll, the third still thinks."""
    made = begun(3, length=3)
    over, waiting, thinking = made.boards
    over.act("A", "concede")
    seat = to_roll(waiting, made)
    while thinking.state.waiting_for != "play":
        made.advance(thinking)
    waiting.act(seat, "roll")
    assert made.release() == 0
    return made


def viewers(made: Group) -> dict[str, User | None]:
    root = User.objects.create_superuser("root", "root@example.org", "a long pass phrase")
    players = {
        name: board.match.seats.get(seat="A").player.user
        for name, board in zip(("over", "waiting", "thinking"), made.boards, strict=True)
    }
    return {"nobody": None, "staff": root, **players}


def client_of(user: User | None) -> Client:
    client = Client(raise_request_exception=False)
    if user is not None:
        client.force_login(user)
    return client


def test_no_address_of_any_board_shows_the_seed_or_computes_a_roll(
    one_is_over: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = one_is_over
    needles = forms(str(made.shared.seed))
    computed: list[str] = []
    original = dice._faces

    def faces(key: bytes, prefix: str) -> Any:
        computed.append(prefix)
        return original(key, prefix)

    monkeypatch.setattr(dice, "_faces", faces)
    answered: set[str] = set()
    for who, user in viewers(made).items():
        client = client_of(user)
        for board in made.boards:
            for route, name in routes():
                if "match_id" not in route:
                    continue
                answer = client.get(filled(route, {"match_id": board.match.pk, "kind": "json"}))
                assert not shown(body_of(answer), needles), (who, route)
                assert not shown(str(answer.headers).encode(), needles), (who, route)
                if answer.status_code == 200:
                    answered.add(name)
    assert computed == []
    assert answered >= {
        "match",
        "dice-certificate",
        "dice-file",
        "api-dice",
        "api-match",
        "api-shared-dice",
        "match-file",
    }


def test_what_the_waiting_board_shows_holds_no_roll_that_is_to_come(one_is_over: Group) -> None:
    """Its rolls are those of its log, and its log has none that was not released."""
    _over, waiting, _thinking = made_boards(one_is_over)
    before = rolls_of(waiting)
    client = client_of(waiting.match.seats.get(seat="A").player.user)
    file = client.get(reverse("dice-file", args=[waiting.match.pk])).json()
    assert [each["dice"] for each in file["epochs"][0]["throws"]] == [roll[2] for roll in before]
    assert file["epochs"][0]["seed"] is None
    view = view_of(load_match(waiting.fresh()), "A", waiting.now)
    assert view["dice"] is None
    shared = one_is_over.fresh()
    reached = RollPlace(shared.released_game, shared.released_number)
    assert waiting.state.next_place > reached
    last = before[-1][2]
    assert list(shared_roll(shared.seed, shared.pk, shared.mix, reached)) == last


def made_boards(made: Group) -> tuple[Sitting, Sitting, Sitting]:
    first, second, third = made.boards
    return first, second, third


def test_what_a_spectator_sees_of_one_board_no_player_of_another_is_denied(
    one_is_over: Group,
) -> None:
    """All rolls that any log has are released, and a board that does not have one of them waits for nothing to get it."""
    made = one_is_over
    _over, waiting, thinking = made_boards(made)
    for _ in range(60):
        seen = {(game, number) for board in made.boards for game, number in _places(board)}
        for board in (waiting, thinking):
            if board.state.outcome is None:
                ahead = [place for place in seen if place >= board.state.next_place]
                assert not ahead, "a board shows a roll that another has still to get"
        board = made.rng.choice([waiting, thinking])
        if not made.advance(board):
            made.release()


def _places(board: Sitting) -> list[tuple[int, int]]:
    places: list[tuple[int, int]] = []
    for game, _kind, _dice in rolls_of(board):
        places.append((game, sum(1 for other, _n in places if other == game) + 1))
    return places


def test_no_page_of_the_staff_shows_the_seed(one_is_over: Group) -> None:
    client = client_of(viewers(one_is_over)["staff"])
    needles = forms(str(one_is_over.shared.seed))
    read = 0
    for model in admin.site._registry:
        base = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        pages = [reverse(f"{base}_changelist")]
        for item in model._default_manager.all()[:3]:
            pages += [reverse(f"{base}_{what}", args=[item.pk]) for what in ("change", "history")]
        for page in pages:
            answer = client.get(page)
            assert not shown(body_of(answer), needles), page
            read += answer.status_code == 200
    seeds = MatchSeed.objects.filter(shared=one_is_over.shared)
    assert [str(seed.seed) for seed in seeds] == ["", "", ""]
    for seed in seeds:
        page = client.get(reverse("admin:games_matchseed_change", args=[seed.pk]))
        assert "sealed" in page.content.decode()
    assert read > 20
    assert SharedDice not in admin.site._registry


def test_no_answer_to_an_action_carries_the_seed_while_another_board_is_on(
    one_is_over: Group,
) -> None:
    needles = forms(str(one_is_over.shared.seed))
    for board in one_is_over.boards[1:]:
        for seat in "AB":
            client = client_of(board.match.seats.get(seat=seat).player.user)
            address = reverse("api-actions", args=[board.match.pk])
            for kind in ("roll", "double", "play", "ready", "nonsense"):
                answer = client.post(address, json.dumps({"kind": kind}), "application/json")
                assert not shown(answer.content, needles), kind
    waiting = one_is_over.boards[1]
    client = client_of(waiting.match.seats.get(seat="A").player.user)
    answer = client.post(
        reverse("api-actions", args=[waiting.match.pk]),
        json.dumps({"kind": "concede"}),
        "application/json",
    )
    assert answer.status_code in (200, 201), answer.content
    assert not shown(answer.content, needles)
    assert Action.objects.filter(match=waiting.match, kind="concede").exists()


def test_the_seed_is_in_no_log_line_at_any_level(caplog: pytest.LogCaptureFixture) -> None:
    """With every statement recorded, too: they carry values."""
    configure({"format": "json", "level": "DEBUG"})
    caplog.set_level(logging.DEBUG)
    connection.force_debug_cursor = True
    try:
        made = begun(2)
        for _ in range(12):
            if not made.advance(made.rng.choice(made.boards)):
                made.release()
    finally:
        connection.force_debug_cursor = False
        configure({"format": "console", "level": "INFO"})
    written = "\n".join([caplog.text, *(str(vars(record)) for record in caplog.records)])
    assert not shown(written.encode(), forms(str(made.shared.seed)))


def test_what_holds_the_seed_does_not_print_it(one_is_over: Group) -> None:
    shared = SharedDice.objects.get(pk=one_is_over.shared.pk)
    for holder in (shared, [shared.seed], vars(shared)):
        assert not shown(repr(holder).encode(), forms(str(shared.seed)))


def test_a_spectator_who_sees_it_late_hears_nothing_of_the_other_tables() -> None:
    made = begun(2, spectator_delay_s=600)
    board = made.boards[0]
    board.match.last_at = timezone.now()
    board.match.save(update_fields=["last_at"])
    address = reverse("api-shared-dice", args=[board.match.pk])
    assert Client().get(address).status_code == 404
    assert client_of(board.match.seats.get(seat="A").player.user).get(address).status_code == 200
