from typing import Any

def run(
    page: Any,
    markup: str,
    look: Any,
    kinds: dict[str, tuple[str, str, int, tuple[str, ...], tuple[str, ...]]],
    window: int,
    preformatted: int,
    superscript: int,
    line_end: str,
    blank_line: str,
    /,
) -> bool: ...
