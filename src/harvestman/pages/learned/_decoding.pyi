from typing import Any

def row(table: dict[Any, Any], features: tuple[str, ...], labels: int, /) -> bytes: ...
def best(
    labels: tuple[str, ...], columns: list[tuple[Any, Any, bool]], size: int, transitions: bytes, /
) -> list[str]: ...
def sure(
    labels: tuple[str, ...],
    columns: list[tuple[Any, Any, bool]],
    size: int,
    transitions: bytes,
    steps: tuple[int, ...],
    /,
) -> list[tuple[str, int]]: ...
