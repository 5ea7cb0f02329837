"""Forms at the desk for entering players: a name, bots, seeds."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import NameField
from tournaments.ruling.forms.reasons import MOST_SEEDS


class WalkInForm(forms.Form):
    """A player at the desk; with `is_next`, after another one, the field has the focus."""

    name = NameField(help_text="")

    def __init__(self, *args: Any, is_next: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_next:
            self.fields["name"].widget.attrs["autofocus"] = True


class BotsForm(forms.Form):
    """Built-in bots for the free places."""

    number = forms.IntegerField(label=_("Number of bots"), min_value=1, max_value=64, initial=4)


class SeedsForm(forms.Form):
    """A seed for each entry; empty for those drawn at random. The page also sends each seed as it was shown (was_…);
    `changed_meanwhile` are sentences about seeds that somebody else has changed since."""

    changed_meanwhile: Sequence[str] = ()

    def __init__(self, *args: Any, entries: list[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for entry in entries:
            self.fields[f"seed_{entry.id}"] = forms.IntegerField(
                label=entry.player.name,
                required=False,
                min_value=1,
                max_value=MOST_SEEDS,
                initial=entry.seed,
            )

    def seeds(self) -> dict[int, int | None]:
        return {int(name[5:]): value for name, value in self.cleaned_data.items()}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        given = Counter(seed for seed in cleaned.values() if seed is not None)
        for name in [name for name, seed in cleaned.items() if given[seed] > 1]:
            self.add_error(name, forms.ValidationError(_("Two entries have the same seed.")))
        return cleaned


def changed_meanwhile(
    posted: QueryDict, rows: Iterable[Any], typed: Mapping[int, int | None]
) -> list[str]:
    """A sentence for each seed that differs both from the one shown and from the typed one."""
    sentences = []
    for row in rows:
        was, now = posted.get(f"was_{row.id}"), "" if row.seed is None else str(row.seed)
        if was is None or was == now or typed.get(row.id) == row.seed:
            continue
        fields = {"name": row.player.name, "was": was or "–", "now": now or "–"}
        sentences.append(gettext("%(name)s: seed changed from %(was)s to %(now)s.") % fields)
    return sentences
