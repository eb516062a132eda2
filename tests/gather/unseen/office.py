"""The documents of made-up sites as Word, OpenDocument, RTF and PowerPoint files: small, and built as the real programs build them."""

from __future__ import annotations

import io
import zipfile
from html import escape
from itertools import chain

from world.pdf import Spec, make_pdf

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_O = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    ' xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
)
_P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORDS = {"en": ("Abstract", "References"), "es": ("Resumen", "Referencias"), "ru": ("Аннотация", "Литература")}  # fmt: skip
_SIZES = {"title": 36, "heading": 28, "": 22}
"""Half points."""


def make_document(path: str, spec: Spec) -> bytes:
    """The file of a spec, in the format that its name says."""
    maker = {"docx": _docx, "odt": _odt, "rtf": _rtf, "pptx": _pptx}.get(path.rpartition(".")[2])
    return maker(spec) if maker else make_pdf(spec)


def _lines(spec: Spec) -> list[tuple[str, str]]:
    """Kind of paragraph and its text."""
    abstract, references = _WORDS[spec.language]
    lines = [("", spec.above), ("title", spec.title)]
    lines += chain.from_iterable(
        (("", one.name), ("", one.affiliation), ("", one.email)) for one in spec.authors
    )
    if spec.abstract:
        lines += [("heading", abstract), ("", spec.abstract)]
    lines += chain.from_iterable((("heading", head), ("", text)) for head, text in spec.sections)
    if spec.references:
        lines += [("heading", references), *(("", text) for text in spec.references)]
    return [(kind, text) for kind, text in lines if text]


def _docx(spec: Spec) -> bytes:
    styles = {"title": "Title", "heading": "Heading1", "": "Normal"}
    body = "".join(
        f'<w:p><w:pPr><w:pStyle w:val="{styles[kind]}"/></w:pPr><w:r><w:rPr><w:sz w:val="{_SIZES[kind]}"/></w:rPr>'
        f'<w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>'
        for kind, text in _lines(spec)
    )
    named = "".join(
        f'<w:style w:type="paragraph" w:styleId="{name}"><w:name w:val="{name}"/></w:style>'
        for name in styles.values()
    )
    return _zip(
        {
            "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
            "word/document.xml": f"<w:document {_W}><w:body>{body}</w:body></w:document>",
            "word/styles.xml": f"<w:styles {_W}>{named}</w:styles>",
        }
    )


def _odt(spec: Spec) -> bytes:
    names = {"title": "Title", "heading": "Heading_20_1", "": "Standard"}
    body = "".join(
        f'<text:h text:style-name="Heading_20_1" text:outline-level="1">{escape(text)}</text:h>'
        if kind == "heading"
        else f'<text:p text:style-name="{names[kind]}">{escape(text)}</text:p>'
        for kind, text in _lines(spec)
    )
    return _zip(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "content.xml": f"<office:document-content {_O}><office:body><office:text>{body}</office:text></office:body></office:document-content>",
            "styles.xml": f"<office:document-styles {_O}><office:styles/></office:document-styles>",
        }
    )


def _rtf(spec: Spec) -> bytes:
    lines = "".join(
        rf"\pard\fs{_SIZES[kind]}\b{1 if kind else 0} {_rtf_text(text)}\par" + "\n"
        for kind, text in _lines(spec)
    )
    return (
        r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Times New Roman;}}\f0" + "\n" + lines + "}"
    ).encode("ascii")


def _rtf_text(text: str) -> str:
    return "".join(one if ord(one) < 128 else rf"\u{ord(one)}?" for one in text)


def _pptx(spec: Spec) -> bytes:
    first = "\n".join(
        text for one in spec.authors for text in (one.name, one.affiliation, one.email) if text
    )
    slides = [(spec.title, first or spec.above, "ctrTitle", "subTitle")]
    slides += [(head, text, "title", "body") for head, text in spec.sections]
    files = {
        f"ppt/slides/slide{number}.xml": f"<p:sld {_P}><p:cSld><p:spTree>{_shape(kind, head)}{_shape(other, text)}</p:spTree></p:cSld></p:sld>"
        for number, (head, text, kind, other) in enumerate(slides, 1)
    }
    relations = "".join(
        f'<Relationship Id="rId{number}" Type="{_R}/slide" Target="slides/slide{number}.xml"/>'
        for number in range(1, len(slides) + 1)
    )
    shown = "".join(
        f'<p:sldId id="{255 + number}" r:id="rId{number}"/>' for number in range(1, len(slides) + 1)
    )
    return _zip(
        {
            "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
            "ppt/presentation.xml": f'<p:presentation {_P} xmlns:r="{_R}"><p:sldIdLst>{shown}</p:sldIdLst></p:presentation>',
            "ppt/_rels/presentation.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            f"{relations}</Relationships>",
            **files,
        }
    )


def _shape(kind: str, text: str) -> str:
    lines = "".join(f"<a:p><a:r><a:t>{escape(line)}</a:t></a:r></a:p>" for line in text.split("\n"))
    return f'<p:sp><p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr><p:txBody>{lines}</p:txBody></p:sp>'


def _zip(files: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()
