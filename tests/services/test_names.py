"""The check of names notices a repeated class, a filler as a name and a male pronoun, each in made-up code."""

import pytest

from tests.services import names


def test_a_class_name_that_two_applications_define_is_noticed() -> None:
    sources = {"games/table.py": "class Seat: ...\n", "tournaments/hall.py": "\nclass Seat: ...\n"}
    assert list(names.repeated_classes(sources)) == [
        "games/table.py:1: class Seat",
        "tournaments/hall.py:2: class Seat",
    ]


def test_private_classes_helpers_of_tests_and_names_that_django_gives_may_repeat() -> None:
    classes = "class _Row: ...\nclass Command: ...\n"
    helper = "class Helper: ...\n"
    sources = {"games/a.py": classes, "web/b.py": classes + helper, "tests/c.py": helper}
    assert list(names.repeated_classes(sources)) == []


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("told = 1", "told"),
        ("Found = dict[str, int]", "Found"),
        ("row.held = 1", "held"),
        ("def said(): ...", "said"),
        ("async def _said(): ...", "_said"),
        ("class One: ...", "One"),
        ("import json as found", "found"),
        ("lambda one: 1", "one"),
        ("[1 for _one in ()]", "_one"),
        ("try: ...\nexcept OSError as told: ...", "told"),
        ("match 1:\n    case held: ...", "held"),
    ],
)
def test_a_filler_is_not_a_name(code: str, name: str) -> None:
    (offender,) = names.filler_names("games/a.py", code)
    assert offender.startswith("games/a.py:")
    assert offender.endswith(f": {name}")


def test_words_of_a_text_and_longer_names_are_allowed() -> None:
    code = 'def told_late(rows):\n    """What was said."""\n    return [row["found"] for row in rows]\n'
    assert list(names.filler_names("games/a.py", code)) == []


def test_a_male_pronoun_is_noticed_in_docstrings_and_comments_only() -> None:
    code = (
        '"""A player.\n\nHis seat."""\nLIMIT = 1  # as he likes\n"""For him."""\ntext = "himself"\n'
    )
    assert list(names.male_pronouns("games/a.py", code)) == [
        "games/a.py:3: His",
        "games/a.py:5: him",
        "games/a.py:4: he",
    ]


def test_a_fault_fails_the_check_and_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(names, "_sources", lambda: iter([("games/a.py", "held = 1\n")]))
    assert not names.passes()
    output = capsys.readouterr().out
    assert output.startswith("FAIL names (")
    assert "games/a.py:1: held" in output
