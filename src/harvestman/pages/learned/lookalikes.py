"""Tells an event's papers from what looks like them: publication lists of a person or a group, bibliographies, breaks.

Lists and bibliographies say where and when each entry appeared, in many years and places, or have one author throughout. The
proceedings of an event do neither. Whether a refused page is somebody's list of publications is asked in `publications.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from harvestman.pages.entries import is_talk_label
from harvestman.pages.learned.bundles import Bundle
from harvestman.pages.learned.features import Sketch
from harvestman.pages.learned.lexica import look_up
from harvestman.pages.learned.looks import HEADING
from harvestman.pages.learned.name_lists import is_institution, is_known_name, looks_like_name
from harvestman.pages.wording import alternatives, pattern, words_for
from harvestman.text import name_key
from harvestman.text.many_words import ManyWords

_FEW: Final = 5  # below this many entries nothing can be told from repetition
# shares of entries with authors
_MOST: Final = 0.9
_SOME: Final = 0.34
_MOST_OF_ONE: Final = 0.6  # of the papers with authors, those in which one person has a part
_MOST_PLACED: Final = 0.5
_FEWEST_YEARS: Final = 4
_MOST_OF_YEAR: Final = 0.7
"""Of a bibliography: the share of entries with year and place, how many years these are, and what share one of them may have."""
_MOSTLY_PEOPLE: Final = 0.6
_PROSE: Final = re.compile(
    r"(?<![a-z])(?:abstract|resum[eo]n?|résumé|zusammenfassung|bio|biography|description)(?![a-z])",
    re.IGNORECASE,
)
_YEAR: Final = re.compile(r"\b(?:19[5-9]\d|20[0-4]\d)\b")
_PLACE: Final = re.compile(
    r"\bin\s*:|\bin proc|\bproc(?:eedings|\.)|\bjournal\b|\btransactions\b|\bvol(?:ume|\.)|\bpp?\.\s?\d|\blecture notes\b|\blncs\b"
    r"|\bpress\b|\beds?\.|\barxiv|\btechnical report\b|\bno\.\s?\d|\d\s?\(\d{1,9}\)|\bannals\b|\bletters\b|\bжурн|\bтр\.|\bтруды\b|\bс\.\s?\d",
    re.IGNORECASE,
)
_SESSION_NUMBER: Final = re.compile(
    r"^\W*+(?:session|track|sesión|sessão|sitzung|séance|секция)\s+[\dIVXA-H]+\b", re.IGNORECASE
)
_CEREMONY: Final = re.compile(
    r"^\W*+(?:welcome|welcoming|opening|closing|introductory|concluding|final)\s+(?:remarks?|address(?:es)?|words?|session|ceremony)\b"
    r"|^\W*+(?:welcome|opening|closing)\s*[:–—-]",
    re.IGNORECASE,
)
_ORDINAL: Final = (
    r"(?:\d{1,3}(?:st|nd|rd|th|º|ª|\.|-[а-я]{1,2})|first|second|third|fourth|fifth|[ivx]{1,6})\s"
)
_LONGEST_ROLE: Final = 4  # words
_LONGEST_AWARD: Final = 7
_LONGEST_POSITION: Final = 14
_THEME_WORDS: Final = 5  # that names of sessions have at most, taken together
_ASIDE_PARTS: Final = re.compile(r"\s[|–—-]\s|[:|»]")
_FEW_ASIDE: Final = 3
"""So many entries below a heading such as "Keynotes" are what it says; more are a programme whose next heading was not seen."""
_PAPERS: Final = re.compile(
    r"paper|program|agenda|accepted|session|talk|proceeding|poster|contribution|schedule|presentation|track|artículo|ponencia|beiträge|vortr",
    re.IGNORECASE,
)
_HEADING: Final = re.compile(
    r"^\W*+(?:\d+\.?\s*)?(?:references|bibliograph\w*|literature(?: cited)?|(?:selected |recent |my )?publications?(?: list| of.*)?|"
    r"list of publications.*|further reading|literatur\w*|bibliograf\w*|список (?:литературы|публикаций).*|литература|публикации)\W*$",
    re.IGNORECASE,
)


def without_lookalikes(
    bundles: Sequence[Bundle], sketches: Sequence[Sketch], *, page_title: str = ""
) -> list[Bundle]:
    """The papers that remain when bibliographies and publication lists are left out."""
    bundles = [one for one in bundles if one.people or not _is_called_prose(one, sketches)]
    bundles = _without_strays(without_breaks(bundles), page_title)
    if any(is_aside(part) for part in _ASIDE_PARTS.split(page_title[:300])):
        bundles = [one for one in bundles if one.links.pdf or one.links.doi]
    bundles = _without_biographies(_without_sessions(bundles), sketches)
    below = Counter(one.session_region for one in bundles)
    kept = [one for one in bundles if not _is_set_aside(one, below[one.session_region])]
    if _are_people(kept):
        return []
    if len(kept) < _FEW:
        return kept
    if has_one_author(kept) or is_bibliography(kept, sketches):
        return []
    return kept


def _is_called_prose(one: Bundle, sketches: Sequence[Sketch]) -> bool:
    """Whether the class of a text says that it is an abstract or somebody's life, and no title."""
    return _PROSE.search(sketches[one.region].region.names) is not None


