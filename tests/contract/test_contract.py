"""Programs that were written for the released API still work: nothing they send is refused, nothing they read is gone."""

import copy
from typing import Any

import pytest

from tests.contract.comparing import Comparison
from tests.contract.schemas import present, released

NOW = present()


def with_change(change: Any) -> list[str]:
    """What a change of the present schema would break."""
    other = copy.deepcopy(NOW)
    change(other)
    return list(Comparison(NOW, other).breaks())


def test_nothing_of_the_released_schema_is_broken() -> None:
    broken = list(Comparison(released(), NOW).breaks())
    assert not broken, "\n".join(
        ["These break programs. Bring them back, or release a new version of the API:", *broken]
    )


def test_a_schema_breaks_nothing_of_itself() -> None:
    assert with_change(lambda _schema: None) == []


ENTRIES = "/api/v1/tournaments/{slug}/entries"


def removes_a_path(schema: dict[str, Any]) -> None:
    del schema["paths"][ENTRIES]


def removes_a_method(schema: dict[str, Any]) -> None:
    del schema["paths"][ENTRIES]["delete"]


def removes_a_field(schema: dict[str, Any]) -> None:
    del schema["components"]["schemas"]["EntryOut"]["properties"]["seed"]


def narrows_a_type(schema: dict[str, Any]) -> None:
    schema["components"]["schemas"]["EntryOut"]["properties"]["id"]["type"] = "string"


def may_be_null(schema: dict[str, Any]) -> None:
    schema["components"]["schemas"]["EntryOut"]["properties"]["id"]["nullable"] = True


def needs_a_field(schema: dict[str, Any]) -> None:
    schema["components"]["schemas"]["EntryInRequest"]["required"] = ["name"]


def takes_a_field_no_longer(schema: dict[str, Any]) -> None:
    del schema["components"]["schemas"]["EntryInRequest"]["properties"]["new"]


def lowers_a_limit(schema: dict[str, Any]) -> None:
    schema["components"]["schemas"]["EntryInRequest"]["properties"]["name"]["maxLength"] = 20


def refuses_a_value(schema: dict[str, Any]) -> None:
    schema["components"]["schemas"]["RulingInVerbEnum"]["enum"].remove("undo")


def removes_a_filter(schema: dict[str, Any]) -> None:
    operation = schema["paths"]["/api/v1/tournaments"]["get"]
    operation["parameters"] = [p for p in operation["parameters"] if p["name"] != "player"]


def renames_an_operation(schema: dict[str, Any]) -> None:
    schema["paths"][ENTRIES]["get"]["operationId"] = "entries"


@pytest.mark.parametrize(
    "change",
    [
        removes_a_path, removes_a_method, removes_a_field, narrows_a_type, may_be_null, needs_a_field,
        takes_a_field_no_longer, lowers_a_limit, refuses_a_value, removes_a_filter, renames_an_operation,
    ],
)  # fmt: skip
def test_a_breaking_change_is_noticed(change: Any) -> None:
    assert with_change(change)


def test_what_is_new_breaks_nothing() -> None:
    def grows(schema: dict[str, Any]) -> None:
        schema["components"]["schemas"]["EntryOut"]["properties"]["colour"] = {"type": "string"}
        schema["components"]["schemas"]["EntryInRequest"]["properties"]["colour"] = {
            "type": "string"
        }
        schema["components"]["schemas"]["RulingInVerbEnum"]["enum"].append("applaud")
        schema["paths"]["/api/v1/applause"] = schema["paths"][ENTRIES]

    assert with_change(grows) == []
