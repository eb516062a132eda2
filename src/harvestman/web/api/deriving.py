"""Shapes of answers for the description of the API (OpenAPI), derived from the types that are answered: one list of fields for both.

The rules are those by which the types are written as JSON: dates and words of closed lists are strings, tuples are lists, and
text that nobody has given ("" in Python) is null.
"""

from __future__ import annotations

import types
from collections.abc import Collection
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import date
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, create_model


def shape_of(
    kind: type,
    name: str,
    /,
    *,
    without: Collection[str] = (),
    empty_is_null: bool = True,
    **more: Any,
) -> type[BaseModel]:
    """The shape of a dataclass, described by its docstring; `more` are types of fields that its JSON adds or writes otherwise."""
    hints = get_type_hints(kind)
    types_ = {
        one.name: _in_json(hints[one.name], is_open=empty_is_null and _may_be_empty(one))
        for one in fields(kind)
        if one.name not in without
    }
    return with_more(BaseModel, name, (kind.__doc__ or "").split("\n")[0], **types_ | more)


def with_more(base: type[BaseModel], name: str, sentence: str, /, **more: Any) -> type[BaseModel]:
    """A shape with these fields beside those of another one; a field whose default is given as `(type, default)` may be left out."""
    members: Any = {key: one if isinstance(one, tuple) else (one, ...) for key, one in more.items()}
    return create_model(name, __base__=base, __doc__=sentence, **members)


def _may_be_empty(field: Field[Any]) -> bool:
    return field.default is not MISSING and field.default == ""


def _in_json(hint: Any, *, is_open: bool) -> Any:
    """The type that a value of this type has in JSON."""
    if get_origin(hint) in (Union, types.UnionType):
        parts = tuple(_in_json(part, is_open=False) for part in get_args(hint))
        return Union[parts]  # noqa: UP007 - its members are computed
    if get_origin(hint) is tuple:
        return list[_in_json(get_args(hint)[0], is_open=False)]  # type: ignore[misc]
    if isinstance(hint, type) and issubclass(hint, (date, Enum)):
        return str
    if is_dataclass(hint) and isinstance(hint, type):
        return shape_of(hint, f"{hint.__name__}Shape", empty_is_null=False)
    return hint | None if is_open else hint
