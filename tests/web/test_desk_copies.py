"""Archived copies: only text and structure is handed on, and a quote is marked where its very words stand."""

from __future__ import annotations

import re

import pytest

from harvestman.web.desk.copies import marked_copy, snippet, visible_text

PAGE = """<html><head><title>No</title><style>p{}</style></head><body onload="x()">
<script>alert(1)</script><h1 id="a">Accepted   <i>papers</i></h1>
<ul><li><a href="javascript:alert(1)">On
 <b>Spider</b>s</a><br>Ana &lt;b&gt; Ruiz</li><li>On Webs</li></ul><img src=x onerror=alert(2)><iframe src="http://evil.example"></iframe>
<form action="/x"><input name=q></form><svg onload=alert(3)></svg><object data="x"></object><p style="background:url(http://evil.example)">end</p></body></html>"""


def test_nothing_of_the_markup_is_handed_on() -> None:
    copy = marked_copy(PAGE, "").html
    assert set(re.findall(r"<(\w+)", copy)) <= {"h1", "i", "ul", "li", "span", "b", "br", "p"}
    assert not re.search(r"<\w+ ", copy), "no attribute"
    assert "alert" not in copy
    assert "evil" not in copy
    assert "Ana &lt;b&gt; Ruiz" in copy


@pytest.mark.parametrize(
    "quote", ["Accepted papers", "On Spiders", "on spiders", "Ana <b> Ruiz", "papers On Spiders"]
)
def test_a_quote_is_marked_across_elements(quote: str) -> None:
    copy = marked_copy(PAGE, quote)
    assert copy.is_marked
    marked = "".join(re.findall(r"<mark[^>]*>(.*?)</mark>", copy.html, re.DOTALL))
    told = marked.replace("&lt;", "<").replace("&gt;", ">").split()
    assert " ".join(told).casefold() == quote.casefold()
    assert copy.html.count('id="quote"') == 1


@pytest.mark.parametrize("quote", ["On Spider webs", "", "   ", "alert(1)"])
def test_what_is_merely_alike_is_not_marked(quote: str) -> None:
    copy = marked_copy(PAGE, quote)
    assert not copy.is_marked
    assert "<mark" not in copy.html


def test_a_snippet_has_what_stands_around() -> None:
    found = snippet(visible_text(PAGE), "On Spiders")
    assert found is not None
    assert "".join(found.quote.split()) == "OnSpiders"
    assert "papers" in found.before
    assert snippet("nothing", "On Spiders") is None
    gaps = snippet("Talks" + " \n" * 90 + "   10:30  On Spiders\n\n\n\tAna Ruiz", "On Spiders")
    assert gaps is not None
    assert (gaps.before, gaps.after) == ("Talks\n10:30 ", "\nAna Ruiz")


def test_deep_nesting_ends() -> None:
    deep = "<div>" * 5_000 + "On Spiders" + "</div>" * 5_000
    assert len(marked_copy(deep, "On Spiders").html) < 100_000
