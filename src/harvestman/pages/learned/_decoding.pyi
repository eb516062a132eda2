from typing import Any

def best(
    labels: tuple[str, ...],
    columns: list[tuple[Any, Any, Any, int]],
    size: int,
    transitions: bytes,
    most: int,
    /,
) -> list[str]: ...
def sure(
    labels: tuple[str, ...],
    columns: list[tuple[Any, Any, Any, int]],
    size: int,
    transitions: bytes,
    most: int,
    steps: tuple[int, ...],
    /,
) -> list[tuple[str, int]]: ...
