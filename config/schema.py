"""What drf-spectacular cannot find out by itself: how a token is sent, and what a refusal looks like."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema


class TokenScheme(OpenApiAuthenticationExtension):
    """`Authorization: Bearer bp_…`, the same for the API and the event stream; `Token` is taken in place of `Bearer`."""

    target_class = "accounts.token_authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "`Authorization: Bearer bp_…`; `Token` is taken in place of `Bearer`. Made on the profile page",
        }


def with_refusals(
    result: dict[str, Any], generator: SchemaGenerator, request: Any, public: bool
) -> dict[str, Any]:
    """Every operation may be refused, and every refusal has one shape; drf-spectacular calls this last."""
    refusal = {
        "description": "Refused: `code` is stable, `detail` is a sentence for people.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/RefusalOut"}}},
    }
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"].setdefault("default", refusal)
    return result
