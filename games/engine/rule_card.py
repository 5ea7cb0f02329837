"""Which sentences stand on a rule card, and which warnings a director should read.

It chooses codes and numbers; the words are in wording.py and are translated outside the engine
(games/rule_texts.py).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.rules import Rules
from games.engine.wording import SENTENCES, WARNINGS

LONG_MATCH = 25


@dataclass(frozen=True, slots=True)
class RuleSentence:
    """A sentence by its code, with the numbers that belong in it; `str()` is the English text."""

    code: str
    numbers: tuple[tuple[str, int], ...] = ()

    @property
    def params(self) -> dict[str, int]:
        return dict(self.numbers)

    @property
    def template(self) -> str:
        """The English text with `%(name)s` where the numbers go: the message id of its translation."""
        return SENTENCES.get(self.code) or WARNINGS[self.code]

    def __str__(self) -> str:
        return self.template % self.params


def _say(code: str, **numbers: int) -> RuleSentence:
    return RuleSentence(code, tuple(numbers.items()))


def card_sentences(rules: Rules, *, over_the_board: bool = False) -> list[RuleSentence]:
    """The whole card, in the order in which a game meets the rules."""
    sentences = [_play(rules), _say(f"opening_roll.{rules.opening_roll}"), *_cube(rules)]
    sentences += [*_optional(rules), _say(f"resign.{rules.resign}")]
    if over_the_board:
        sentences += [_say("dice.thrown"), _say(f"die_on_checker.{rules.die_on_checker}")]
        sentences += [_say("dice.lifted"), _say(f"illegal_play.{rules.illegal_play}")]
    return sentences


def _play(rules: Rules) -> RuleSentence:
    if rules.length is not None:
        return _say("play.one_point") if rules.length == 1 else _say("play.match", n=rules.length)
    return _say("play.open") if rules.games is None else _say("play.games", n=rules.games)


def _cube(rules: Rules) -> Iterator[RuleSentence]:
    if not rules.cube:
        yield _say("cube.none")
    if not rules.cube_possible:
        return
    yield _say("cube.standard")
    yield _say("cube_cap.null") if rules.cube_cap is None else _say("cube_cap", n=rules.cube_cap)
    if rules.kind == "match":
        yield _say(f"dead_cube.{rules.dead_cube}")
        yield _say("crawford.on" if rules.crawford else "crawford.off")


def _optional(rules: Rules) -> Iterator[RuleSentence]:
    if not rules.cube_possible:
        return
    if rules.holland and rules.plays_crawford:
        yield _say("holland.on")
    if rules.jacoby:
        yield _say("jacoby.on")
    if rules.jacoby and rules.jacoby_auto_counts:
        yield _say("jacoby_auto_counts.on")
    if rules.murphy_limit != 0:
        yield _murphy(rules.murphy_limit)
    if rules.max_beavers != 0:
        yield _say(f"max_beavers.{rules.max_beavers if rules.max_beavers in (1, 2) else 'many'}")


def _murphy(limit: int | None) -> RuleSentence:
    if limit is None:
        return _say("murphy_limit.null")
    return _say("murphy_limit.1") if limit == 1 else _say("murphy_limit", n=limit)


def unusual_options(rules: Rules, length: int | None = None) -> list[RuleSentence]:
    """Warnings for the director; an option that is on is applied all the same (R9.4)."""
    length = rules.length if length is None else length
    warnings = list(_unusual_anywhere(rules))
    if rules.kind == "match" or length is not None:
        warnings += _unusual_in_matches(rules, length or 0)
    return warnings


def _unusual_anywhere(rules: Rules) -> Iterator[RuleSentence]:
    conditions = {
        "unusual.reroll_pair": rules.opening_roll == "reroll_pair",
        "unusual.resign_off": rules.resign == "off",
        "unusual.small_cap": rules.cube and (rules.cube_cap or 64) < 64,
        "unusual.murphy_unlimited": rules.cube and rules.murphy_limit is None,
        "unusual.beavers_unlimited": rules.cube and rules.max_beavers is None,
        "unusual.needs_cube": not rules.cube and _needs_cube(rules),
        "unusual.auto_counts_alone": rules.jacoby_auto_counts
        and not (rules.jacoby and rules.murphy_limit != 0),
    }
    return (_say(code) for code, holds in conditions.items() if holds)


def _needs_cube(rules: Rules) -> bool:
    return rules.jacoby or rules.murphy_limit != 0 or rules.max_beavers != 0


def _unusual_in_matches(rules: Rules, length: int) -> Iterator[RuleSentence]:
    conditions = {
        "unusual.even_length": length % 2 == 0,
        "unusual.one_point": length == 1 and rules.cube,
        "unusual.long_match": length > LONG_MATCH,
        "unusual.no_cube": not rules.cube,
        "unusual.no_crawford": rules.cube and not rules.crawford and length > 1,
        "unusual.holland": rules.holland,
        "unusual.jacoby": rules.jacoby,
        "unusual.beavers": rules.max_beavers != 0,
        "unusual.murphy": rules.murphy_limit != 0,
    }
    return (_say(code) for code, holds in conditions.items() if holds)
