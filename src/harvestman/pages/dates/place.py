"""Where the event is: the places on the lines that tell its date, its venue and its name, weighed against each other.

Short lines are read as titles are ("Arras, France, October 27-29"); in sentences only the phrases behind "in", "at", "à", "в"
are, for a sentence names many things that are also towns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from harvestman.pages.dates.keywords import Keywords
from harvestman.text.calendar import find_spans
from harvestman.text.folding import fold, unaccent
from harvestman.text.gazetteer import cities_named, own_name
from harvestman.text.places import PlaceFound, find_place
from harvestman.text.segments import DATE_MARK, split
from harvestman.text.vocabulary import vocabulary

AT_EVENT: Final = 4.0
"""The weight of the line with the event's own date."""
WINDOW: Final = 220  # characters on each side of a date or a venue's label
_SHORT: Final = 170  # a longer line is a sentence
_SENTENCE_TOWN: Final = (
    13  # the binary logarithm of inhabitants: 8,000 people; smaller ones need their country
)
# "Aussois and online, France", "Sevilla y en línea"
_AND_ONLINE: Final = re.compile(
    r"[ ,]{1,2}(?:and|or|y|e|et|und|и|&|\+|/) ?(?:online|virtual\w{0,4}|remote\w{0,2}|hybrid\w?|en l[ií]nea|en ligne|онлайн)\b",
    re.IGNORECASE,
)
_ADDRESS: Final = re.compile(r"(?:https?://|www\.)\S*")
_STATE: Final = re.compile(r"(?<=[a-z]) (?=[A-Z]{2},)")  # "Troy NY, USA"
_JOINED_STATE: Final = re.compile(
    r"(?<=[a-zà-ÿ]) ?[/-] ?(?=([A-Z]{2})(?![\w-]))"
)  # "Belo Horizonte/MG"
_BEFORE_DATE: Final = re.compile(rf"(?<![\w'’])([^\W\d_]{{1,12}})[.,]? *\(?(?={DATE_MARK})")
# What stands in capitals at a date: "... Lodge, Windsor, UK, 12-14 September", "3 May, Graz, Austria".
_AT_DATE: Final = re.compile(
    rf"(?<![\w'’.\-])((?:[^\W\d_a-z][\w'’.\-]*[ ,]+){{1,8}})(?={DATE_MARK})|{DATE_MARK}[ ,]+((?:[^\W\d_a-z][\w'’.\-]*[ ,.]*){{1,6}})"
)
_ADMINISTRATIVE: Final = re.compile(r" (?:SAR|S\.A\.R\.?)$")  # "Hong Kong SAR"
# "г. Казань", but "2024 г. Программа": behind a number it is a year.
_SETTLEMENT: Final = re.compile(r"(?:^|(?<=[\s,(])(?<!\d\s))(?:г|гор|пос|пгт|с|д)\.\s?(?=[А-ЯЁ])")
_NAMED_TOWN: Final = re.compile(
    r"(?:^|(?<=[\s,(])(?<!\d\s))(?:гор|г|пос|пгт|дер)\.\s?([А-ЯЁ][а-яё]{2,20}(?:-[А-ЯЁа-яё]{1,15}){0,2})"
)
_NEAR: Final = re.compile(
    r"(?<![\w'’-])([A-ZÀ-Þ][\w'’-]{1,40}(?: [A-ZÀ-Þ][\w'’-]{1,40}){0,2}),? \(?(?:near|nahe|bei|pr[eè]s de|cerca de|perto de|vicino a) (?=([A-ZÀ-Þ][\w'’-]{2,20}))"
)
_REMARK: Final = re.compile(r"\([^()]{8,120}\)")
_AND: Final = re.compile(r" (?:&|and|und|et|y|e|и) (?=[^\W\d_a-z])")
_TOKEN: Final = re.compile(r"[^\W\d_][\w'’.\-]*|[,(/]|\S")
_SMALL_WORDS: Final = frozenset(
    "de da do dos das la le les los las el of am an der bei sur pod na den del".split()
)
_FROM: Final = frozenset(
    "from on between during vom von am dal dai entre desde dos dias dia du le los с".split()
)
_MOST_BEFORE_DATE: Final = 3  # words: "on Monday the"
_SEGMENT: Final = re.compile(r"[,;()|/]|\.\s")
_ABBREVIATED: Final = (
    4  # characters with its dot: "St.", "Ste."; behind a longer word a dot ends the sentence
)
MAX_TEXT: Final = 500
_LONGEST_TOWN: Final = 3  # words
_IN_COUNTRY: Final = re.compile(
    r",\s(?:en|in|au|aux|na|no|im)\s(?=[A-ZÀ-Ý])"
)  # "Liège, en Belgique"
_MOST_PHRASES: Final = 12


