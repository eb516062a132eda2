"""What do GROBID's other clients read out of our TEI?  python tools/check_clients.py DIR

DIR has the files that `extract --format tei --out DIR` wrote, or answers of `POST /api/processFulltextDocument` with `segmentSentences=1` and
`teiCoordinates=s`, as LangChain's client asks: it reads nothing else. Run it in an environment of its own that has the clients: `pip install
grobid_tei_xml scipdf_parser grobid-client langchain-community beautifulsoup4 lxml`; what is not installed is passed over. `s2orc-doc2json` is in no registry:
its rule for citations (each `ref` of the body leads to an entry of the list that has a title) is applied here. Exit code 1 when a client fails at a file.
"""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

_TEI = "{http://www.tei-c.org/ns/1.0}"
_ID = "{http://www.w3.org/XML/1998/namespace}id"
Reader = Callable[[Path], dict[str, int]]
"""A file in; how many of each thing the client found there out."""


def main(folder: str) -> int:
    """Print for each client how many files it reads, and in how many it finds each thing."""
    files = sorted(Path(folder).rglob("*.xml"))
    failed = 0
    for name, make in CLIENTS.items():
        try:
            read = make()
        except ImportError as error:
            print(f"{name}: not installed ({error})")
            continue
        failed += _try(name, read, files)
    return 1 if failed or not files else 0


def _try(name: str, read: Reader, files: list[Path]) -> int:
    sums: Counter[str] = Counter()
    having: Counter[str] = Counter()
    problems = []
    for path in files:
        try:
            found = read(path)
        except Exception as error:  # noqa: BLE001 — a client's own; it is what is to be told
            problems.append(f"{path.name}: {type(error).__name__}: {error}")
            continue
        sums.update(found)
        having.update(key for key, count in found.items() if count)
    print(f"{name}: {len(files) - len(problems)} of {len(files)} files are read")
    for key, count in sums.items():
        print(f"  {key}: in {having[key]} files, {count} in all")
    for problem in problems[:5]:
        print(f"  {problem[:200]}")
    return len(problems)


def _grobid_tei_xml() -> Reader:
    from grobid_tei_xml import parse_document_xml  # noqa: PLC0415

    def read(path: Path) -> dict[str, int]:
        found: Any = parse_document_xml(path.read_text("utf-8"))
        return {
            "titles": bool(found.header.title),
            "authors": len(found.header.authors),
            "abstracts": bool(found.abstract),
            "bodies": bool(found.body),
            "citations": len(found.citations or ()),
            "MD5": bool(found.pdf_md5),
            "times of reading": bool(found.grobid_timestamp),
        }

    return read


def _langchain(*, by_sentence: bool) -> Reader:
    from langchain_community.document_loaders.parsers.grobid import GrobidParser  # noqa: PLC0415

    def read(path: Path) -> dict[str, int]:
        parser = GrobidParser.__new__(GrobidParser)  # making one asks a server whether it is there
        pieces = list(parser.process_xml(str(path), path.read_text("utf-8"), by_sentence))
        return {
            "pieces": len(pieces),
            "pieces with the paper's title": sum(
                bool(one.metadata["paper_title"]) for one in pieces
            ),
            "sections": len({one.metadata["section_title"] for one in pieces}),
            "pieces with boxes": sum(one.metadata["bboxes"] != "[]" for one in pieces),
        }

    return read


def _scipdf() -> Reader:
    from bs4 import BeautifulSoup  # noqa: PLC0415

    # Its package imports more than the module that reads TEI needs.
    package = importlib.util.find_spec("scipdf")
    if package is None or not package.submodule_search_locations:
        raise ImportError("scipdf")
    place = Path(package.submodule_search_locations[0]) / "pdf" / "parse_pdf.py"
    spec = importlib.util.spec_from_file_location("scipdf_parse_pdf", place)
    if spec is None or spec.loader is None:
        raise ImportError("scipdf")
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def read(path: Path) -> dict[str, int]:
        found = module.convert_article_soup_to_dict(BeautifulSoup(path.read_bytes(), "lxml"))
        return {
            "titles": bool(found["title"]),
            "authors": bool(found["authors"]),
            "abstracts": bool(found["abstract"]),
            "sections": len(found["sections"]),
            "sections with a heading": sum(bool(one["heading"]) for one in found["sections"]),
            "references": len(found["references"]),
        }

    return read


def _generated() -> Reader:
    from grobid_client.types import TEI  # noqa: PLC0415

    def read(path: Path) -> dict[str, int]:
        with path.open("rb") as stream:
            found: Any = TEI.parse(stream, figures=False)
        pieces = [piece for part in found.sections for piece in part.paragraphs]
        texts = [text for one in pieces for text in (one if isinstance(one, list) else [one])]
        return {
            "identifiers": bool(found.identifier),
            "titles": bool(found.title),
            "sections": len(found.sections),
            "citations": len(found.citations.additional_properties),
            "calls of citations": sum(len(text.refs or ()) for text in texts),
        }

    return read


def _s2orc() -> Reader:
    from lxml import etree  # noqa: PLC0415

    def read(path: Path) -> dict[str, int]:
        document = etree.parse(str(path))
        entries = {
            f"#{entry.get(_ID)}"
            for entry in document.iterfind(f".//{_TEI}listBibl/{_TEI}biblStruct")
            if any("".join(title.itertext()).strip() for title in entry.iter(f"{_TEI}title"))
        }
        body = document.find(f".//{_TEI}body")
        calls = [] if body is None else body.findall(f".//{_TEI}ref[@type='bibr']")
        return {
            "entries with a title": len(entries),
            "calls": len(calls),
            "calls that lead to one": sum(call.get("target") in entries for call in calls),
        }

    return read


CLIENTS: dict[str, Callable[[], Reader]] = {
    "grobid_tei_xml": _grobid_tei_xml,
    "scipdf_parser": _scipdf,
    "grobid-client (generated)": _generated,
    "LangChain's GrobidParser, by paragraph": lambda: _langchain(by_sentence=False),
    "LangChain's GrobidParser, by sentence": lambda: _langchain(by_sentence=True),
    "s2orc-doc2json, by its rule": _s2orc,
}

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
