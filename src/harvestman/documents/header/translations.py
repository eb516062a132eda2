"""Papers in two languages: the second title, abstract and list of keywords, by language.

The abstract and the keywords that are printed first are the paper's, whatever is printed after them in other languages is kept by language. A
second title is looked for where journals print it: right below or above the first one, and above the abstract in its language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from harvestman.documents.header.abstracts import AbstractFound
from harvestman.documents.header.found import Found, TranslationFound
from harvestman.documents.header.front import Front, FrontLine
from harvestman.documents.header.tagging import LineSaid
from harvestman.documents.header.title_edges import MOST_LINES, is_wordy
from harvestman.documents.header.titles import TitleFound, title_text
from harvestman.documents.layout.lines import Role
from harvestman.text import fold, squeeze
from harvestman.text.language import read_language

_LEAST_WORDS = 4
_ABOVE = 14
"""Lines above an abstract among which its title stands."""
_BESIDE = 4
_QUOTE = 300

Keywords = Found[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class ByLanguage:
    """The paper's own abstract and keywords, and everything in other languages."""

    abstract: Found[str] | None
    keywords: Keywords | None
    translations: tuple[TranslationFound, ...] = ()


def by_language(
    front: Front,
    said: Sequence[LineSaid],
    title: TitleFound | None,
    abstracts: Sequence[AbstractFound],
    keywords: Sequence[tuple[str, Keywords]],
) -> ByLanguage:
    """Part what is the paper's own from its translations."""
    told = {one.language for one in abstracts} | {code for code, _ in keywords}
    is_alone = len(told) < 2 and (title is None or not _may_be_second(front, title))
    if is_alone or title is None:
        return ByLanguage(
            abstracts[0].found if abstracts else None, keywords[0][1] if keywords else None
        )
    own = read_language(title.text)
    below = [one for one in abstracts if one.lines[0] > title.lines[-1]]  # above: a translation's
    abstract, words = next(iter(below or abstracts), None), next(iter(keywords), None)
    found = []
    for code in dict.fromkeys([*_codes(abstracts, keywords), *_scripts(front, title)]):
        if not code:
            continue
        second = next((one for one in abstracts if one.language == code), None)
        terms = next((one for one in keywords if one[0] == code), None)
        heading = _second_title(front, said, title, second, code) if code != own else None
        second, terms = None if second is abstract else second, None if terms is words else terms
        if heading or second or terms:
            found.append(
                TranslationFound(
                    code, heading, second.found if second else None, terms[1] if terms else None
                )
            )
    return ByLanguage(
        abstract.found if abstract else None, words[1] if words else None, tuple(found)
    )


def _codes(
    abstracts: Sequence[AbstractFound], keywords: Sequence[tuple[str, Keywords]]
) -> list[str]:
    return [*(one.language for one in abstracts), *(code for code, _ in keywords)]


def _may_be_second(front: Front, title: TitleFound) -> bool:
    return any(_is_like_title(front, at, title) for at in _beside(front, title))


def _beside(front: Front, title: TitleFound) -> list[int]:
    """The lines right above and below the title."""
    first, last = title.lines[0], title.lines[-1]
    places = [*range(last + 1, last + 1 + _BESIDE), *range(first - 1, first - 1 - _BESIDE, -1)]
    return [
        at
        for at in places
        if 0 <= at < len(front.lines) and front.lines[at].page == front.lines[first].page
    ]


def _scripts(front: Front, title: TitleFound) -> list[str]:
    """The languages of lines beside the title that look like another one."""
    return [
        read_language(front.lines[at].line.text)
        for at in _beside(front, title)
        if _is_like_title(front, at, title)
    ]


def _second_title(
    front: Front,
    said: Sequence[LineSaid],
    title: TitleFound,
    abstract: AbstractFound | None,
    code: str,
) -> Found[str] | None:
    """The title in this language: beside the first one, or above its abstract."""
    places = _beside(front, title)
    if abstract is not None:
        first = abstract.lines[0]
        page = front.lines[first].page
        above = range(first - 1, max(-1, first - 1 - _ABOVE), -1)
        places += [at for at in above if front.lines[at].page == page]
    for at in places:
        if not _is_like_title(front, at, title) or said[at].label in "SKE":
            continue
        group = _whole(front, at, title)
        text = title_text([front.lines[one] for one in group])
        if read_language(text) == code and len(text.split()) >= _LEAST_WORDS:
            quote = squeeze(" ".join(front.lines[one].line.text for one in group))[:_QUOTE]
            sure = 0.6 if abstract is None else 0.8
            return Found(text, sure, front.lines[at].line.page, quote)
    return None


def _is_like_title(front: Front, at: int, title: TitleFound) -> bool:
    """Whether a line may be of a title: set apart from the text, of several words, naming nobody and nothing else."""
    line = front.lines[at]
    if at in title.lines or line.line.role is not Role.TEXT or not is_wordy(line) or line.has_email:
        return False
    if len(line.words) < _LEAST_WORDS or fold(line.line.text) in fold(title.text):
        return False
    if any(line.has(kind) for kind in ("keywords", "venue", "degree")):
        return False
    if "," in line.line.text and any(line.has(kind) for kind in ("org", "part", "firm")):
        return False
    if line.names.known > 0 and line.names.named == line.names.pieces:
        return False
    return _is_set_apart(front, line)


def _is_set_apart(front: Front, line: FrontLine) -> bool:
    here = line.line
    return (
        here.bold or here.italic or here.text.isupper() or here.size > 1.05 * front.body_size
    ) and not here.text.rstrip().endswith((".", ",", ";"))


def _whole(front: Front, at: int, title: TitleFound) -> list[int]:
    """The lines of the title that this one belongs to: those around it that are set alike."""
    look = front.lines[at].line

    def is_alike(other: int) -> bool:
        line = front.lines[other].line
        return (
            other not in title.lines
            and front.lines[other].page == front.lines[at].page
            and abs(line.size - look.size) < 0.3
            and (line.bold, line.italic) == (look.bold, look.italic)
            and not front.lines[other].has_email
            and not 0 < front.lines[other].names.known == front.lines[other].names.pieces
        )

    first = last = at
    while first > 0 and at - first < MOST_LINES and is_alike(first - 1):
        first -= 1
    while last + 1 < len(front.lines) and last - at < MOST_LINES and is_alike(last + 1):
        last += 1
    return list(range(first, last + 1))
