"""Asking the API as somebody who keeps the desk."""

from typing import Any

from rest_framework.test import APIClient

from accounts.models import User
from tournaments.models import Tournament


class DeskProgram:
    """A program of a director. Each method returns the response."""

    def __init__(self, of: Tournament, by: User | None = None) -> None:
        self.place = f"/api/v1/tournaments/{of.slug}"
        self.client = APIClient()
        self.client.force_authenticate(by or of.organizer)

    def get(self, rest: str) -> Any:
        return self.client.get(f"{self.place}/{rest}")

    def post(self, rest: str, **sent: object) -> Any:
        return self.client.post(f"{self.place}/{rest}", sent, format="json")

    def put(self, rest: str, **sent: object) -> Any:
        return self.client.put(f"{self.place}/{rest}", sent, format="json")

    def patch(self, rest: str, **sent: object) -> Any:
        return self.client.patch(f"{self.place}/{rest}", sent, format="json")

    def delete(self, rest: str) -> Any:
        return self.client.delete(f"{self.place}/{rest}")