def _are_people(bundles: Sequence[Bundle]) -> bool:
    """Whether most "titles" are names of people: the page lists speakers, each with somebody else as author."""
    if any(one.links.pdf or one.links.doi for one in bundles):
        return False
    named = sum(looks_like_name(one.title) and is_known_name(one.title) for one in bundles)
    return named > _MOSTLY_PEOPLE * len(bundles)


def _without_biographies(bundles: Sequence[Bundle], sketches: Sequence[Sketch]) -> list[Bundle]:
    """Without what stands below names that are headings, where most of it are sentences: who the speakers are, not what they speak of."""
    below = [
        one
        for one in bundles
        if one.names_region == one.region - 1 and sketches[one.names_region].region.flags & HEADING
    ]
    sentences = sum(sketches[one.region].region.text.rstrip().endswith(".") for one in below)
    if sentences <= _MOSTLY_PEOPLE * len(below):
        return list(bundles)
    lives = {id(one) for one in below}
    return [one for one in bundles if id(one) not in lives]


def _without_sessions(bundles: Sequence[Bundle]) -> list[Bundle]:
    """Without the sessions that a page lists with those who organise them: short names below "Special sessions", none with a file."""
    listed = {
        region: [one for one in bundles if one.session_region == region]
        for region in {one.session_region for one in bundles if _lists_sessions(one.session)}
    }
    themes = {
        region
        for region, below in listed.items()
        if not any(one.links.pdf or one.links.doi for one in below)
        and sum(len(one.title.split()) for one in below) <= _THEME_WORDS * len(below)
    }
    return [one for one in bundles if one.session_region not in themes]


def _lists_sessions(heading: str) -> bool:
    return _sessions().match(heading) is not None


def _is_set_aside(one: Bundle, below: int) -> bool:
    """Whether the heading above says that what follows are no papers: references, keynotes, a committee."""
    if one.links.pdf or one.links.doi:
        return False
    if _HEADING.match(one.session):
        return below >= _FEW_ASIDE
    return below <= _FEW_ASIDE and is_aside(one.session)


def is_set_aside_talk(one: Bundle, page_title: str) -> bool:
    """Whether the heading above, the page or the entry itself calls what it names a keynote, an invited talk or a tutorial."""
    kind = one.title.partition(":")[0] if ":" in one.title else ""
    return any(map(is_talk_label, (one.session[:200], page_title[:300], kind)))


def without_breaks(bundles: Sequence[Bundle]) -> list[Bundle]:
    """Without the breaks, rooms and headings of a programme, and the workshops that it names."""
    # Looked for in all titles at once: one search of many costs as much as ten that find nothing.
    titles = "\n".join([one.title for one in bundles if one.title.isascii()])
    telling = telling_words().within(titles.lower())
    kept = [one for one in bundles if not _is_no_paper(one.title, telling)]
    return [one for one in kept if one.people or one.links.pdf or not _is_fragment(one.title)]


def _is_no_paper(title: str, telling: frozenset[str]) -> bool:
    """Whether a title is that of something else: a break, a workshop, organisers, a prize, what a person is; `telling` are the words that
    titles in plain letters may have for it.
    """
    if is_item(title):
        return True
    if not title.isascii():
        return any(told(title) for told in _BY_WORDS.values())
    lowered = title.lower()
    return any(word in lowered and _says(title, word) for word in telling)


def _says(title: str, word: str) -> bool:
    """Whether a title is told to be no paper by what asks for this word."""
    return any(told(title) for told in _told_by()[word])


def _is_fragment(title: str) -> bool:
    """Whether a text is a piece of a sentence: it ends in "of" or "the", or begins with a small one of these words."""
    first, last = title.partition(" ")[0], title.rstrip(" .…").rpartition(" ")[2]
    joint = pattern("entries", "joint")
    is_begun = first.islower() and joint.fullmatch(first) is not None
    return is_begun or (last.islower() and joint.fullmatch(last) is not None)


