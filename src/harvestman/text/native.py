"""What mypyc is told of classes that are made by the thousand; nothing where Python runs the sources themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:
    T = TypeVar("T")

    def mypyc_attr(**_: object) -> Callable[[type[T]], type[T]]:
        """With `acyclic=True`: no object of the class is ever part of a cycle, so the garbage collector need not look at any."""
        return lambda decorated: decorated


__all__ = ["mypyc_attr"]
