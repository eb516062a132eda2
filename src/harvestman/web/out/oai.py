"""`/oai`: the library's papers for those who copy it, by the protocol OAI-PMH 2.0.

A record is a paper with the moment of its last change; papers that were merged or removed stay as deleted records. Sets are years,
events and venues. Everything is a question to the library: the server keeps no state of a harvest (`oai_arguments.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from itertools import islice
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, Request, Response
from lxml import etree

from harvestman.formats import xml_text
from harvestman.store import Library, PaperRecord, sets_of
from harvestman.web.front.errors import TooLarge
from harvestman.web.front.keys import KEY, allow
from harvestman.web.out.oai_arguments import (
    TOKEN,
    TOKEN_LIFE,
    Objection,
    check_arguments,
    list_question,
    read_place,
    set_spec,
    write_place,
    write_token,
)
from harvestman.web.out.oai_formats import FORMATS, RecordFormat
from harvestman.web.service import Service

PATH = "/oai"
RECORDS_A_PAGE = 100
SETS_A_PAGE = 200

_OAI = "http://www.openarchives.org/OAI/2.0/"
_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_LOCATION = f"{{{_XSI}}}schemaLocation"
_ID = re.compile(r"oai:[^:\s]+:([a-z0-9]{8,64})")
_MAIL = re.compile(r"[^\s@]+@[^\s@]+")
_MAX_FORM = 20_000
_FORM = "application/x-www-form-urlencoded"
_MEDIA_TYPE = "text/xml; charset=utf-8"


def oai_router(service: Service) -> APIRouter:
    """The one address of the protocol, asked by GET or by a form."""
    router = APIRouter(tags=["oai-pmh"], dependencies=[Depends(allow(service, "feed"))])
    responses: dict[int | str, dict[str, object]] = {
        200: {"content": {"text/xml": {}}, "description": "An answer of OAI-PMH 2.0, or its error."}
    }

    @router.get(PATH, responses=responses)
    async def ask(request: Request) -> Response:
        """Answer a verb of OAI-PMH: Identify, ListMetadataFormats, ListSets, ListIdentifiers, ListRecords, GetRecord."""
        return await answer(request, request.url.query)

    @router.post(PATH, responses=responses)
    async def ask_by_form(request: Request) -> Response:
        """The same, with the arguments in a form."""
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > _MAX_FORM:
                raise TooLarge(_MAX_FORM)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        return await answer(request, body.decode(errors="replace") if kind == _FORM else "")

    async def answer(request: Request, text: str) -> Response:
        pairs = [pair for pair in parse_qsl(text, keep_blank_values=True) if pair[0] != KEY]
        asked = _Asked(
            service.library,
            base=f"{str(request.base_url).rstrip('/')}{PATH}",
            contact=service.settings.contact,
            now=service.clock.now(),
        )
        return Response(await service.run(asked.answer, pairs), media_type=_MEDIA_TYPE)

    return router


class _Asked:
    """One request of the protocol."""

    def __init__(self, library: Library, *, base: str, contact: str, now: datetime) -> None:
        self._library = library
        self._base = base
        self._host = re.sub(r"^\w+://|[:/].*$", "", base) or "localhost"
        self._contact = contact
        self._now = now

    def answer(self, pairs: list[tuple[str, str]]) -> bytes:
        """The whole document."""
        names = {None: _OAI, "xsi": _XSI}
        root = etree.Element(f"{{{_OAI}}}OAI-PMH", nsmap=names)
        root.set(_LOCATION, f"{_OAI} {_OAI}OAI-PMH.xsd")
        _add(root, "responseDate", _stamp(self._now))
        request = _add(root, "request", self._base)
        try:
            given = check_arguments(pairs)
            content = self._answer(given)
        except Objection as objection:
            if objection.code not in ("badVerb", "badArgument"):
                _set_all(request, dict(pairs))
            _add(root, "error", str(objection)).set("code", objection.code)
        else:
            _set_all(request, given)
            root.append(content)
        return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8"))

    def _answer(self, given: Mapping[str, str]) -> etree._Element:
        verb = given["verb"]
        content = etree.Element(f"{{{_OAI}}}{verb}", nsmap={None: _OAI})
        if verb == "Identify":
            self._identify(content)
        elif verb == "ListMetadataFormats":
            self._list_formats(content, given.get("identifier"))
        elif verb == "ListSets":
            self._list_sets(content, given.get(TOKEN))
        elif verb == "GetRecord":
            self._get_record(content, given["identifier"], given["metadataPrefix"])
        else:
            self._list(content, given, with_metadata=verb == "ListRecords")
        return content

    def _identify(self, content: etree._Element) -> None:
        earliest = self._library.records.earliest() or self._now
        is_mail = _MAIL.fullmatch(self._contact)
        _add(content, "repositoryName", f"Harvestman at {self._host}")
        _add(content, "baseURL", self._base)
        _add(content, "protocolVersion", "2.0")
        # The protocol wants an address; without one it is the usual one of whoever runs the host.
        _add(content, "adminEmail", self._contact if is_mail else f"postmaster@{self._host}")
        _add(content, "earliestDatestamp", _stamp(earliest))
        _add(content, "deletedRecord", "persistent")
        _add(content, "granularity", "YYYY-MM-DDThh:mm:ssZ")

    def _list_formats(self, content: etree._Element, identifier: str | None) -> None:
        record = self._record(identifier) if identifier is not None else None
        for prefix, form in FORMATS.items():
            if record and record.paper and form.record(self._library, record.paper) is None:
                continue
            element = _add(content, "metadataFormat")
            _add(element, "metadataPrefix", prefix)
            _add(element, "schema", form.schema)
            _add(element, "metadataNamespace", form.namespace)

    def _list_sets(self, content: etree._Element, token: str | None) -> None:
        first = read_place(token, now=self._now) if token is not None else 0
        sets = list(islice(self._library.records.sets(), first, first + SETS_A_PAGE + 1))
        if not sets:
            code = "badResumptionToken" if first else "noSetHierarchy"
            raise Objection(code, "There are no sets, because there are no papers.")
        for one, name in sets[:SETS_A_PAGE]:
            element = _add(content, "set")
            _add(element, "setSpec", set_spec(one))
            _add(element, "setName", name)
        has_more = len(sets) > SETS_A_PAGE
        following = write_place(first + SETS_A_PAGE, now=self._now) if has_more else ""
        self._add_token(content, following, first)

    def _get_record(self, content: etree._Element, identifier: str, prefix: str) -> None:
        record, form = self._record(identifier), _format(prefix)
        if form.needs_file and record.had_file:
            record = replace(record, paper=None)
        if not self._add_record(content, record, form):
            raise Objection(
                "cannotDisseminateFormat", f"No document of this paper is held: no {prefix}."
            )

    def _list(
        self, content: etree._Element, given: Mapping[str, str], *, with_metadata: bool
    ) -> None:
        question = list_question(given, now=self._now)
        form = _format(question.prefix)
        query = replace(question.query, with_file=form.needs_file)
        found, has_more = self._library.records.page(query, RECORDS_A_PAGE)
        if not found and TOKEN not in given:
            raise Objection("noRecordsMatch", "No record fits.")
        for record in found:
            if with_metadata:
                self._add_record(content, record, form)
            else:
                self._add_header(content, record)
        count = question.given + len(found)
        following = ""
        if has_more:
            following = write_token(question, found[-1].place, count, now=self._now)
        self._add_token(content, following, question.given)

    def _add_token(self, content: etree._Element, token: str, cursor: int) -> None:
        """Where the list goes on; the last piece of several has an empty one."""
        if token:
            element = _add(content, TOKEN, token)
            element.set("expirationDate", _stamp(self._now + TOKEN_LIFE))
            element.set("cursor", str(cursor))
        elif cursor:
            _add(content, TOKEN).set("cursor", str(cursor))

    def _record(self, identifier: str) -> PaperRecord:
        match = _ID.fullmatch(identifier)
        record = self._library.records.one(match[1]) if match else None
        if record is None or identifier != self._identifier(record):
            raise Objection("idDoesNotExist", f"There is no record {identifier[:200]}.")
        return record

    def _identifier(self, record: PaperRecord) -> str:
        return f"oai:{self._host}:{record.id}"

    def _add_record(self, content: etree._Element, record: PaperRecord, form: RecordFormat) -> bool:
        """Add a record, if it can be had in this format."""
        root = form.record(self._library, record.paper) if record.paper else None
        if record.paper and root is None:
            return False
        element = _add(content, "record")
        self._add_header(element, record)
        if root is not None:
            _add(element, "metadata").append(root)
        return True

    def _add_header(self, parent: etree._Element, record: PaperRecord) -> None:
        header = _add(parent, "header")
        if record.paper is None:
            header.set("status", "deleted")
        _add(header, "identifier", self._identifier(record))
        _add(header, "datestamp", _stamp(record.place.moment))
        for one in sets_of(record.paper) if record.paper else ():
            _add(header, "setSpec", set_spec(one))


def _format(prefix: str) -> RecordFormat:
    if prefix not in FORMATS:
        known = ", ".join(FORMATS)
        raise Objection("cannotDisseminateFormat", f"Records can be had as {known}.")
    return FORMATS[prefix]


def _add(parent: etree._Element, name: str, text: str = "") -> etree._Element:
    element = etree.SubElement(parent, f"{{{_OAI}}}{name}")
    if text:
        element.text = xml_text(text)
    return element


def _set_all(request: etree._Element, given: Mapping[str, str]) -> None:
    for name, value in given.items():
        request.set(name, xml_text(value))


def _stamp(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
