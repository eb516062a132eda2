"""Every kind of file becomes a layout, told by its content."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable
from mmap import ACCESS_READ, mmap
from pathlib import Path

import pytest
from fpdf import FPDF

from documents.layout import printing
from harvestman.documents.files import doc
from harvestman.documents.files.kinds import kinds_of
from harvestman.documents.header import read_header
from harvestman.documents.layout.lines import Layout
from harvestman.documents.layout.opening import open_layout
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.model import Status

TEXT = "A Title\n\n  Ann Author\n\n" + "\n".join(printing.BODY) + "\n"


def texts_of(layout: Layout) -> list[str]:
    return [line.text for page in layout.pages for line in page.lines]


def status_of(data: bytes) -> Status:
    with pytest.raises(Unreadable) as caught:
        open_layout(data)
    return caught.value.status


def test_docx_has_looks_from_its_styles_and_runs() -> None:
    styles = (
        '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:rPr><w:sz w:val="22"/></w:rPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="Heading"><w:basedOn w:val="Normal"/><w:pPr><w:jc w:val="center"/>'
        '</w:pPr><w:rPr><w:b/><w:sz w:val="36"/></w:rPr></w:style>'
    )
    body = (
        '<w:p><w:pPr><w:pStyle w:val="Heading"/></w:pPr><w:r><w:t>Habits of Foxes</w:t></w:r></w:p>'
        '<w:p><w:r><w:t xml:space="preserve">Ann Author</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/>'
        "</w:rPr><w:t>1</w:t></w:r><w:r><w:t> and others</w:t></w:r><w:del><w:r><w:t>gone</w:t></w:r></w:del></w:p>"
    )
    core = "<dc:title>Kept Title</dc:title><dc:creator>Ann</dc:creator>"
    layout = open_layout(printing.docx(body, styles=styles, core=core))
    title, author = layout.pages[0].lines
    assert (title.text, title.size, title.bold) == ("Habits of Foxes", 18.0, True)
    assert title.x0 > author.x0
    assert (author.text, author.size) == ("Ann Author1 and others", 11.0)
    assert [author.text[s.start : s.end] for s in author.spans if s.raised] == ["1"]
    assert (layout.format, layout.properties.title, layout.properties.author) == (
        "docx",
        "Kept Title",
        "Ann",
    )


_SECTIONS = ("Why foxes are counted at night", "How the counts were made")
_COUNTED = (
    "Foxes were counted at night in three valleys, and each count was made by two people. " * 6
)


def _titled_docx() -> bytes:
    styles = (
        '<w:style w:type="paragraph" w:styleId="T1"><w:name w:val="Title"/><w:rPr><w:sz w:val="24"/></w:rPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style>'
    )
    body = '<w:p><w:pPr><w:pStyle w:val="T1"/></w:pPr><w:r><w:t>Habits of Foxes</w:t></w:r></w:p>'
    for heading in _SECTIONS:
        body += f'<w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr><w:r><w:t>{heading}</w:t></w:r></w:p>'
        body += f"<w:p><w:r><w:t>{_COUNTED}</w:t></w:r></w:p>"
    return printing.docx(body, styles=styles)


def _titled_odt() -> bytes:
    styles = (
        '<style:style style:name="Title"><style:text-properties fo:font-size="12pt"/></style:style>'
        '<style:style style:name="P1" style:parent-style-name="Title"/>'
        '<style:style style:name="H1"><style:text-properties fo:font-size="16pt" fo:font-weight="bold"/></style:style>'
    )
    body = '<text:p text:style-name="P1">Habits of Foxes</text:p>'
    for heading in _SECTIONS:
        body += f'<text:h text:style-name="H1">{heading}</text:h><text:p>{_COUNTED}</text:p>'
    return printing.odt(body, styles=styles)


def _titled_rtf() -> bytes:
    body = r"\pard\plain \s15 Habits of Foxes\par "
    for heading in _SECTIONS:
        body += rf"\pard\plain \s1\b\fs32 {heading}\par \pard\plain \fs24 {_COUNTED}\par "
    return (r"{\rtf1{\stylesheet{\s1 heading 1;}{\s15 Title;}}" + body + "}").encode()


@pytest.mark.parametrize("made", [_titled_docx, _titled_odt, _titled_rtf])
def test_a_paragraph_in_the_style_of_titles_is_the_title_though_headings_are_larger(
    made: Callable[[], bytes],
) -> None:
    found = read_header(open_layout(made()))
    assert found.title is not None
    assert found.title.value == "Habits of Foxes"


def _shape(kind: str, y: int, *runs: str) -> str:
    place = f'<p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr>' if kind else ""
    text = "".join(f"<a:p>{run}</a:p>" for run in runs)
    return (
        f'<p:sp>{place}<p:spPr><a:xfrm><a:off x="0" y="{y}"/></a:xfrm></p:spPr>'
        f"<p:txBody>{text}</p:txBody></p:sp>"
    )


def _slide(*shapes: str) -> str:
    return f'<p:sld xmlns:p="urn:p" xmlns:a="urn:a"><p:cSld>{"".join(shapes)}</p:cSld></p:sld>'


def test_pptx_has_slides_in_their_order_with_titles_set_larger() -> None:
    said = "<a:r><a:t>{}</a:t></a:r>"
    first = _slide(
        _shape("", 500, '<a:r><a:rPr sz="2000" b="1"/><a:t>Ann Author</a:t></a:r>'),
        _shape("ftr", 900, said.format("a foot")),
        _shape("ctrTitle", 100, said.format("Habits ") + said.format("of Foxes")),
    )
    second = _slide(_shape("title", 0, said.format("Food")), _shape("body", 9, said.format("Mice")))
    rels = '<r:Relationship Id="{}" Target="slides/slide{}.xml"/>'
    data = printing.zipped(
        {
            "ppt/presentation.xml": (
                '<p:presentation xmlns:p="urn:p" xmlns:r="urn:r"><p:sldId id="7" r:id="x2"/>'
                '<p:sldId id="8" r:id="x1"/></p:presentation>'
            ),
            "ppt/_rels/presentation.xml.rels": (
                f'<r:Relationships xmlns:r="urn:q">{rels.format("x1", 1)}{rels.format("x2", 2)}'
                '<r:Relationship Id="x3" Target="../../outside.xml"/></r:Relationships>'
            ),
            "ppt/slides/slide1.xml": second,
            "ppt/slides/slide2.xml": first,
        }
    )
    layout = open_layout(data)
    assert (layout.format, layout.page_count) == ("pptx", 2)
    assert texts_of(layout) == ["Habits of Foxes", "Ann Author", "Food", "Mice"]
    page = layout.pages[0]
    assert page.width > page.height
    assert [(line.size, line.bold) for line in page.lines] == [(40.0, False), (20.0, True)]


def test_an_empty_presentation_is_empty() -> None:
    assert status_of(printing.zipped({"ppt/presentation.xml": "<p/>"})) is Status.EMPTY


def test_odp_has_a_page_for_each_slide() -> None:
    content = (
        '<o:document-content xmlns:o="urn:o" xmlns:draw="urn:d" xmlns:text="urn:t" xmlns:p="urn:p">'
        '<draw:page><draw:frame p:class="title"><text:p>Habits of Foxes</text:p></draw:frame>'
        "<draw:frame><text:p>Ann Author</text:p></draw:frame>"
        "<p:notes><text:p>say hello</text:p></p:notes></draw:page>"
        "<draw:page><draw:frame><text:p>Food</text:p></draw:frame></draw:page></o:document-content>"
    )
    layout = open_layout(printing.zipped({"content.xml": content}))
    assert (layout.format, layout.page_count) == ("odp", 2)
    assert texts_of(layout) == ["Habits of Foxes", "Ann Author", "Food"]
    title, author = layout.pages[0].lines
    assert title.size > author.size
    assert layout.pages[0].width > layout.pages[0].height


def test_odt_has_looks_from_its_styles() -> None:
    styles = (
        '<style:style style:name="P1" style:family="paragraph"><style:paragraph-properties fo:text-align="center"/>'
        '<style:text-properties fo:font-size="18pt" fo:font-weight="bold"/></style:style>'
    )
    body = (
        '<text:p text:style-name="P1">Habits<text:s/>of Foxes</text:p><text:p/>'
        "<text:p>First line<text:line-break/>second line</text:p>"
    )
    layout = open_layout(printing.odt(body, styles=styles))
    assert texts_of(layout) == ["Habits of Foxes", "First line", "second line"]
    assert (layout.pages[0].lines[0].size, layout.pages[0].lines[0].bold) == (18.0, True)
    assert (layout.format, layout.properties.title) == ("odt", "Kept Title")


def test_long_paragraphs_are_broken_into_lines_of_one_block() -> None:
    words = " ".join(printing.BODY * 4)
    layout = open_layout(printing.docx(f"<w:p><w:r><w:t>{words}</w:t></w:r></w:p>"))
    lines = layout.pages[0].lines
    assert len(lines) > 5
    assert {line.block for line in lines} == {0}
    assert " ".join(line.text for line in lines) == words
    assert all(line.x1 <= 530 for line in lines)


def test_rtf_is_read_with_its_code_page_and_looks() -> None:
    data = (
        rb"{\rtf1\ansi\ansicpg1251{\fonttbl{\f0\fcharset204 Times;}}{\info{\title Kept Title}}"
        rb"{\pard\qc\b\fs36 \'c7\'e0\'e3\'ee\'eb\'ee\'e2\'ee\'ea\par}\fs22 Ann \u1070?\'fe{\*\unknown gone}\par}"
    )
    layout = open_layout(data)
    title, author = layout.pages[0].lines
    assert (title.text, title.size, title.bold) == ("Заголовок", 18.0, True)
    assert author.text == "Ann Юю"
    assert (layout.format, layout.properties.title) == ("rtf", "Kept Title")


def test_html_has_blocks_and_headings_and_no_scripts() -> None:
    page = (
        "<!doctype html><html lang=es><head><title>Kept</title><script>var x = 1</script></head><body>"
        "<h1>Habits of Foxes</h1><p>Ann <b>Author</b><sup>1</sup><br>University</p><nav>Menu</nav></body></html>"
    )
    layout = open_layout(page.encode())
    assert texts_of(layout) == ["Habits of Foxes", "Ann Author1", "University"]
    heading, author, _ = layout.pages[0].lines
    assert heading.size > author.size
    assert heading.bold
    assert [author.text[s.start : s.end] for s in author.spans if s.raised] == ["1"]
    assert (layout.format, layout.properties.title, layout.properties.language) == (
        "html",
        "Kept",
        "es",
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1251"])
def test_plain_text_in_any_encoding(encoding: str) -> None:
    text = (
        "Модульный генератор\n\nУлитин К. А.\n\n"
        + "Задача генератора состоит в преобразовании.\n" * 9
    )
    layout = open_layout(text.encode(encoding))
    assert texts_of(layout)[:2] == ["Модульный генератор", "Улитин К. А."]
    assert layout.format == "text"


def test_plain_text_keeps_indents_blocks_and_pages() -> None:
    layout = open_layout((TEXT + "\f" + "Second page\n").encode())
    assert len(layout.pages) == 2
    title, author = layout.pages[0].lines[:2]
    assert author.x0 > title.x0
    assert author.block != title.block


@pytest.mark.skipif(not shutil.which("gs"), reason="Ghostscript is not installed")
def test_postscript_is_drawn_and_read_like_a_pdf() -> None:
    data = (
        b"%!PS-Adobe-2.0\n/Times-Roman findfont 14 scalefont setfont\n72 700 moveto (Habits of Foxes) show\n"
        b"72 680 moveto (by Ann Author of the University of Examples) show\nshowpage\n"
    )
    layout = open_layout(gzip.compress(data))
    assert texts_of(layout) == ["Habits of Foxes", "by Ann Author of the University of Examples"]
    assert (layout.format, layout.pages[0].lines[0].size) == ("ps", 14.0)


def test_old_word_files_are_read_from_what_antiword_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    docbook = (
        "<?xml version='1.0'?><!DOCTYPE book PUBLIC 'x' 'y'><book><bookinfo><title>Kept</title><date>2003-01-29</date>"
        "</bookinfo><chapter><title/><para><emphasis role='bold'>Habits of Foxes</emphasis></para><para>Ann Author"
        "<superscript>1</superscript><footnote><para>University of Examples</para></footnote> and others</para>"
        "</chapter></book>"
    )
    monkeypatch.setattr(doc, "is_installed", lambda program: True)
    monkeypatch.setattr(doc, "run_program", lambda *args, **more: docbook.encode())
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "WordDocument".encode("utf-16-le")
    layout = open_layout(data)
    assert texts_of(layout) == [
        "Habits of Foxes",
        "Ann Author1 and others",
        "University of Examples",
    ]
    assert layout.pages[0].lines[0].bold
    assert (layout.format, layout.properties.title, layout.properties.created) == (
        "doc",
        "Kept",
        "2003-01-29",
    )


def test_each_kind_may_be_gzipped() -> None:
    for data, kind in (
        (printing.pdf(printing.two_columns), "pdf"),
        (printing.docx("<w:p><w:r><w:t>Words</w:t></w:r></w:p>"), "docx"),
        (TEXT.encode(), "text"),
        (b"<html><body><p>Words of a page</p></body></html>", "html"),
    ):
        assert open_layout(gzip.compress(data)).format == kind


def test_the_name_says_nothing() -> None:
    data = printing.pdf(printing.two_columns)
    assert open_layout(data, name="paper.doc").format == "pdf"
    assert open_layout(TEXT.encode(), name="paper.pdf").format == "text"


def test_a_pdf_in_front_of_or_behind_other_things_is_a_pdf() -> None:
    data = printing.pdf(printing.two_columns)
    assert open_layout(b"\r\n\0junk of a mail program\n" + data).format == "pdf"
    # A zip file may have anything before it: the same bytes are a PDF and an archive.
    assert open_layout(data + printing.zipped({"a.txt": "words"})).format == "pdf"


def test_what_is_written_about_pdf_is_no_pdf() -> None:
    page = b"<html><body><p>A PDF file starts with</p><pre>%PDF-1.4</pre><p>and so on.</p></body></html>"
    assert kinds_of(page) == ["html", "pdf"]
    assert open_layout(page).format == "html"
    assert open_layout((TEXT * 20 + "%PDF-1.4 is its mark").encode()).format == "text"


def test_what_is_no_document_has_its_status() -> None:
    assert status_of(b"") is Status.EMPTY
    assert status_of(gzip.compress(b"")) is Status.EMPTY
    assert status_of(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8) is Status.UNKNOWN_FORMAT
    assert status_of(printing.zipped({"a.txt": "words"})) is Status.UNKNOWN_FORMAT
    assert status_of(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)) is Status.UNKNOWN_FORMAT
    assert status_of(b"   \n\n \n") is Status.EMPTY
    assert status_of(printing.pdf(lambda page: None)) is Status.EMPTY


def encrypted(*, user: str) -> bytes:
    document = FPDF(unit="pt")
    document.set_encryption(owner_password="owner", user_password=user)
    document.add_page()
    printing.write(document, 60, 60, printing.BODY[0])
    return bytes(document.output())


def test_a_pdf_that_anybody_may_open_is_opened_and_a_locked_one_is_not() -> None:
    assert texts_of(open_layout(encrypted(user=""))) == [printing.BODY[0]]
    assert status_of(encrypted(user="secret")) is Status.ENCRYPTED


def test_a_file_may_be_read_from_its_place(tmp_path: Path) -> None:
    path = tmp_path / "paper.txt"
    path.write_bytes(printing.pdf(printing.two_columns))
    with path.open("rb") as stream, mmap(stream.fileno(), 0, access=ACCESS_READ) as data:
        assert open_layout(data, name=path.name).format == "pdf"
    with pytest.raises(Unreadable, match="password"):
        open_layout(encrypted(user="secret"))
    with pytest.raises(Unreadable) as caught:
        open_layout(b"")
    assert caught.value.status is Status.EMPTY
