"""Conditional GET: what has not changed is answered 304 before anything is read or written out.

A view says which version of its data it is about to show; the ETag is that version, the address and the viewer.
"""

import hashlib
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response


def etag_for(request: HttpRequest, version: object) -> str:
    """A weak ETag of this version as this viewer sees it at this address, in this language and format."""
    viewer = getattr(request.user, "pk", None)
    accept = request.headers.get("Accept", "")
    whole = f"{version}|{request.get_full_path()}|{accept}|{get_language()}|{viewer}"
    return f'W/"{hashlib.sha256(whole.encode()).hexdigest()[:24]}"'


class ConditionalGet:
    """Mixin for DRF views: implement `version(request)`; None switches it off for this request."""

    _etag: str | None = None

    def version(self, request: Request) -> object | None:
        raise NotImplementedError

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)  # type: ignore[misc]  # a mixin before APIView
        if request.method not in {"GET", "HEAD"}:
            return
        version = self.version(request)
        if version is None:
            return
        self._etag = etag_for(request, version)
        answer = get_conditional_response(request._request, etag=self._etag)
        if answer is not None:
            self.get = self.head = lambda *_args, **_kwargs: Response(status=answer.status_code)

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        answer = super().finalize_response(request, response, *args, **kwargs)  # type: ignore[misc]  # see above
        if self._etag is not None and answer.status_code in {200, 304}:
            answer["ETag"] = self._etag
            patch_cache_control(answer, no_cache=True, private=True)
        return answer
