"""Cutting a page into regions."""

from __future__ import annotations

from harvestman.pages.learned.looks import BOLD, ITALIC, LINK
from harvestman.pages.learned.regions import cut


def texts(html: str) -> list[str]:
    return [region.text for region in cut(html).regions]


def test_block_tags_and_styles_part_regions() -> None:
    assert texts("<li><b>A title</b>, Ann Lee<br>MIT<li>Next") == [
        "A title",
        ", Ann Lee",
        "MIT",
        "Next",
    ]


def test_spans_of_word_processors_do_not_part_a_title() -> None:
    html = "<p><span lang=EN>A </span><span class=SpellE>titel</span><span style='x:y'> in parts</span>"
    assert texts(html) == ["A titel in parts"]


def test_superscripts_stay_in_their_region_and_are_remembered() -> None:
    (region,) = cut("<p>Ann Lee<sup>1</sup>, Bo Li<sup>2</sup>").regions
    assert region.text == "Ann Lee1, Bo Li2"
    assert [region.text[a:b] for a, b in region.supers] == ["1", "2"]


def test_small_numbers_behind_names_are_superscripts_whatever_their_tag() -> None:
    html = "<p>Ann Lee<span class=x>1</span>, Bo Li<span style='vertical-align: super'>2</span>"
    (region,) = cut(html).regions
    assert region.text == "Ann Lee1, Bo Li2"
    assert [region.text[a:b] for a, b in region.supers] == ["1", "2"]
    assert texts("<p>Room <b>1</b>") == ["Room", "1"]


def test_lines_of_preformatted_text_are_regions() -> None:
    assert texts("<pre>One\n  two\n\nthree</pre>") == ["One", "two", "three"]


def test_scripts_styles_and_comments_are_not_read() -> None:
    assert texts("<style>p{}</style><script>if (a<b) x</script><!-- <p>no -->yes") == ["yes"]


def test_flags_and_links_are_known() -> None:
    title, authors = cut("<p><a href='a&amp;b.pdf'><b>T</b></a> <i>Ann</i>").regions
    assert title.flags & BOLD
    assert title.flags & LINK
    assert authors.flags & ITALIC
    assert title.anchor is not None
    assert title.anchor.href == "a&b.pdf"
    assert authors.anchor is None


def test_regions_of_one_entry_share_their_record() -> None:
    regions = cut("<table><tr><td>1<td>T<tr><td>2<td>U</table>").regions
    assert [r.record for r in regions][:2] != [r.record for r in regions][2:]
    assert regions[0].record == regions[1].record
    assert regions[1].path == regions[3].path
