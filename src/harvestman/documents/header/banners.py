"""Where a paper appeared, as its first page prints it: proceedings and journal lines, "ACM Reference Format", copyright lines.

Such lines stand at the very top or at the foot of the first page, away from the title; those that go on in the next line are read
together. A template's own words ("Journal of LaTeX Class Files") are nobody's journal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from harvestman.documents.header.found import Found
from harvestman.documents.header.front import Front, FrontLine
from harvestman.documents.layout.lines import Role
from harvestman.text import squeeze

_TOP, _FOOT = 0.09, 0.76  # of the page's height
_LAST_LINES = 3  # of the page: they may be as large as the text
_FOOT_LINES = 4
_BEGINS = 40  # characters of a block: what is named later is named by another sentence
CITED_AS = re.compile(
    r"(?i)^\W*(?:ACM reference format|to cite this article|to cite this|cite this(?: article| as)?|cite as|please cite(?: this)?(?: article| paper)? as|citation(?=:)"
    r"|para citar(?: este art[íi]culo)?|cómo citar(?: este art[íi]culo)?|como citar(?: este artigo)?|как цитировать|для цитирования)\b[\s:.]*"
)
CITED_LINES = 6
_QUOTE = 300
_LONGEST_BLOCK = 900

_MEETING = (
    r"(?:Conference|Workshop|Symposium|Meeting|Congress|Colloquium|Forum|School|Challenges?"
    r"|Congreso|Jornadas?|Simposio|Simpósio|Encuentro|Taller|Congresso|Tagung|Конференци[ияй]|конференци[ияй]|семинар[а]?)"
)
# "Proceedings of the 24th Meeting of …, pages 1-12", "Actas de las XX Jornadas …", «Труды 12-й конференции …».
_PROCEEDINGS = re.compile(
    r"\b(?:(?:Proceedings|Proc\.) (?:of|on)|(?:Actas|Memorias|Anais|Actes) d|Tagungsband|Труды|Материалы|Сборник)"
    r"[^.;|©]{8,180}"
)
# "37th Conference on Neural Information Processing Systems (NeurIPS 2023)", "DyNN workshop at the 39th International Conference on …".
_NUMBERED = re.compile(
    rf"\b(?:\d{{1,3}} ?(?:st|nd|rd|th|-[йая]+|[ºª°])|[XVI]{{1,6}}|(?:19|20)\d\d IEEE(?:/ACM)?) [^.;|©]{{0,80}}?\b{_MEETING}\b[^.;|©]{{0,140}}"
)
# "CHI 2007, April 28-May 3, 2007, San Jose, California, USA."
_ACRONYM = re.compile(
    r"\b[A-Z][A-Za-z&+/-]{2,14} ?(?:(?:19|20)\d\d|[’'`]\d\d)(?=, [A-Z][a-z]{2,8}\.? \d{1,2})"
)
# "JMLR: Workshop and Conference Proceedings 25:65-79, 2012", "Computers & Education 59 (2012) 661-686", "Revista X, Vol. 3, No. 2, 2015".
_VOLUME = re.compile(
    r"^(?P<name>[^\W\d_][^\d©|;]{4,110}?),?[ ]+"
    r"(?:(?:vol(?:ume|umen)?|том|т|v)\.? ?(?:\d{1,4}|[IVXL]{1,7})\b|\d{1,4}(?= ?(?:\((?:19|20)\d\d\)|:\d)))",
    re.IGNORECASE,
)
_RANGE = re.compile(
    r"(?i)(?:\bpages|\bpp\.?|\bpágs?\.?|\bpáginas|\bс\.|\bстр\.|(?<=\d):|\)|,) ?(\d{1,5}) ?[-–—] ?(\d{1,5})\b"
)
_YEAR = re.compile(r"(?<!\d)(?:19[6-9]|20[0-4])\d(?!\d)")
_COPYRIGHT = re.compile(
    r"(?i)(?:copyright|©|\(c\))[\s©(c)]{0,6}((?:19[6-9]|20[0-4])\d)(?!\d)|(?:/\d\d/)?\$\d{1,3}\.00 ?© ?((?:19|20)\d\d)"
)
_TEMPLATE = re.compile(
    r"(?i)latex? ?(?:x )?class files|lat ?x class|name of the journal|journal name|conference[’'` ]?(?:19|20)?xx|proceedings title|your conference"
)
_SUBMITTED = re.compile(
    r"(?i)\b(?:submitted|under review|preprint|draft|in submission|to appear)\b"
)
_ENDS = re.compile(
    r"(?i)[,;:]? (?:pages?|pp\.?|págs?\.?|páginas|стр\.|с\.)(?: ?\d.*)?$|[,;]? (?:copyright|©).*$|\s?\((?:pp?|pages)\b.*$|, \d+ pages.*$"
)


@dataclass(frozen=True, slots=True)
class Banner:
    """Where and when a paper appeared; None for what is not printed."""

    venue: Found[str] | None = None
    pages: Found[str] | None = None
    year: Found[int] | None = None


def find_banner(front: Front) -> Banner:
    """The proceedings or journal that the first page names, the pages there, and the year."""
    venue = pages = year = None
    for lines in _blocks(front):
        text = squeeze(" ".join(line.line.text for line in lines))[:_LONGEST_BLOCK]
        if _TEMPLATE.search(text):
            continue
        page, quote = lines[0].line.page, text[:_QUOTE]
        name = "" if _SUBMITTED.search(text) else _venue(text)
        if name and venue is None:
            venue = Found(name, 0.75, page, quote)
            if spread := _RANGE.search(text):
                first, last = int(spread[1]), int(spread[2])
                if first < last:
                    pages = Found(f"{first}-{last}", 0.75, page, quote)
            if printed := _last_year(text):
                year = Found(printed, 0.8, page, quote)
        if year is None and (owned := _COPYRIGHT.search(text)):
            year = Found(int(owned[1] or owned[2]), 0.6, page, quote)
    return Banner(venue, pages, year)


def _blocks(front: Front) -> Iterator[list[FrontLine]]:
    """Lines of the first page that may name where it appeared, those of one sentence together."""
    first = [line for line in front.lines if line.page == 0]
    if not first or not front.pages:
        return
    height = front.pages[0].height or 1.0
    for at, line in enumerate(first):
        if CITED_AS.match(squeeze(line.line.text)):
            yield first[at : at + CITED_LINES]
    for at, line in enumerate(first):
        share = line.line.y0 / height
        is_small = line.line.size < front.body_size - 0.3 or at >= len(first) - _LAST_LINES
        if line.line.role is Role.HEAD or (at < 4 and share < _TOP):
            yield [line]
        elif line.line.role is Role.FOOT or (share > _FOOT and is_small):
            yield first[at : at + _FOOT_LINES]


def _venue(text: str) -> str:
    """The name of the proceedings or the journal; "" when none is named."""
    for pattern in (_VOLUME, _PROCEEDINGS, _NUMBERED, _ACRONYM):
        match = pattern.search(text)
        if match and (match.start() < _BEGINS or CITED_AS.match(text)):
            name = match["name"] if "name" in pattern.groupindex else match.group()
            name = _ENDS.sub("", squeeze(name)).strip(" ,;:.-–—")
            if len(name) >= 5:
                return name
    return ""


def _last_year(text: str) -> int | None:
    years = _YEAR.findall(text)
    return int(years[-1]) if years else None
