"""The abstracts and the document's own keywords, by language: what stands below or behind their headings, or what the model labels so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from harvestman.documents.header.found import Found
from harvestman.documents.header.front import Front
from harvestman.documents.header.joining import join_lines
from harvestman.documents.header.tagging import LineSaid
from harvestman.documents.header.title_edges import is_classification
from harvestman.documents.layout.lines import Line, Role
from harvestman.text import fold, squeeze

_QUOTE = 300
_MAX_ABSTRACT = 6000
_MAX_LINES = 90
_MAX_KEYWORD = 80
_MIN_LETTERS = 45
# "2 Method", but not "15 miles apart", with which a line within a sentence may begin.
_NUMBERED = re.compile(r"^(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVX]{1,4}\.)\s+[^\W\d_a-zа-яё]")
_HEAD = re.compile(
    r"(?i)^\W*(?:\d+\s+)?(?:abstract|summary|resumen|resumo|аннотация|реферат|zusammenfassung|kurzfassung|r[ée]sum[ée]|摘要|executive summary)"
    r"\s*[.:—–|-]*\s*"
)
_HEAD_WORDS = 3
_HEADING_WORDS = 5
_LEAST_UNHEADED = 3
_LEAST_LETTERS = 150
"""Lines, and letters in them, of a paragraph that no heading calls an abstract."""
# "(Dated: May 3, 2019)", "(Received 4 May 1998; published 7 June 1998)".
DATED = re.compile(r"\((?:Dated|Received)\b.{0,80}\b(?:19|20)\d\d\b")
# "Аннотация. Итоговым результатом …": the mark behind the heading tells it from a sentence about abstracts.
_RUN_IN = re.compile(
    r"(?:Abstract|ABSTRACT|Summary|SUMMARY|Resumen|RESUMEN|Resumo|RESUMO|Аннотация|АННОТАЦИЯ|Реферат|Zusammenfassung|R[ée]sum[ée])\s?[.:—–][\s—–]*[^\W\d_a-zа-яё]"
)
_LANGUAGES = (
    ("abstract", "en"), ("summary", "en"), ("resumen", "es"), ("resumo", "pt"), ("аннотация", "ru"), ("реферат", "ru"),
    ("fassung", "de"), ("sum", "fr"), ("摘要", "zh"),
)  # fmt: skip
_KEYWORD_LANGUAGES = (
    ("key", "en"), ("index", "en"), ("clave", "es"), ("descriptores", "es"), ("chave", "pt"), ("ключев", "ru"),
    ("schl", "de"), ("stich", "de"), ("mots", "fr"), ("关键", "zh"),
)  # fmt: skip
_KEYWORDS_HEAD = re.compile(
    r"(?i)(?:(?<!\W)\W++)?\b(?:(?:author\s)?key\s?-?words?(?: and phrases)?|index terms|palabras?[\s-]claves?|palavras[\s-]chave|"
    r"ключевые\s+слова|schl[üu]sselw[öo]rter|schlagw[öo]rter|schlagworte|stichworte|mots[\s-]cl[ée]f?s|关键词|descriptores)\b\s*[.:—–|-]*\s*"
)
_NEXT = re.compile(
    r"(?i)^\W*(?:(?:\d+|[ivx]+)\.?\s+)?(?:introduction|introducci[óo]n|введение|einleitung|categories and subject|general terms|ccs concepts|"
    r"acm reference|jel\b|msc\b|ams\b|mathematics subject|keywords|key words|permission|copyright|1\.?\s+\w+|acknowledg|contents|resumen|"
    r"abstract|zusammenfassung|received|doi|https?:|удк|pacs|article history|correspond)"
)
_HEAD_ONLY = re.compile(r"^[\s:.—–-]+")
_SEPARATORS = re.compile(r"(?:(?<!\s)\s+)?[;•·∙|▪●◦]\s*|(?<!\s)\s+[-–—]\s+")


@dataclass(frozen=True, slots=True)
class AbstractFound:
    """One abstract of the document."""

    found: Found[str]
    language: str
    """As its heading says, else "": "Resumen" is Spanish, "Аннотация" Russian."""
    lines: tuple[int, ...]


def find_abstracts(front: Front, said: Sequence[LineSaid]) -> list[AbstractFound]:
    """The abstracts of the document, one a language; one without a heading only where it is the only one."""
    starts = [
        at
        for at, line in enumerate(said)
        if line.label == "S" and (at == 0 or said[at - 1].label != "S" or _is_new_head(front, at))
    ]
    starts += [at for at in _below_heads(front, said) if at not in starts]
    starts += [at for at in _run_in_heads(front, said) if at not in starts]
    runs = [_extent(front, said, start) for start in sorted(starts)]
    runs = [run for run in runs if sum(len(front.lines[at].folded) for at in run) >= _MIN_LETTERS]
    headed = [run for run in runs if _has_head(front, said, run[0])]
    if not headed and (unheaded := _unheaded(front) or _above_keywords(front, said)):
        runs = unheaded
    elif not headed and runs:
        runs = [max(runs, key=lambda run: sum(said[at].chances["S"] for at in run))]
    found: list[AbstractFound] = []
    for run in headed or runs:
        one = _abstract(front, said, run)
        if one.found.value and one.language not in {other.language for other in found}:
            found.append(one)
    return found


def _unheaded(front: Front) -> list[list[int]]:
    """The paragraph that some journals print without a heading: below a line of dates, above the first heading of the text."""
    for at, line in enumerate(front.lines):
        if line.page or not DATED.match(line.line.text):
            continue
        run: list[int] = []
        for below in range(at + 1, min(at + 1 + _MAX_LINES, len(front.lines))):
            here = front.lines[below]
            first = front.lines[at + 1].line
            is_other = here.line.role is not Role.TEXT or abs(here.line.size - first.size) > 0.3
            if here.page or is_other or here.line.bold != first.bold or here.starts("heading"):
                break
            run.append(below)
        if len(run) >= _LEAST_UNHEADED:
            return [run]
    return []


def _above_keywords(front: Front, said: Sequence[LineSaid]) -> list[list[int]]:
    """The paragraph without a heading that stands right above the keywords, all set alike, as in many Russian journals."""
    for at, line in enumerate(front.lines):
        if line.page or (line.starts("heading") and len(line.words) <= _HEADING_WORDS):
            break  # keywords behind the first heading stand in the foot
        if not at or not line.starts("keywords") or not _KEYWORDS_HEAD.match(line.line.text):
            continue
        base = front.lines[at - 1].line
        run: list[int] = []
        for above in range(at - 1, max(-1, at - 1 - _MAX_LINES), -1):
            here = front.lines[above]
            if here.page or said[above].label in "TAFEH" or not _is_set_as(base, here.line):
                break
            run.append(above)
        letters = sum(len(front.lines[above].folded) for above in run)
        if len(run) >= _LEAST_UNHEADED and letters >= _LEAST_LETTERS:
            return [run[::-1]]
    return []


def _is_set_as(base: Line, here: Line) -> bool:
    look = abs(base.size - here.size) <= 0.3, base.bold == here.bold, base.italic == here.italic
    return all(look) and here.role is Role.TEXT


def _abstract(front: Front, said: Sequence[LineSaid], run: Sequence[int]) -> AbstractFound:
    texts = [front.lines[at].line.text for at in run]
    texts[0] = _HEAD.sub("", texts[0])
    cut = _KEYWORDS_HEAD.search(texts[-1])
    if cut and cut.start() > 0:
        texts[-1] = texts[-1][: cut.start()]
    text = join_lines(texts)[:_MAX_ABSTRACT]
    sure = sum(said[at].chances["S"] for at in run) / len(run)
    first = front.lines[run[0]]
    found = Found(text, round(sure, 3), first.line.page, squeeze(first.line.text)[:_QUOTE])
    return AbstractFound(found, _head_language(front, run[0]), tuple(run))


def _head_language(front: Front, first: int) -> str:
    """The language of the heading in or right above this line."""
    for at in range(first, max(-1, first - 3), -1):
        text = front.lines[at].line.text
        if (at == first or len(front.lines[at].words) <= _HEAD_WORDS) and (
            head := _HEAD.match(text)
        ):
            return next((code for word, code in _LANGUAGES if word in head.group().lower()), "")
    return ""


def _run_in_heads(front: Front, said: Sequence[LineSaid]) -> list[int]:
    """The lines that begin with the heading of an abstract and go on with its text, though the model sees none."""
    return [
        at
        for at, line in enumerate(front.lines)
        if said[at].label == "O"
        and len(line.words) > _HEAD_WORDS
        and line.line.role is Role.TEXT
        and _RUN_IN.match(line.line.text)
    ]


def _below_heads(front: Front, said: Sequence[LineSaid]) -> list[int]:
    """The lines below headings of abstracts under which the model sees none."""
    found = []
    for at in range(len(front.lines) - 1):
        line, below = front.lines[at], front.lines[at + 1]
        is_head = len(line.words) <= 2 and line.starts("abstract") and said[at].label in "HO"
        if (
            is_head
            and below.page == line.page
            and said[at + 1].label == "O"
            and len(below.words) > 4
        ):
            found.append(at + 1)
    return found


def _extent(front: Front, said: Sequence[LineSaid], start: int) -> list[int]:
    """The lines of an abstract that begins here: to the next heading, or to where look and model both say that it ended."""
    run, waiting = [start], list[int]()
    is_headed = _has_head(front, said, start)
    misses = 0
    for at in range(start + 1, min(start + _MAX_LINES, len(front.lines))):
        line = front.lines[at]
        if line.page != front.lines[start].page:
            break
        if line.line.role is not Role.TEXT:
            continue
        if _ends(front, said, run, at):
            # With a heading above and one below, everything between is the abstract.
            return run + waiting if is_headed and misses < 30 else run
        if said[at].label == "S":
            run += [*waiting, at]
            waiting, misses = [], 0
            continue
        if said[at].label in "AFE" and max(said[at].chances[x] for x in "AFE") > 0.6:
            continue
        waiting.append(at)
        misses += said[at].chances["S"] < 0.3
        if misses > (12 if is_headed else 2):
            break
    return _to_sentence_end(front, run, waiting)


def _to_sentence_end(front: Front, run: list[int], waiting: Sequence[int]) -> list[int]:
    """With the lines of its own block that follow, where an abstract would end amid a sentence."""
    last = front.lines[run[-1]]
    rest = [
        at
        for at in waiting
        if at > run[-1]
        and front.lines[at].line.block == last.line.block
        and front.lines[at].line.size == last.line.size
    ]
    is_open = not last.line.text.rstrip().endswith((".", "!", "?", "…", ")", "]"))
    goes_on = bool(rest) and front.lines[rest[0]].line.text[:1].islower()
    return run + rest if is_open and goes_on and front.has_looks else run


def _ends(front: Front, said: Sequence[LineSaid], run: Sequence[int], at: int) -> bool:
    """Whether an abstract cannot go on with this line."""
    line, first = front.lines[at], front.lines[run[0]]
    text = line.line.text.strip()
    is_short = len(line.words) <= 7
    is_other = line.starts("keywords") or _is_new_head(front, at) or is_classification(text)
    if said[at].label in "HKT" or is_other:
        return True
    if (
        is_short
        and (line.starts("heading") or _NUMBERED.match(text))
        and not text.endswith((".", ","))
    ):
        return True
    if not front.has_looks:
        return False
    base = front.lines[run[1]].line if len(run) > 1 else first.line
    here = line.line
    if is_short and ((here.bold and not base.bold) or here.size > base.size + 0.8):
        return True
    if len(run) < 2 or len(line.words) < 4:
        return False
    return abs(here.size - base.size) > 0.4 or (
        _differs(base, here)
        and at + 1 < len(front.lines)
        and _differs(base, front.lines[at + 1].line)
    )


def _differs(base: Line, here: Line) -> bool:
    """Whether a line is set differently: slanted, bold, or wider on both sides."""
    if here.italic != base.italic or here.bold != base.bold:
        return True
    return here.column == base.column and here.x0 < base.x0 - 8 and here.x1 > base.x1 + 8


def _is_new_head(front: Front, at: int) -> bool:
    return front.lines[at].starts("abstract") and _HEAD.match(front.lines[at].line.text) is not None


def _has_head(front: Front, said: Sequence[LineSaid], first: int) -> bool:
    return _is_new_head(front, first) or any(
        said[at].label == "H"
        or (front.lines[at].starts("abstract") and len(front.lines[at].words) <= 2)
        for at in range(max(0, first - 2), first)
    )


def find_keywords(
    front: Front, said: Sequence[LineSaid]
) -> list[tuple[str, Found[tuple[str, ...]]]]:
    """The document's own lists of keywords, the first of each language, with the language of its heading."""
    lists: dict[str, Found[tuple[str, ...]]] = {}
    for at, line in enumerate(front.lines):
        if not line.has("keywords"):
            continue
        text = line.line.text
        match = _KEYWORDS_HEAD.search(text)
        if (
            not match
            or (match.start() > 3 and said[at].label not in "KS")
            or len(text[: match.start()]) > 90
        ):
            continue
        if match.start() > 3 and not re.search(r"[:.—–-]\s*$", match.group()):
            continue
        rest = text[match.end() :]
        texts = [rest] if rest.strip() else []
        for below in range(at + 1, min(at + 14, len(front.lines))):
            if not _belongs(front, said, at, below, texts):
                break
            texts.append(front.lines[below].line.text)
        keywords = split_keywords(texts)
        if keywords:
            sure = min(0.98, 0.6 + 0.4 * said[at].chances["K"])
            head = match.group().lower()
            language = next((code for word, code in _KEYWORD_LANGUAGES if word in head), "")
            found = Found(keywords, round(sure, 3), line.line.page, squeeze(text)[:_QUOTE])
            lists.setdefault(language, found)
    return list(lists.items())


