"""What a PDF says of itself: its Info dictionary, and its XMP packet where Info is silent.

XMP is an XML packet that stands readable in nearly all files. It is looked for in the first and last megabytes and read with
patterns: a reader of XML would need to trust a stranger's entities, and refuses the many packets that are not well-formed.
"""

from __future__ import annotations

import ctypes
import html
import re
from mmap import mmap
from typing import Any

from pypdfium2 import raw

from harvestman.documents.layout.lines import Properties
from harvestman.text import find_doi

_LONGEST = 2000
_EDGE_BYTES = 4 * 1024 * 1024
_PACKET_BYTES = 256 * 1024
_PACKET = re.compile(rb"<x:xmpmeta|<rdf:RDF")
_END = re.compile(rb"</x:xmpmeta>|</rdf:RDF>")
_ITEM = re.compile(r"<rdf:li[^>]{0,200}>([^<]{1,2000})</rdf:li>")


def read_properties(document: Any, data: bytes | mmap) -> Properties:
    """The properties of an opened file whose bytes are `data`."""
    xmp = _packet(data)
    doi = _element(xmp, "prism:doi") or _element(xmp, "pdfx:doi") or _element(xmp, "dc:identifier")
    return Properties(
        title=_info(document, "Title") or _element(xmp, "dc:title"),
        author=_info(document, "Author") or "; ".join(_elements(xmp, "dc:creator")),
        subject=_info(document, "Subject") or _element(xmp, "dc:description"),
        keywords=_info(document, "Keywords")
        or _element(xmp, "pdf:Keywords")
        or ", ".join(_elements(xmp, "dc:subject")),
        creator=_info(document, "Creator") or _element(xmp, "xmp:CreatorTool"),
        producer=_info(document, "Producer") or _element(xmp, "pdf:Producer"),
        created=_info(document, "CreationDate") or _element(xmp, "xmp:CreateDate"),
        language=_language(document) or _element(xmp, "dc:language"),
        doi=find_doi(doi) or find_doi(_info(document, "doi")) or "",
    )


def _info(document: Any, key: str) -> str:
    needed = raw.FPDF_GetMetaText(document, key.encode(), None, 0)
    if needed <= 2:
        return ""
    buffer = ctypes.create_string_buffer(min(needed, 2 * _LONGEST))
    raw.FPDF_GetMetaText(document, key.encode(), buffer, len(buffer))
    return _clean(buffer.raw.decode("utf-16-le", "replace").split("\0", 1)[0])


def _language(document: Any) -> str:
    needed = raw.FPDFCatalog_GetLanguage(document, None, 0)
    if not 2 < needed < 200:
        return ""
    buffer = (ctypes.c_ushort * needed)()
    raw.FPDFCatalog_GetLanguage(document, buffer, needed)
    return _clean(bytes(buffer).decode("utf-16-le", "replace").split("\0", 1)[0])


def _packet(data: bytes | mmap) -> str:
    """The last XMP packet: of a file that was saved again the last one is valid; pictures have theirs in the middle."""
    for begin in dict.fromkeys((max(0, len(data) - _EDGE_BYTES), 0)):
        piece = data[begin : begin + _EDGE_BYTES]
        if b"<x:xmpmeta" not in piece and b"<rdf:RDF" not in piece:
            continue
        found = [match.start() for match in _PACKET.finditer(piece)]
        for start in reversed(found):
            end = _END.search(piece, start, start + _PACKET_BYTES)
            if end:
                text = piece[start : end.end()].decode("utf-8", "replace")
                if "dc:title" in text or "CreateDate" in text:
                    return text
    return ""


def _element(xmp: str, name: str) -> str:
    values = _elements(xmp, name)
    return values[0] if values else ""


def _elements(xmp: str, name: str) -> list[str]:
    """The values of an element: its list items, its text, or the attribute that abbreviates it."""
    start = xmp.find(f"<{name}")
    if start >= 0:
        end = xmp.find(f"</{name}>", start)
        inner = xmp[start : end if end >= 0 else start]
        items = _ITEM.findall(inner)
        if not items and ">" in inner:
            items = [inner.split(">", 1)[1]]
        return [value for item in items[:50] if (value := _clean(html.unescape(item)))]
    match = re.search(rf"""\s{re.escape(name)}=["']([^"'<]{{1,2000}})["']""", xmp)
    return [_clean(html.unescape(match.group(1)))] if match else []


def _clean(value: str) -> str:
    return " ".join(value.replace("\ufeff", "").replace("\0", " ").split())[:_LONGEST]
