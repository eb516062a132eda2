from collections.abc import Callable
from typing import Any, TypeVar

W = TypeVar("W", bound=tuple[Any, ...])

def read(
    text: str, characters: int, most: int, memory: dict[str, W], look_up: Callable[[str], W], /
) -> tuple[list[W], str, str]: ...
def placed(
    text: str, start: int, end: int, most: int, memory: dict[str, W], look_up: Callable[[str], W], /
) -> list[tuple[int, int, W]]: ...
