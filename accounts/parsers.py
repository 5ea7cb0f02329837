"""JSON bodies for DRF: refuses politely what Python's JSON reader takes or trips over and nothing behind it can use."""

import json
from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class JsonBody(JSONParser):
    """As DRF reads it, but brackets in brackets without end, and halves of a sign (lone surrogates), are a 400."""

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
        except RecursionError:
            raise ParseError(_("This JSON is nested too deeply.")) from None
        except UnicodeEncodeError:
            raise ParseError(_("This JSON holds half a character.")) from None
        return data
