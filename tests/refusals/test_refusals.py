"""docs/refusals.md names the code of every refusal, with its status and its sentence."""

from __future__ import annotations

import ast

import pytest

from tests.refusals import raisers
from tests.refusals.page import PAGE, page
from tests.refusals.raisers import Module
from tests.refusals.reading import Reading


@pytest.fixture(scope="module")
def reading() -> Reading:
    return Reading()


def test_the_list_has_every_code_of_the_source(reading: Reading) -> None:
    written = PAGE.read_text()
    missing = [code for code in reading.rows if f"| `{code}` |" not in written]
    assert not missing, "run python -m tests.refusals"
    assert written == page(reading), "run python -m tests.refusals"


def test_no_code_is_computed_where_nobody_can_read_it(reading: Reading) -> None:
    assert not reading.unread, "write the code as a word, or add its table to tests/refusals/tables.py"  # fmt: skip


def test_every_code_has_a_sentence_and_a_status(reading: Reading) -> None:
    assert not [code for code, row in reading.rows.items() if not row.sentences or not all(row.statuses)]  # fmt: skip


def test_codes_are_words(reading: Reading) -> None:
    assert not [code for code in reading.rows if not code.isidentifier() or code != code.lower()]


NEW = """
from web.errors import DomainError, NotFound

TEXTS = {"from_a_table": _("Of a table.")}

def first():
    raise NotFound("written_out", _("Not there: %(name)s.") % {"name": "x"})

def _bad(code, detail):
    return DomainError(code, detail, status=400)

def second(late):
    raise _bad("by_a_helper", "Helped.")
    raise DomainError("if_late" if late else "if_early", "Either.", 422)
    for code, text in TEXTS.items():
        raise DomainError(code, text)
    raise DomainError(compute(), "Computed.")
"""


def test_a_code_is_read_however_it_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    module = Module("new.py", ast.parse(NEW))
    while raisers.learn(module, [module]):
        pass
    monkeypatch.setattr("tests.refusals.reading.modules", lambda: [module])
    monkeypatch.setattr("tests.refusals.reading.tables", lambda: iter(()))
    reading = Reading()
    read = {code: (row.statuses, list(row.sentences)) for code, row in reading.rows.items()}
    assert read == {
        "written_out": ({"404"}, ["Not there: …."]),
        "by_a_helper": ({"400"}, ["Helped."]),
        "if_late": ({"422"}, ["Either."]),
        "if_early": ({"422"}, ["Either."]),
        "from_a_table": ({"409"}, ["Of a table."]),
    }
    assert reading.unread == ["new.py: DomainError(compute(), 'Computed.')"]
