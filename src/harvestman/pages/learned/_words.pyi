from collections.abc import Callable
from typing import Any, TypeVar

W = TypeVar("W", bound=tuple[Any, ...])

def read(
    text: str,
    characters: int,
    most: int,
    memory: dict[str, W],
    look_up: Callable[[str], W],
    counts: int,
    /,
) -> tuple[list[W], str, list[str], tuple[int, ...], tuple[int, str], tuple[int, str]]: ...
def placed(
    text: str, start: int, end: int, most: int, memory: dict[str, W], look_up: Callable[[str], W], /
) -> list[tuple[int, int, W]]: ...
