"""Conditional GET: what has not changed is answered 304 before anything is read or written out.

A view says which version of its data it is about to show; the ETag is that version, the address and the viewer.
"""

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from web.page_cache import cached_page


def etag_for(
    request: HttpRequest, version: object, *, alike: bool = False, prefix: str = ""
) -> str:
    """A weak ETag of this version as this viewer sees it at this address, in this language and format.

    `alike`: everybody sees the same, in whatever language. `prefix` is what the ETag begins with.
    """
    if alike:
        return _weak(f"{version}|{request.get_full_path()}", prefix)
    viewer = getattr(request.user, "pk", None)
    accept = request.headers.get("Accept", "")
    return _weak(f"{version}|{request.get_full_path()}|{accept}|{get_language()}|{viewer}", prefix)


def _weak(whole: str, prefix: str) -> str:
    return f'W/"{prefix}{hashlib.sha256(whole.encode()).hexdigest()[:24]}"'


class ConditionalGet:
    """Mixin for DRF views. `version(request)` names the state shown; without one the body itself is compared."""

    shows_all_alike = False
    is_kept_for_visitors = False
    """What is shown of a version is made once for all visitors (web.page_cache)."""
    _etag: str | None = None

    def version(self, request: Request) -> object | None:
        return None

    def etag_prefix(self) -> str:
        """What each ETag begins with."""
        return ""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)  # type: ignore[misc]  # a mixin before APIView
        version = self.version(request) if request.method in {"GET", "HEAD"} else None
        if version is None:
            return
        self._etag = etag_for(
            request, version, alike=self.shows_all_alike, prefix=self.etag_prefix()
        )
        if not _takes_any(request) and _holds(request, self._etag):
            unchanged: Any = _unchanged  # each view's own takes other arguments
            self.get = self.head = unchanged
        elif self.is_kept_for_visitors:
            kept: Any = partial(self._kept, self.get)
            self.get = self.head = kept

    def _kept(
        self, get: Callable[..., Response], request: Request, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        def make() -> HttpResponse:
            data = get(request, *args, **kwargs).data
            return HttpResponse(JSONRenderer().render(data), content_type="application/json")

        return cached_page(request._request, f"api.{self._etag}", make)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        if request.method in {"GET", "HEAD"} and response.status_code == 200:
            etag, is_known = self._etag, self._etag is not None
            if etag is None:
                body = JSONRenderer().render(response.data).hex()
                etag = self._etag = etag_for(request, body, prefix=self.etag_prefix())
            if (_takes_any(request) or not is_known) and _holds(request, etag):
                response = Response(status=304)
        answer = super().finalize_response(request, response, *args, **kwargs)  # type: ignore[misc]  # see above
        if self._etag is not None and answer.status_code in {200, 304}:
            answer["ETag"] = self._etag
            patch_cache_control(answer, no_cache=True, private=True)
        return answer


def _unchanged(*_args: Any, **_kwargs: Any) -> HttpResponse:
    return Response(status=304)


def _takes_any(request: Request) -> bool:
    """`If-None-Match: *` holds for whatever is there, so it must be made first: it may be a 404."""
    return request.headers.get("If-None-Match", "").strip() == "*"


def _holds(request: Request, etag: str) -> bool:
    answer = get_conditional_response(request._request, etag=etag)
    return answer is not None and answer.status_code == 304
