"""The rules around the header models, each with what takes its place when it is switched off.

A rule is a function of `documents/header/`, or of `text/naming`, which reads names for it. Switched off, a function that does nothing
takes its place in its own module and in every module of that folder that uses it, for as long as somebody judges what it earns; the product itself has no switches. What the models are told of
words and lines (`personal`, `lexicon`, `front`, `line_features`, `token_features`) is no rule: they would have to be taught without it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from harvestman.model import UsageError

_ROOM = "harvestman.documents.header"
_ELSEWHERE = {"naming": "harvestman.text.naming"}  # modules of rules that other rooms use too


@dataclass(frozen=True, slots=True)
class Rule:
    """A function that may be switched off."""

    module: str
    function: str
    instead: Callable[..., Any]

    @property
    def name(self) -> str:
        """The name by which it is switched off."""
        return f"{self.module}.{self.function.lstrip('_')}"


def _gives(value: Any) -> Callable[..., Any]:
    return lambda *_args, **_kwargs: value


def _argument(place: int) -> Callable[..., Any]:
    return lambda *args, **_kwargs: args[place]


def _rules(module: str, **instead: Callable[..., Any]) -> tuple[Rule, ...]:
    return tuple(Rule(module, function, value) for function, value in instead.items())


def _plain_spans(row: Any) -> Any:
    return import_module(f"{_ROOM}.people").spans_of(row, "N")


RULES: tuple[Rule, ...] = (
    *_rules("covers", header_again=_gives([])),
    *_rules(
        "sheets",
        sheet_lines=_gives(None),
        lesson_lines=_gives(()),
        is_item=_gives(False),
    ),
    *_rules(
        "title_edges",
        from_its_start=_argument(1),
    ),
    *_rules(
        "titles",
        _much_larger=_gives(None),
        _largest_plain=_gives(None),
        _is_subtitle=_gives(False),
        without_label=_argument(0),
    ),
    *_rules("joining", join_lines=" ".join),
    *_rules(
        "roles",
        has_other_role=_gives(False),
        names_organisation=_gives(False),
        named_after=_gives([]),
    ),
    *_rules(
        "more_people",
        anyone=_gives([]),
        after_role=_gives([]),
        with_labelled=_argument(2),
        with_leading=_argument(2),
        with_rest=_argument(1),
        alike=_argument(3),
    ),
    *_rules(
        "naming",
        nominative=_argument(0),
        apart=lambda name: (name,),
        _small_letters=_argument(0),
        is_possible=_gives(True),
        is_organisation=_gives(False),
    ),
    *_rules("persons", each_once=list, is_room=_gives(False)),
    *_rules(
        "people",
        _inverted=_gives([]),
        _side_by_side=_gives([]),
        _grown=_plain_spans,
        _runs_over=_gives(False),
    ),
    *_rules(
        "organisations",
        named_anyway=_gives([]),
        with_missed=_argument(3),
        _is_bare=_gives(False),
        _is_generic=_gives(False),
    ),
    *_rules("reader", _person_in_title=_gives([]), _of_patterns=lambda mails, _people: list(mails)),
    *_rules("abstracts", _below_heads=_gives([]), _to_sentence_end=_argument(1)),
)
MODULES = tuple(dict.fromkeys(rule.module for rule in RULES))


def rule_names() -> list[str]:
    """Every name that `rules_named` knows: a module's, which stands for all of its rules, and behind it those of the rules."""
    return [
        name
        for module in MODULES
        for name in (module, *(rule.name for rule in RULES if rule.module == module))
    ]


def rules_named(name: str) -> Sequence[Rule]:
    """The rules of a module, or the one rule, of this name."""
    found = [rule for rule in RULES if name in (rule.module, rule.name)]
    if not found:
        raise UsageError(f"there is no rule {name!r}: {', '.join(rule_names())}")
    return found


@contextmanager
def switched_off(rules: Iterable[Rule]) -> Iterator[None]:
    """Within it the rules do nothing."""
    undone = []
    for rule in rules:
        home = import_module(_ELSEWHERE.get(rule.module, f"{_ROOM}.{rule.module}"))
        original = getattr(home, rule.function)
        room = [one for name, one in sys.modules.items() if name.startswith(_ROOM)]
        for module in room if home in room else [home, *room]:
            for name, value in list(vars(module).items()):
                if value is original:
                    undone.append((module, name, original))
                    setattr(module, name, rule.instead)
    try:
        yield
    finally:
        for module, name, original in undone:
            setattr(module, name, original)
