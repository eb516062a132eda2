"""The nesting is followed over the tags alone; what the parser makes of the same tags must never be much deeper or larger."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from harvestman.pages.nesting import follow

NAMES = (
    "div p span b font i a ul li dl dt dd table tbody tr td th caption h1 section object button form svg path g math title "
    "textarea style pre option br img custom-tag center nobr template foreignObject desc mi"
).split()
TOKENS = [f"<{name}>" for name in NAMES] + [f"</{name}>" for name in NAMES]
TOKENS += [
    "<path/>",
    "<div/>",
    "<font color=1>",
    "<font color=2>",
    "x",
    "<!-- <div> -->",
    "<!-->",
    "<!--->",
    "--!>",
    "-->",
    "<!x>",
]
TOKENS += ['<p a="></p>">', '<p a==">', '<p =">', "<p a='", "'>", '">', "</ div>", "<div", ">"]


def depth_and_size(html: str) -> tuple[int, int]:
    """What the parser makes of it."""
    root = LexborHTMLParser(html).root
    deepest = count = depth = 0
    node = root
    while node is not None:
        count += 1
        deepest = max(deepest, depth)
        if node.first_child is not None:
            node, depth = node.first_child, depth + 1
            continue
        while node is not None and node.next is None:
            node, depth = node.parent, depth - 1
        node = node.next if node is not None else None
        if node is None or depth <= 0:
            break
    return deepest, count


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(TOKENS), min_size=1, max_size=6))
@example(["<div>", "</x>"])
@example(["<b>", "<div>", "</b>"])
@example(["<span>", "<div>", "</span>"])
@example(["<div>", "<table>", "<td>", "</div>"])
@example(["<a>", "<div>"])
@example(["<li>", "<section>"])
@example(["<p>", "<object>"])
@example(["<div>", "<b>", "x", "<p>", "y"])
def test_what_is_repeated_is_never_deeper_than_it_was_followed(tokens: list[str]) -> None:
    html = "".join(tokens) * 60
    depth, size = depth_and_size(html)
    seen = follow(html, max_depth=10**6, max_reopened=10**6)
    # The parser adds html, body, and up to three elements for each open table.
    assert depth <= 4 * seen.depth + 10
    assert size <= 60 * 5 * len(tokens) + 3 * seen.reopened + 100


@pytest.mark.parametrize(
    ("pattern", "depth"),
    [
        ("<div>", 100),
        ("<div></div>", 1),
        ("<p>x", 1),
        ("<p><b>x</b>", 2),
        ("<ul><li>a<li>b</ul>", 2),
        ("<table><tr><td><font>x<td>y</table>", 4),
        ("<svg><path/><path/></svg>", 1),
        ("<script>'<div>'</script>", 1),
        ("<!-- <div> -->", 0),
        ("<br><img src=x><meta>", 0),
        ('<a href="x">', 1),
    ],
)
def test_honest_markup_is_counted_as_it_is(pattern: str, depth: int) -> None:
    assert follow(pattern * 100, max_depth=10**6, max_reopened=10**6).depth <= depth + 1


def test_fonts_that_are_opened_again_are_counted() -> None:
    page = "".join(f"<div><font color={i}>x</div>" for i in range(300))
    assert follow(page, max_depth=10**6, max_reopened=10**6).reopened > 40_000
    assert follow(page, max_depth=10**6, max_reopened=100).reopened < 1_000
