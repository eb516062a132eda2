"""Reading BibTeX: entries with their fields, then papers.

Small on purpose: entries in braces or parentheses, values in braces, quotes or bare, joined by `#`, and `@string`
abbreviations. `@comment` and `@preamble` are passed over, as is all text between entries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from harvestman.formats.entries import FaultyEntry, FileEntry
from harvestman.formats.fields import TALK_NOTE, clean, clean_url, from_date_parts
from harvestman.formats.latex import from_latex
from harvestman.model import Author, Kind, Paper
from harvestman.text import Name, find_year

_KINDS = {
    **dict.fromkeys(("inproceedings", "conference"), Kind.CONFERENCE_PAPER),
    "article": Kind.JOURNAL_ARTICLE,
    **dict.fromkeys(("book", "mvbook", "proceedings", "collection"), Kind.BOOK),
    **dict.fromkeys(("incollection", "inbook"), Kind.CHAPTER),
    **dict.fromkeys(("thesis", "phdthesis", "mastersthesis"), Kind.THESIS),
    **dict.fromkeys(("techreport", "report"), Kind.REPORT),
}
_MONTHS = {name: str(i) for i, name in enumerate(
    "jan feb mar apr may jun jul aug sep oct nov dec".split(), start=1
)}  # fmt: skip
_ENTRY = re.compile(r"@\s*([A-Za-z]+)\s*([{(])")
_NEXT = re.compile(r"\n[ \t]*(?=@\s*[A-Za-z]+\s*[{(])")
_KEY = re.compile(r"\s*+([^\s,{}()=]*+)\s*+(,|(?=[})]))")
_FIELD = re.compile(r"[\s,]*([A-Za-z][\w:.-]*)\s*=\s*")
_END = re.compile(r"[\s,]*[})]")
_BARE = re.compile(r"[^\s,{}()#\"=]+")
_JOIN = re.compile(r"\s*#\s*")
_BRACES = re.compile(r'[{}"]')
_MOST_ABBREVIATED = 20_000_000  # characters in all that abbreviations stand for
_MOST_FAULTS = 20


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry as it stands, its values without their outer braces or quotes; names of fields in lower case."""

    type: str
    key: str
    fields: dict[str, str]


class _Fault(Exception):
    """A place at which the text stops being BibTeX, and what was expected there."""

    def __init__(self, position: int, wanted: str) -> None:
        self.position = position
        self.wanted = wanted


class _Abbreviations:
    """The `@string` values of a file, which may stand for only so much text: they can be made of each other, and double each time."""

    def __init__(self) -> None:
        self.values = dict(_MONTHS)
        self._left = _MOST_ABBREVIATED

    def text_of(self, name: str, position: int) -> str:
        """What a bare word stands for; the word itself when it is no abbreviation."""
        text = self.values.get(name.lower(), name)
        self._left -= len(text)
        if self._left < 0:
            raise _Fault(position, "an abbreviation that does not grow without end")
        return text


def read_papers(text: str) -> Iterator[FileEntry | FaultyEntry]:
    """The papers of a BibTeX file, by their citation keys."""
    for number, (line, entry) in enumerate(read_entries(text), start=1):
        if isinstance(entry, str):
            yield FaultyEntry(f"line {line}", entry)
        else:
            yield FileEntry(entry.key or str(number), f"line {line}", _paper(entry))


def read_entries(text: str) -> Iterator[tuple[int, Entry | str]]:
    """The entries with the lines on which they begin; a sentence in place of one that cannot be understood."""
    strings = _Abbreviations()
    position = counted = faults = following = 0
    line = 1
    while match := _ENTRY.search(text, position):
        line += text.count("\n", counted, match.start())
        counted = match.start()
        if faults and following < match.end():
            following = _next_line(text, match.end())
        # An entry without its end is looked through to the end of the file. Where there are many of these, to the next entry only.
        ends = following if faults > _MOST_FAULTS else len(text)
        try:
            entry, position = _read_entry(text, match, strings, ends)
        except _Fault as fault:
            faults += 1
            at = line + text.count("\n", match.start(), fault.position)
            yield line, f"Line {at} is not valid BibTeX: {fault.wanted} was expected."
            if following < match.end():
                following = _next_line(text, match.end())
            position = following  # what follows is judged anew
            continue
        if entry is not None:
            yield line, entry


def _next_line(text: str, position: int) -> int:
    """Where the next line that begins an entry begins, or the text ends."""
    found = _NEXT.search(text, position)
    return found.start() if found else len(text)


def _read_entry(
    text: str, match: re.Match[str], strings: _Abbreviations, ends: int
) -> tuple[Entry | None, int]:
    """The entry that begins here and has its end before `ends`, None for what is no paper; and the place behind it."""
    kind, position = match[1].lower(), match.end()
    if kind in ("comment", "preamble"):
        return None, _closing(text, position, ends)
    if kind == "string":
        fields, position = _read_fields(text, position, strings, ends)
        strings.values |= fields
        return None, position
    key = _KEY.match(text, position)
    if key is None:
        raise _Fault(position, "a citation key")
    fields, position = _read_fields(text, key.end(), strings, ends)
    return Entry(kind, key[1], fields), position


