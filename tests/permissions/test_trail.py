"""Whatever staff do by their rank leaves a line: every address of the reviewed table at which they write something and
a player who has no role there does not."""

import logging
from datetime import timedelta

import pytest
import time_machine

from accounts.models import AuditLine
from tests.permissions.asked import body, routes
from tests.permissions.asking import Visitors
from tests.permissions.table import read
from tests.permissions.world import ROLES, World
from tests.tournaments.making import NOW

pytestmark = pytest.mark.django_db
# Anybody joins a club for themselves; in the table `other` is a member already.
FOR_THEMSELVES = {"/clubs/<slug:slug>/join/", "/api/v1/clubs/<slug:slug>/membership"}


@pytest.mark.sqlite  # which address writes a line does not depend on the database
def test_every_address_at_which_staff_write_something_leaves_a_line() -> None:
    table, visitors = read(), Visitors()
    silent, spoken = [], 0
    staff, anybody = ROLES.index("staff"), ROLES.index("other")
    logging.disable(logging.CRITICAL)
    with time_machine.travel(NOW + timedelta(seconds=30), tick=False):
        world = World(visitors.enter)
        for route in (each for each in routes() if each.address not in FOR_THEMSELVES):
            for thing in route.targets:
                for method in set(route.methods) - {"GET"}:
                    key = (method, route.address, thing)
                    answers = table[key]
                    if answers[staff] != "did" or answers[anybody] == "did":
                        continue
                    values = world.row_of(thing) if "." in thing else world.targets[thing]
                    sent = body(route, method, values)
                    if visitors.lines(method, route.path(values), **sent):
                        spoken += 1
                    else:
                        silent.append(key)
    logging.disable(logging.NOTSET)
    assert silent == []
    assert spoken > 40
    assert not AuditLine.objects.filter(what="staff.acted").exists()  # each was thrown away again
