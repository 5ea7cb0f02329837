"""The questions that an organizer asks entrants, as they are stored in the settings of registration."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from tournaments.models import RegistrationPlan, Tournament

MOST_QUESTIONS: Final = 5
TEXT, CHOICE, YES_NO = "text", "choice", "yes_no"


@dataclass(frozen=True, slots=True)
class EntrantQuestion:
    """A question with its kind (text, choice, yes_no), and the choices of a choice."""

    id: str
    text: str
    kind: str
    choices: tuple[str, ...]
    is_required: bool

    @property
    def stored(self) -> dict[str, Any]:
        """As the settings keep it."""
        return {
            "id": self.id,
            "text": self.text,
            "kind": self.kind,
            "choices": list(self.choices),
            "required": self.is_required,
        }

    def answer_text(self, answer: str) -> str:
        """An answer as people read it."""
        if self.kind == YES_NO:
            return {"yes": _("Yes"), "no": _("No")}.get(answer, answer)
        return answer


def questions_of(plan: RegistrationPlan | None) -> tuple[EntrantQuestion, ...]:
    """The questions of a tournament, in their order. No query."""
    stored = (plan.questions or []) if plan is not None else []
    return tuple(
        EntrantQuestion(
            str(row["id"]), row["text"], row["kind"], tuple(row["choices"]), row["required"]
        )
        for row in stored
    )


def tournament_questions(tournament: Tournament) -> tuple[EntrantQuestion, ...]:
    """The same by the tournament. One query."""
    return questions_of(RegistrationPlan.objects.filter(tournament=tournament).first())


def answer_texts(
    questions: tuple[EntrantQuestion, ...], answers: Mapping[str, str] | None
) -> list[tuple[str, str]]:
    """Each answered question with its answer, as people read them."""
    given = answers or {}
    return [(q.text, q.answer_text(given[q.id])) for q in questions if given.get(q.id)]
