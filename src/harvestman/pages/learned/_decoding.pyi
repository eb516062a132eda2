from typing import Any

def sums(
    columns: list[tuple[Any, tuple[int, ...], Any, list[Any], int]],
    size: int,
    width: int,
    most: int,
    begun: tuple[bytes, int, int, int] | None,
    /,
) -> bytes: ...
def best(labels: tuple[str, ...], sums: bytes, transitions: bytes, /) -> list[str]: ...
def sure(
    labels: tuple[str, ...], sums: bytes, transitions: bytes, steps: tuple[int, ...], /
) -> list[tuple[str, int]]: ...