@dataclass(frozen=True, slots=True)
class Place:
    """A place on one line."""

    line: int
    city: str
    country: str
    """The country as the line writes it, or an empty string."""
    code: str
    is_sure: bool
    weight: float = 0.0
    note: str = ""
    """How its country was found, where the line does not say it."""

    @property
    def is_known(self) -> bool:
        """Whether there is a place of this name."""
        return self.is_sure or not self.city or bool(cities_named(self.city))


def place_in(text: str, line: int, words: Keywords, *, at: int = 0) -> Place | None:
    """The place that a line names, near the given character where the line is long."""
    if len(text) > _SHORT:
        text = text[max(0, at - WINDOW) : at + WINDOW]
    text = _STATE.sub(", ", _AND_ONLINE.sub("", _ADDRESS.sub("", text)))
    text = _IN_COUNTRY.sub(", ", text)
    text = _REMARK.sub(lambda found: _unless_past(found.group(), words), text)
    named = _NAMED_TOWN.search(text)
    near = _NEAR.search(text)
    text = _SETTLEMENT.sub("", _JOINED_STATE.sub(_part_state, text))
    label = words.patterns["venue"].match(unaccent(text))
    if label is not None:
        rest = text[label.end() :].lstrip(" :-–")
        text = rest if rest[:1].isupper() else text  # "Location: Riva del Garda"
    text = _without_dates(text)
    place = _place(_find_first(text), line) if len(text) <= _SHORT else None
    if place is not None and words.is_label(place.city):
        place = None
    if place is None or not (place.city and place.country):
        for phrase in _phrases(text, words):
            other = _place(_find_phrase(phrase, words), line)
            if other is not None and (place is None or (other.country and not place.country)):
                place = other
            if place is not None and place.city and place.country:
                break
    if place is None and label is not None:
        place = _town_behind_label(text, line)
    if near is not None and place is not None and place.city == near.group(2):
        return _beside_town(place, near.group(1), words)
    if named is not None and (place is None or not place.city):
        town = _uninflected(named.group(1), words) or named.group(1)
        return Place(line, town, place.country if place else "", "", is_sure=True)
    return place


def _unless_past(remark: str, words: Keywords) -> str:
    """A remark in brackets, but nothing for one of another time: "(originally planned in Lille)"."""
    return " " if words.has("past", unaccent(remark)) else remark


def _town_behind_label(text: str, line: int) -> Place | None:
    """The town, however small, that ends what stands behind "Place:": "Technische Hochschule Wildau"."""
    words = text.partition(",")[0].strip(" .").split(" ")
    for width in range(min(_LONGEST_TOWN, len(words)), 0, -1):
        name = " ".join(words[-width:])
        known = cities_named(name) if name[:1].isupper() else ()
        if known and known[0].is_own_name and unaccent(name) not in vocabulary().venues:
            return Place(line, name, "", known[0].country, is_sure=False)
    return None


def _beside_town(place: Place, name: str, words: Keywords) -> Place:
    """The small town itself where a line says which large one is near: "Villeneuve-d'Ascq, près de Lille"."""
    town = name.strip(" -")
    if any(words.has(kind, unaccent(town)) for kind in ("event", "venue", "people")):
        return place
    return replace(place, city=town, is_sure=True)


def _find_first(text: str) -> PlaceFound | None:
    """The place in a short text; of two places the first: "Sydney, Australia & Bali, Indonesia"."""
    joint = _AND.search(text)
    if joint and "," in text[: joint.start()] and "," in text[joint.end() :]:
        first = find_place(split(text[: joint.start()]))
        if first is not None and first.city is not None and first.country_named is not None:
            return first
    return find_place(split(text))


def _part_state(match: re.Match[str]) -> str:
    return ", " if match.group(1) in vocabulary().abbreviations else match.group()


def _without_dates(text: str) -> str:
    """The text with a mark for each character of a date, and of "from", "du" or "Monday" before it."""
    for span in find_spans(text):
        text = text[: span.begin] + DATE_MARK * (span.end - span.begin) + text[span.end :]
    words = vocabulary()
    for _ in range(_MOST_BEFORE_DATE):
        cut = _BEFORE_DATE.sub(
            lambda match: (
                DATE_MARK * len(match.group())
                if unaccent(match.group(1)) in words.fillers | words.weekdays | _FROM
                else match.group()
            ),
            text,
        )
        if cut == text:
            break
        text = cut
    return text


def choose_place(places: Iterable[Place]) -> Place | None:
    """The place with the most weight behind it, completed from others that name the same city."""
    found = list(places)
    votes: dict[str, float] = {}
    for place in found:
        key = fold(place.city or place.country)
        votes[key] = votes.get(key, 0.0) + place.weight
    best: Place | None = None
    for place in found:
        if best is None or _rank(place, votes) > _rank(best, votes):
            best = place
    return best


def country_name(written: str, code: str) -> str:
    """A country as it is usually written: "China" for "P.R. China", but "Brasil", "México" and "UAE" as they stand."""
    usual = vocabulary().country_names.get(code, "")
    is_accented = unaccent(written) == unaccent(usual)
    return usual if usual and not is_accented and fold(written).endswith(fold(usual)) else written


