"""A table on a running site, in both shapes: actions in, events out, and nothing lost by a restart."""

import signal
from collections.abc import Callable

import pytest

from tests.services.topology import Embedded, Site
from tests.services.two_players import TwoPlayers, sequence_numbers

pytestmark = pytest.mark.e2e


def test_what_one_plays_the_other_sees_in_order(site: Site) -> None:
    table = TwoPlayers(site)
    stream = table.stream("B")
    table.sit_down()
    for _ in range(4):
        last = table.advance()["seq"]
    assert sequence_numbers(stream, last) == list(range(1, last + 1))


def test_a_match_in_play_goes_on_after_a_restart(site: Site) -> None:
    table = TwoPlayers(site)
    table.sit_down()
    before = table.advance()
    serving = "site" if "site" in site.processes else "live"
    site.kill(serving)
    site.restart(serving)
    after = table.view("A")
    assert (after["seq"], after["board"]) == (before["seq"], table.view("B")["board"])
    assert table.advance()["seq"] > before["seq"]


@pytest.mark.parametrize("sig", [signal.SIGINT, signal.SIGTERM])
def test_open_streams_do_not_hold_the_server(
    topology: Callable[..., Site], sig: signal.Signals
) -> None:
    site = topology("embedded")
    assert isinstance(site, Embedded)
    table = TwoPlayers(site)
    streams = [table.stream(seat) for seat in "ABAB"]
    assert site.processes["site"].stop(sig) < 5
    assert site.processes["site"].child.returncode == 0
    for stream in streams:
        stream.read()