def _belongs(
    front: Front, said: Sequence[LineSaid], head: int, at: int, texts: Sequence[str]
) -> bool:
    """Whether a line below the heading goes on with the list."""
    line, above = front.lines[at], front.lines[at - 1]
    text = line.line.text.strip()
    if line.page != front.lines[head].page or _NEXT.match(text) or line.starts("heading"):
        return False
    if not texts:
        return True
    open_end = texts[-1].rstrip()[-1:] in (",", ";", "-", "·", "•", "–")
    if texts[-1].rstrip().endswith(".") and said[at].label != "K":
        return False
    if front.has_looks:
        size = front.lines[at].line.size
        gap = line.line.y0 - above.line.y1
        is_far = not -2 * (size or 10) <= gap <= 0.9 * (size or 10)
        if abs(size - above.line.size) > 0.6 or (is_far and not open_end):
            return False
        if line.line.bold and not above.line.bold:
            return False
    return open_end or said[at].label == "K" or (said[at].chances["K"] > 0.3)


def split_keywords(lines: Sequence[str]) -> tuple[str, ...]:
    """The keywords of a printed list: between semicolons or bullets if it has any, else commas, else a line each."""
    text = join_lines(lines).strip(" .")
    text = _HEAD_ONLY.sub("", text)
    if _SEPARATORS.search(text):
        parts = _SEPARATORS.split(text)
    elif "," in text or "、" in text:
        parts = re.split(r"[,，、](?![^()]{0,300}\))", text)
    elif len(lines) > 1:
        parts = [squeeze(line) for line in lines]
    else:
        parts = re.split(r"\.\s+|\s{3,}", text)
    found = []
    for part in parts:
        keyword = re.sub(r"^(?:and|y|и|und)\s+", "", part.strip(" .;,:*"))
        if fold(keyword) and len(keyword) <= _MAX_KEYWORD:
            found.append(keyword)
    return tuple(dict.fromkeys(found))[:40]