def _rank(place: Place, votes: dict[str, float]) -> tuple[float, bool]:
    score = votes[fold(place.city or place.country)]
    score += 1.0 if place.city and place.country else 0.0
    score += 0.5 if place.is_known else 0.0 if place.weight >= AT_EVENT else -2.5
    score -= 1.0 if not place.city else 0.0
    return score, bool(place.country)


def _place(found: PlaceFound | None, line: int) -> Place | None:
    if found is None or not (found.city or found.country_named):
        return None
    country = found.country_named.text if found.country_named else ""
    return Place(
        line,
        own_name(_ADMINISTRATIVE.sub("", _behind_in(found.city.text.strip(" •·|*"))))
        if found.city
        else "",
        country_name(country, found.country or "") if country else "",
        found.country or "",
        found.is_city_sure,
    )


def _behind_in(text: str) -> str:
    """The town of a text that says what happens there: "Realização do evento em Chapecó"."""
    words = text.split(" ")
    for at in range(len(words) - 1, 0, -1):
        town = " ".join(words[at:])
        if words[at - 1] in vocabulary().insides and town[:1].isupper():
            return town if cities_named(town) and not cities_named(text) else text
    return text


def _phrases(text: str, words: Keywords) -> Iterator[str]:
    """What stands in capitals at a date, or behind "in", "at", "à", "в": "Portland, Oregon", "Bordeaux"."""
    for found in _AT_DATE.finditer(text):
        phrase = (found.group(1) or found.group(2)).strip(" ,.")
        if "," in phrase:
            yield phrase
    insides, fillers = vocabulary().insides, vocabulary().fillers
    taken: list[str] | None = None
    count = 0
    for match in (*_TOKEN.finditer(text), None):
        word = match.group() if match else "."
        if taken is not None:
            is_name = word[0].isupper() or (word in ",(/" and bool(taken))
            is_joint = bool(taken) and word in _SMALL_WORDS
            is_end = bool(taken) and taken[-1].endswith(".") and len(taken[-1]) > _ABBREVIATED
            if (is_name or is_joint) and not is_end:
                taken.append(word)
                continue
            folded = unaccent(word).rstrip(".")
            if not taken and (folded in fillers or words.patterns["venue"].fullmatch(folded)):
                continue  # "en la ciudad de Rosario"
            while taken and taken[-1] in _SMALL_WORDS:
                taken.pop()
            if taken and taken[0][0].isupper():
                yield " ".join(taken).replace(" ,", ",").rstrip(".")
                count += 1
                if count >= _MOST_PHRASES:
                    return
            taken = None
        if unaccent(word).rstrip(".") in insides and word.islower():
            taken = []


def _find_phrase(phrase: str, words: Keywords) -> PlaceFound | None:
    marked = f"{DATE_MARK} {phrase} {DATE_MARK}"
    found = find_place(split(marked))
    if found is not None and found.city is not None and not found.country_named:
        cities = cities_named(found.city.text)
        if not found.region and (not cities or cities[0].size < _SENTENCE_TOWN):
            found = None
    if found is None or found.city is None:
        town = _uninflected(phrase.partition(",")[0].partition("(")[0].strip(), words)
        if town:
            rest = phrase.partition(",")[2]
            return find_place(split(f"{DATE_MARK} {town}, {rest} {DATE_MARK}")) or found
    return found


def _uninflected(phrase: str, words: Keywords) -> str:
    """The name of a town that stands in another case: "Москве" is "Москва"."""
    if not words.endings or not 1 <= phrase.count(" ") + 1 <= 2:
        return ""
    *before, last = phrase.split(" ")
    for other in _forms(last, words):
        for first in _forms(before[0], words) if before else [""]:
            name = f"{first} {other}".strip()
            if (cities := cities_named(name)) and cities[0].size >= _SENTENCE_TOWN:
                return name
    return ""


def _forms(word: str, words: Keywords) -> list[str]:
    return [word] + [
        word.removesuffix(ending) + base for ending, base in words.endings if word.endswith(ending)
    ]


def with_country(place: Place, others: Sequence[Place]) -> Place:
    """A place completed by the country that another line gives to the same city."""
    if place.country or not place.city:
        return place
    for other in others:
        if other.country and fold(other.city) == fold(place.city):
            return replace(place, country=other.country, code=other.code)
    return place


def country_named(texts: Iterable[str], code: str) -> str:
    """A country as some line names it at the end of a phrase: "Ana Ruiz, Strands, Spain"; or an empty string."""
    countries = vocabulary().countries
    for text in texts:
        for segment in _SEGMENT.split(text[:MAX_TEXT]):
            for name in (segment.strip(), segment.rstrip().rpartition(" ")[2]):
                is_name = name[:1].isupper() and (len(name) > 3 or name.isupper())
                is_name = is_name and fold(name) not in vocabulary().regions  # Wales, of Manchester
                if is_name and len(name) < 40 and countries.get(fold(name)) == code:
                    return country_name(name, code)
    return ""
