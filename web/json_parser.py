"""JSON bodies for DRF: refuses politely what Python's JSON reader takes or trips over and nothing behind it can use."""

import json
from collections.abc import Mapping
from io import BytesIO
from math import isinf
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import (  # type: ignore[attr-defined]  # newer than its stubs
    JSONParser,
    get_encoding,
)


class StrictJsonParser(JSONParser):
    """As DRF reads it, but brackets in brackets without end, halves of a sign (lone surrogates), a name that is said twice and
    numbers beyond all numbers are a 400."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        body = stream.read()
        try:
            data = super().parse(BytesIO(body), media_type, parser_context)
            if b"\\ud" in body.lower():
                json.dumps(data, ensure_ascii=False).encode()
            text = body.decode(get_encoding(parser_context or {}))
            json.loads(text, object_pairs_hook=_once, parse_float=_finite)
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None
        except UnicodeEncodeError:
            raise ParseError("The JSON contains an incomplete character.") from None
        return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse two values for one name: it is not clear which is meant."""
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ParseError("The JSON contains a duplicate name.")
    return data


def _finite(text: str) -> float:
    if isinf(number := float(text)):
        raise ParseError("The JSON contains a number that is too large.")
    return number