def is_item(title: str) -> bool:
    """Whether a title is an item of a programme and no paper: "Coffee break", "Posters & lunch", "HIGHLIGHT 1"."""
    return (
        _item().match(title) is not None
        or _SESSION_NUMBER.match(title) is not None
        or _CEREMONY.match(title) is not None
    )


def is_organised(title: str) -> bool:
    """Whether a title ends in what announces the organisers of a session: "Groebner bases Organizers"."""
    return _begins_last(title, "organiser") > 0


def is_role(title: str) -> bool:
    """Whether a title is what the people below it are for the event: "Program Co-chairs", "Local Organizing Chair"."""
    return len(title.split()) <= _LONGEST_ROLE and _begins_last(title, "chair") > 0


def _begins_last(title: str, kind: str) -> int:
    """Where the word of this kind begins with which a title ends; -1 if it ends in none."""
    ending = title.rstrip(" :.-–—")[-40:]
    found = list(pattern("entries", kind).finditer(ending))
    return found[-1].start() if found and found[-1].end() == len(ending) else -1


def is_award(title: str) -> bool:
    """Whether a title is that of a prize: "Test of Time Award", "Grand Challenge Performance Award"."""
    words = title.split()
    is_phrase = bool(words) and look_up(words[0]).kind not in "Ssl"
    return is_phrase and len(words) <= _LONGEST_AWARD and _begins_last(title, "award") > 0


def is_position(title: str) -> bool:
    """Whether a title is what a person is and where: "Principal Engineer at Oak Audio", "Profesora en la Universidad de León"."""
    found = _position().match(title) if len(title.split()) <= _LONGEST_POSITION else None
    return found is not None and (found["at"] is not None or is_institution(found["where"]))


def heads_papers(heading: str) -> bool:
    """Whether a heading says that papers may follow: "Programme", "Accepted papers", "Agenda"."""
    return _PAPERS.search(heading) is not None


def is_gathering(title: str) -> bool:
    """Whether a title is that of a workshop, tutorial or contest: "The 3rd Workshop on Bees", "BEES: a Workshop"."""
    start = title[:200]
    lowered = start.lower()
    if not _gathering_letters().within(lowered):
        return False  # nearly all titles
    beginning, ending = _gathering()
    return beginning.match(start) is not None or ending.search(start) is not None


def is_aside(heading: str) -> bool:
    """Whether a heading says that no papers follow: "Keynote speakers", "Comité organizador"."""
    return _aside().match(heading) is not None


_BY_WORDS: Final[dict[str, Callable[[str], bool]]] = {
    "gathering": is_gathering,
    "contest": is_gathering,
    "organiser": is_organised,
    "chair": is_role,
    "award": is_award,
    "profession": is_position,
}
"""What tells something else than a paper by a word of this kind."""


@cache
def telling_words() -> ManyWords:
    """The words by one of which `_BY_WORDS` tell, each up to the first blank or open ending."""
    return ManyWords(_told_by())


@cache
def _told_by() -> dict[str, list[Callable[[str], bool]]]:
    """Which of them tell by each of these words."""
    found: dict[str, list[Callable[[str], bool]]] = {}
    for kind, told in _BY_WORDS.items():
        for word in words_for("entries", kind):
            found.setdefault(re.split(r"[\s*]", word)[0], []).append(told)
    return found


@cache
def _item() -> re.Pattern[str]:
    # One item or two, their hundreds of words written once: an expression twice as long takes twice as long to compile.
    item = alternatives(words_for("entries", "items"))
    first, second = (
        r"^\W*+(?:[ap]\.?m\.?\W+|\w{2,10}\s)?",
        r"(?!^)\s?(?:&|and|und|et|y|e|и|/|,|\+)\s?",
    )
    return re.compile(
        rf"(?:(?:{first}|{second})(?:{item})){{1,2}}[\s\dIVX/:&.()#-]*$", re.IGNORECASE
    )


@cache
def _gathering() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """How titles of gatherings begin, and how they end."""
    first = alternatives(words_for("entries", "gathering"))
    contest = alternatives(words_for("entries", "contest"))
    beginning = re.compile(
        rf"(?:[\w-]{{2,20}}:\s)?(?:the\s)?{_ORDINAL}(?!\w+\sof\b)[^.?!]{{0,120}}\b(?:{first}|{contest})\b"
        rf"|(?:[\w-]{{2,20}}:\s)?(?:the\s|an?\s)?(?:international\s|annual\s|joint\s)?(?:{first})\s(?:on|for|über|zu|zum|sobre|de|sur|по)\s"
        rf"|(?:{first})(?:\s[\w-]{{1,5}})?:",
        re.IGNORECASE,
    )
    return beginning, re.compile(rf"\b(?:{first})\W*$", re.IGNORECASE)


