"""How values that go between processes by the thousand are pickled and made.

What `dataclass` generates for frozen classes with slots asks for the fields of each object anew, in both directions. Of a page
with thirty links that cost a third of a millisecond, as much as parsing it. And it makes an object by `object.__setattr__`, which looks each
field up by its name: setting the slots themselves takes half of the time, and a claim is made when it is read, sent, kept and compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


def sent_by_values(cls: type[T]) -> type[T]:
    """Let a dataclass be pickled as a call of itself with its values, and that call be quick; for classes that take all of them in order."""
    names = [field.name for field in fields(cls)]  # type: ignore[arg-type]
    get: Callable[[Any], Any] = attrgetter(*names)

    def reduce(self: Any) -> tuple[type[T], tuple[Any, ...]]:
        values = get(self)
        return cls, values if len(names) > 1 else (values,)

    cls.__reduce__ = reduce  # type: ignore[method-assign]
    return quickly_made(cls)


def quickly_made(cls: type[T]) -> type[T]:
    """Let a frozen dataclass with slots be made in half of the time, by an `__init__` that takes the same and sets each slot itself.

    For classes without a default that is made anew for each object.
    """
    known: dict[str, Any] = {}
    given, body = [], []
    for field in fields(cls):  # type: ignore[arg-type]
        known[f"set_{field.name}"] = getattr(cls, field.name).__set__
        known[f"default_{field.name}"] = field.default
        default = "" if field.default is MISSING else f"=default_{field.name}"
        given.append(f"{field.name}{default}")
        body.append(f"    set_{field.name}(self, {field.name})")
    lines = [f"def __init__(self, {', '.join(given)}):", *body]
    exec("\n".join(lines), known)  # noqa: S102 (made of our own names, as `dataclass` does it)
    cls.__init__ = known["__init__"]  # type: ignore[method-assign]
    return cls
