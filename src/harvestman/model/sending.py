"""How values that go between processes by the thousand are pickled.

What `dataclass` generates for frozen classes with slots asks for the fields of each object anew, in both directions. Of a page
with thirty links that cost a third of a millisecond, as much as parsing it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


def sent_by_values(cls: type[T]) -> type[T]:
    """Let a dataclass be pickled as a call of itself with its values; for classes that take all of them in order."""
    names = [field.name for field in fields(cls)]  # type: ignore[arg-type]
    get: Callable[[Any], Any] = attrgetter(*names)

    def reduce(self: Any) -> tuple[type[T], tuple[Any, ...]]:
        values = get(self)
        return cls, values if len(names) > 1 else (values,)

    cls.__reduce__ = reduce  # type: ignore[method-assign]
    return cls
