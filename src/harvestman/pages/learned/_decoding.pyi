from typing import Any

class Table:
    def __new__(
        cls,
        rows: dict[Any, Any],
        distances: tuple[int, ...],
        parts: tuple[Any, ...] | None,
        run: int,
        width: int,
        most: int,
        /,
    ) -> Table: ...

def sums(
    columns: list[tuple[Any, list[Any], int]],
    size: int,
    width: int,
    begun: tuple[bytes, int, int, int] | None,
    /,
) -> bytes: ...
def best(labels: tuple[str, ...], sums: bytes, transitions: bytes, /) -> list[str]: ...
def sure(
    labels: tuple[str, ...], sums: bytes, transitions: bytes, steps: tuple[int, ...], /
) -> list[tuple[str, int]]: ...