@cache
def _gathering_letters() -> ManyWords:
    """The first letters of the words with which gatherings are named; none has fewer."""
    words = (*words_for("entries", "gathering"), *words_for("entries", "contest"))
    return ManyWords(re.split(r"[\s*]", word)[0][:4] for word in words)


@cache
def _sessions() -> re.Pattern[str]:
    words = alternatives(words_for("entries", "sessions"))
    return re.compile(rf"^\W*+(?:{words})[\s:\d]*$", re.IGNORECASE)


@cache
def _position() -> re.Pattern[str]:
    """A profession, a few words before it, and behind it where it is practised."""
    work = alternatives(words_for("entries", "profession"))
    at = alternatives(words_for("entries", "at"))
    return re.compile(
        rf"^(?:[\w.,&/-]{{1,20}}\s){{0,4}}(?:{work})(?:\s\([^()]{{2,30}}\))?(?:\s(?:of|for|in|de|für|по)\s[^,:?]{{2,40}})?"
        rf"(?:\s(?P<at>{at}|@)\s|,\s)(?P<where>(?-i:[A-ZÀ-ÝА-ЯЁ])[^:?!]{{0,80}})$",
        re.IGNORECASE,
    )


@cache
def _aside() -> re.Pattern[str]:
    return re.compile(
        rf"^\W*+(?:{alternatives(words_for('entries', 'aside'))})[\s:\d]*$", re.IGNORECASE
    )


def _without_strays(bundles: Sequence[Bundle], page_title: str) -> list[Bundle]:
    """Without titles that have no authors where nearly all have, or where nothing but they speaks of papers."""
    named = sum(bool(one.people) for one in bundles)
    if named >= _MOST * len(bundles) and len(bundles) >= _FEW:
        return [one for one in bundles if one.people or one.links.pdf or one.links.doi]
    if named > _SOME * len(bundles) or _speaks_of_papers(page_title):
        return list(bundles)
    return [one for one in bundles if _speaks_of_papers(one.session)]


def _speaks_of_papers(heading: str) -> bool:
    return (
        len(heading.split()) <= 8
        and not heading.endswith(".")
        and _PAPERS.search(heading) is not None
    )


def has_one_author(bundles: Sequence[Bundle]) -> bool:
    """Whether one person has a part in most of the papers, and the papers are too many for one session."""
    with_people = [one for one in bundles if one.people]
    if len(with_people) < 2 * _FEW:
        return False
    enough = _MOST_OF_ONE * len(with_people)
    counts: dict[str, int] = {}
    most = 0
    for left, one in zip(range(len(with_people) - 1, -1, -1), with_people, strict=True):
        for key in {name_key(person.name) for person in one.people}:
            counts[key] = counts.get(key, 0) + 1
            most = max(most, counts[key])
        if most >= enough:
            return True
        if most + left < enough:
            return False  # of most programmes: not even somebody of all the other papers would do
    return False


def is_bibliography(bundles: Sequence[Bundle], sketches: Sequence[Sketch]) -> bool:
    """Whether most entries tell a place and a year of their own."""
    order = sorted(bundles, key=lambda one: one.first)
    placed, left = 0, len(order)
    years: Counter[int] = Counter()
    for number in range(len(order)):
        text = _text_beside_title(order, number, sketches)
        left -= 1
        if year := year_in(text):
            years[year] += 1
            placed += _PLACE.search(text) is not None
        if placed + left < _MOST_PLACED * len(bundles):
            return False  # of most programmes, after half of their entries
    return len(years) >= _FEWEST_YEARS and max(years.values()) < _MOST_OF_YEAR * len(bundles)


def texts_beside_titles(bundles: Sequence[Bundle], sketches: Sequence[Sketch]) -> list[str]:
    """What each entry says besides its title, in the order of the page."""
    order = sorted(bundles, key=lambda one: one.first)
    return [_text_beside_title(order, number, sketches) for number in range(len(order))]


def _text_beside_title(order: list[Bundle], number: int, sketches: Sequence[Sketch]) -> str:
    one = order[number]
    following = order[number + 1].first if number + 1 < len(order) else len(sketches)
    end = max(one.region + 1, min(following, one.region + 8))
    text = " ".join([sketches[place].region.text[:600] for place in range(one.first, end)])
    title_at = text.find(one.title)
    return text[:title_at] + " " + text[title_at + len(one.title) :] if title_at >= 0 else text


def year_in(text: str) -> int | None:
    """The last year that a text names: behind the title and the venue's own numbers."""
    if "19" not in text and "20" not in text:
        return None  # most texts, at a tenth of the time
    found = _YEAR.findall(text)
    return int(found[-1]) if found else None
