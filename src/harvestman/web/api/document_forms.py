"""A kept document as a whole in a format of libraries and readers: TEI, JATS, or the BibTeX of the paper that it is."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import Request, Response

from harvestman.formats import get_exporter, write_document
from harvestman.holdings import PARTS_OF_EXTRACTION
from harvestman.store import KeptDocument
from harvestman.web.api.negotiating import MEDIA_TYPES, with_etag
from harvestman.web.front.errors import Refused
from harvestman.web.front.keys import viewer
from harvestman.web.service import Service

_BIBTEX = "bibtex"
_UTF8 = "; charset=utf-8"

WHOLE_FORMS: Mapping[str, str] = {"tei": ".tei.xml", "jats": ".jats.xml", _BIBTEX: ".bib"}
"""The formats by the word that asks for them, each with the ending of its files."""


async def whole_answer(
    service: Service, request: Request, document: KeptDocument, form: str
) -> Response:
    """The document in one of `WHOLE_FORMS`; it is read first if it waits. Refused when it cannot be read, or has no title to cite."""
    for name in PARTS_OF_EXTRACTION:
        await service.part(document, name)
    document = await service.document(document.id, seen_by=viewer(request))
    text = await service.run(_written, service, document, form)
    if not text:
        raise Refused(422, "No title was found in this document: there is nothing to cite.")
    answer = Response(text.encode(errors="replace"), media_type=MEDIA_TYPES[form] + _UTF8)
    name = f"{document.id}{WHOLE_FORMS[form]}"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return with_etag(request, answer)


def _written(service: Service, document: KeptDocument, form: str) -> str:
    library = service.library
    if form == _BIBTEX:
        # What people put right and other sources say of the paper counts here too.
        ids = library.documents.papers(dict.fromkeys((document.digest, document.answer)))
        papers = [paper for one in ids if (paper := library.papers.get(one)) is not None]
        if papers:
            return "".join(get_exporter(_BIBTEX).write(papers))
    return write_document(service.holdings.extraction(document.answer, is_whole=True), form)
