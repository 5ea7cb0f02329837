"""Errors to Sentry, where SENTRY_DSN names a project: what broke and where, never what people sent or what was sealed."""

from typing import Any

from config.redaction import redacted
from web.log_context import facts

Event = dict[str, Any]


def start(dsn: str, *, environment: str, release: str = "", **options: Any) -> bool:
    """Report from now on; False where no DSN is set: then not even the library is loaded."""
    if not dsn:
        return False
    import sentry_sdk
    from sentry_sdk.integrations.logging import ignore_logger

    sentry_sdk.init(
        dsn=dsn,
        environment=environment,
        release=release or None,
        send_default_pii=False,
        include_local_variables=False,  # among the locals may be a sealed seed
        max_request_body_size="never",
        max_breadcrumbs=0,  # they would hold statements with their values
        traces_sample_rate=None,
        before_send=before_send,
        **options,
    )
    ignore_logger("django.security.*")  # somebody scans addresses or sends too much: nothing broke
    return True


def before_send(event: Any, _hint: Any) -> Any:
    """Only what tells where it broke: no body, query, cookie, header, address or variable of the request."""
    request = event.pop("request", {})
    event["tags"] = {
        **event.get("tags", {}),
        **{name: str(value) for name, value in facts().items() if name != "path"},
        "method": request.get("method", ""),
    }
    for unwanted in ("user", "extra", "breadcrumbs", "modules", "server_name"):
        event.pop(unwanted, None)
    for frame in _frames(event):
        frame.pop("vars", None)
    return redacted(event)


def _frames(event: Event) -> list[Event]:
    stacks = (event.get("exception") or {}).get("values") or []
    stacks = [*stacks, *((event.get("threads") or {}).get("values") or [])]
    return [
        frame for stack in stacks for frame in (stack.get("stacktrace") or {}).get("frames") or []
    ]
