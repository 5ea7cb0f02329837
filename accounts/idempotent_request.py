"""`Idempotency-Key` on POSTs of the API. Only a login has keys: a request without one goes on as if it had none."""

from collections.abc import Callable

from django.core.exceptions import RequestDataTooBig
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from accounts.models import IdempotentRequest, User
from accounts.services import idempotency
from accounts.services.idempotency import KeptAnswer, TakenOverError
from accounts.services.tokens import find_token
from accounts.token_authentication import KINDS
from web.errors import DomainError

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
KEPT_HEADERS = ("Content-Type", "Location")
TOO_MANY = 429


class IdempotencyMiddleware:
    """Stands last, so that what a request does and its kept answer are one transaction."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = request.headers.get(HEADER)
        if key is None or request.method != "POST" or not request.path.startswith("/api/v1/"):
            return self.get_response(request)
        user = _user_of(request)
        if user is None:
            return self.get_response(request)
        try:
            idempotency.require_key(key)
            digest = _digest_of(request)
            claimed = idempotency.claim(user, key, digest, timezone.now())
        except RequestDataTooBig:  # refused by the view
            return self.get_response(request)
        except DomainError as refusal:
            return _refused(refusal)
        if isinstance(claimed, KeptAnswer):
            return _replayed(claimed)
        return self._carried_out(request, claimed)

    def _carried_out(self, request: HttpRequest, row: IdempotentRequest) -> HttpResponse:
        is_kept = False
        try:
            with transaction.atomic():
                response = self.get_response(request)
                if response.status_code >= 500:
                    transaction.set_rollback(True)
                elif response.status_code != TOO_MANY and not response.streaming:
                    idempotency.keep(row, _answer_of(response))
                    is_kept = True
        except TakenOverError:
            text = "This request took too long, and another one was carried out in its place."
            return _refused(DomainError("key_in_use", text))
        finally:
            if not is_kept:
                idempotency.release(row)
        return response


def _user_of(request: HttpRequest) -> User | None:
    """The login behind a token or a session; None lets the view refuse."""
    kind, _space, text = request.headers.get("Authorization", "").partition(" ")
    if kind:
        token = find_token(text.strip()) if kind.lower() in KINDS else None
        return None if token is None else token.user
    return request.user if isinstance(request.user, User) else None


def _digest_of(request: HttpRequest) -> str:
    content_type = request.headers.get("Content-Type", "")
    address = request.get_full_path()
    return idempotency.digest_of(request.method or "", address, content_type, request.body)


def _answer_of(response: HttpResponse) -> KeptAnswer:
    headers = {name: response[name] for name in KEPT_HEADERS if name in response}
    return KeptAnswer(response.status_code, headers, response.content.decode())


def _replayed(answer: KeptAnswer) -> HttpResponse:
    response = HttpResponse(answer.body, status=answer.status, headers=answer.headers)
    response[REPLAYED] = "true"
    return response


def _refused(refusal: DomainError) -> HttpResponse:
    headers = {"Retry-After": "1"} if refusal.code == "key_in_use" else {}
    body = {"code": refusal.code, "detail": refusal.detail}
    return JsonResponse(body, status=refusal.status, headers=headers)
