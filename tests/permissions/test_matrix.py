"""Who may do what, everywhere: every address × method × thing, asked by nine people, against the reviewed matrix.txt."""

import logging
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.template.backends.django import Template
from drf_spectacular.generators import SchemaGenerator

from games import share_image
from tests.permissions.asking import Visitors, asked_by_all
from tests.permissions.table import line, read, written
from tests.permissions.world import ROLES, World
from tests.tournaments.making import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def _only_the_right(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No page is drawn, no schema written out, no refusal logged: whether somebody is let in is decided before."""
    monkeypatch.setattr(Template, "render", lambda *_args, **_more: "")
    monkeypatch.setattr(share_image, "png", lambda _drawing: b"")
    monkeypatch.setattr(SchemaGenerator, "get_schema", lambda *_args, **_more: {})
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.sqlite  # rights do not depend on the database, and one run takes half a minute
@pytest.mark.usefixtures("_only_the_right")
def test_everybody_may_do_what_the_reviewed_table_says_and_nothing_else() -> None:
    visitors = Visitors()
    with time_machine.travel(NOW + timedelta(seconds=30), tick=False):
        result = asked_by_all(World(visitors.enter), visitors)
    table = read()
    other = {key: answers for key, answers in result.items() if table.get(key) != answers}
    gone = table.keys() - result.keys()
    text = "\n".join([line(("", "", ""), ROLES), *written(other)])
    assert not other, f"judge these lines, then put them into matrix.txt:\n{text}"
    assert not gone, f"these lead nowhere any more: {sorted(gone)}"
