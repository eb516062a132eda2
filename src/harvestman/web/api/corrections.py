"""What a person sends to put a value right or to have a paper forgotten, and who that person is."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request
from pydantic import BaseModel, ConfigDict, Field

from harvestman.store import ApiKey

FieldName = Annotated[str, Path(pattern="^[a-z_]{1,32}$", description="The name of a field.")]
PersonName = Annotated[str, Field(min_length=1, max_length=100, pattern=r"\S")]


class Correction(BaseModel):
    """What a person says a field to be; an empty value says that there is none."""

    model_config = ConfigDict(extra="forbid")

    value: (
        Annotated[str, Field(max_length=20_000)]
        | Annotated[int, Field(ge=0, le=9_999)]
        | Annotated[list[Annotated[str, Field(max_length=500)]], Field(max_length=5_000)]
    )
    """Authors and keywords as a list, or as text with semicolons between them."""
    by: PersonName = "api"
    """Who says so, where no key is asked for."""

    @property
    def text(self) -> str:
        """The value as a person would type it."""
        return "; ".join(self.value) if isinstance(self.value, list) else str(self.value)


def who_says(request: Request, by: str) -> str:
    """The name of the key, or the one given where no key is asked for."""
    key: ApiKey | None = request.state.key
    return key.name if key else by