def _read_fields(
    text: str, position: int, strings: _Abbreviations, ends: int
) -> tuple[dict[str, str], int]:
    fields: dict[str, str] = {}
    while True:
        if end := _END.match(text, position):
            return fields, end.end()
        field = _FIELD.match(text, position)
        if field is None:
            raise _Fault(position, "a field or the end of the entry")
        value, position = _read_value(text, field.end(), strings, ends)
        fields.setdefault(field[1].lower(), value)


def _read_value(text: str, position: int, strings: _Abbreviations, ends: int) -> tuple[str, int]:
    parts = []
    while True:
        if text.startswith("{", position):
            end = _closing(text, position + 1, ends)
            parts.append(text[position + 1 : end - 1])
        elif text.startswith('"', position):
            end = _closing(text, position + 1, ends, '"')
            parts.append(text[position + 1 : end - 1])
        elif bare := _BARE.match(text, position):
            end = bare.end()
            parts.append(strings.text_of(bare[0], position))
        else:
            raise _Fault(position, "a value")
        join = _JOIN.match(text, end)
        if join is None:
            return "".join(parts), end
        position = join.end()


def _closing(text: str, position: int, ends: int, closing: str = "}") -> int:
    """The place behind the brace or quote that ends what began before `position`; inner braces are balanced."""
    depth = 0
    for match in _BRACES.finditer(text, position, ends):
        if depth == 0 and match[0] == closing:
            return match.end()
        depth += {"{": 1, "}": -1, '"': 0}[match[0]]
        if depth < 0:
            break
    raise _Fault(position, f"the {closing} that ends what begins here")


def split_outside_braces(text: str, separator: str) -> list[str]:
    """The parts of a list whose separator (a pattern) counts only outside braces."""
    parts = [""]
    depth = 0
    for piece in re.split(rf"({separator}|[{{}}])", text, flags=re.IGNORECASE):
        depth += {"{": 1, "}": -1}.get(piece, 0)
        if depth == 0 and re.fullmatch(separator, piece, re.IGNORECASE):
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _paper(entry: Entry) -> Paper:
    def text(*names: str) -> str:
        return next((clean(from_latex(entry.fields[n])) for n in names if n in entry.fields), "")

    def address(name: str) -> str:
        return clean_url(entry.fields.get(name, ""))

    is_arxiv = text("archiveprefix", "eprinttype").lower() == "arxiv"
    kind = _KINDS.get(entry.type, Kind.PREPRINT if is_arxiv else Kind.OTHER)
    if kind in (Kind.PREPRINT, Kind.OTHER) and text("note") == TALK_NOTE:
        kind = Kind.TALK
    year, date = from_date_parts(
        _date_parts(text("year"), text("month"), text("day"), text("date"))
    )
    names = split_outside_braces(" ".join(entry.fields.get("author", "").split()), r"\sand\s")
    keywords = split_outside_braces(entry.fields.get("keywords", ""), "[,;]")
    return Paper(
        title=text("title"),
        authors=tuple(author for raw in names if (author := _read_name(raw)).name),
        year=year,
        date=date,
        doi=address("doi"),
        arxiv=address("eprint") if is_arxiv else "",
        isbn=text("isbn"),
        issn=text("issn"),
        pdf=address("pdf"),
        url=address("url"),
        venue=text("booktitle", "journal", "journaltitle", "series", "howpublished"),
        volume=text("volume"),
        issue=text("number", "issue"),
        pages=re.sub(r"-{2,}", "-", text("pages")),
        publisher=text("publisher", "institution", "school"),
        abstract=text("abstract"),
        keywords=tuple(k for keyword in keywords if (k := clean(from_latex(keyword)))),
        language=text("language", "langid"),
        kind=str(kind),
    )


def _date_parts(year: str, month: str, day: str, date: str) -> tuple[int, ...]:
    if not year and (match := re.match(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?", date)):
        return tuple(int(part) for part in match.groups() if part)
    number = int(year) if re.fullmatch(r"-?[0-9]+", year) else find_year(year)
    if number is None:
        return ()
    month = _MONTHS.get(month[:3].lower(), month)
    if not re.fullmatch(r"[0-9]{1,2}", month):
        return (number,)
    return (
        (number, int(month), int(day)) if re.fullmatch(r"[0-9]{1,2}", day) else (number, int(month))
    )


def _read_name(raw: str) -> Author:
    raw = raw.strip()
    if raw.startswith("{") and raw.endswith("}"):  # an organisation, or a name that stays whole
        return Author(clean(from_latex(raw)))
    parts = [clean(from_latex(part)) for part in split_outside_braces(raw, ",")]
    if len(parts) == 1:
        return Author(parts[0])
    family, given, suffix = (
        (parts[0], parts[1], "") if len(parts) == 2 else (parts[0], parts[2], parts[1])
    )
    return Author(clean(str(Name(given, family, suffix))), family=family)
