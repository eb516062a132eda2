"""Whatever stands on a page, reading it ends, soon and without an error."""

from __future__ import annotations

import time

from hypothesis import example, given, settings
from hypothesis import strategies as st

from harvestman.documents.header import read_header
from harvestman.documents.layout.lines import Layout, Line, PageLayout, Role

_lines = st.lists(
    st.tuples(st.text(max_size=80), st.floats(0, 90), st.floats(-50, 900), st.sampled_from(Role)),
    max_size=25,
)


@settings(max_examples=25, deadline=None)
@given(_lines, st.booleans())
@example([("0:0", 1.0, 0.0, Role.TEXT), ("A", 0.0, 0.0, Role.TEXT)], False)
def test_any_lines_are_read(rows: list[tuple[str, float, float, Role]], looks: bool) -> None:
    lines = tuple(
        Line(text, 1, y / 2, y, y, y + size, size, role=role) for text, size, y, role in rows
    )
    read_header(Layout((PageLayout(1, 595, 842, lines, looks),), 1, "pdf"))


def test_very_long_lines_take_no_longer_than_a_page() -> None:
    texts = ["a@" * 30_000, "{" * 30_000, "Ann Lee, " * 5_000, "1 " * 20_000, "И. " * 10_000]
    lines = tuple(
        Line(text, 1, 50, 20 * at, 550, 20 * at + 10, 10) for at, text in enumerate(texts)
    )
    start = time.process_time()
    read_header(Layout((PageLayout(1, 595, 842, lines),), 1, "pdf"))
    assert time.process_time() - start < 10
