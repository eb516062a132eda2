"""From a title to its parts: the date is found first, cut out, and the place is looked for in the rest."""

from __future__ import annotations

import datetime
import unicodedata

from harvestman.plan.titles.colocation import find_colocation
from harvestman.plan.titles.dates import DateFound, find_dates, find_year
from harvestman.plan.titles.parts import Quote, TitleParts
from harvestman.text.places import PlaceFound, find_place, says_virtual
from harvestman.text.segments import DATE_MARK, split
from harvestman.text.vocabulary import vocabulary

# Real titles have at most about 1,200 characters. What is longer is read in part, so that any string takes bounded time.
MAX_TITLE = 3_000

# All white space, and the mark that we put for dates, is one blank each: offsets stay.
_BLANKS = dict.fromkeys(map(ord, f"\t\n\v\f\r\xa0\u2007\u2009\u202f\u3000{DATE_MARK}"), " ")


def parse_title(title: str) -> TitleParts:
    """The event behind a proceedings title: month, year, country, city, and the words that say so."""
    text = title[:MAX_TITLE].translate(_BLANKS)
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)[:MAX_TITLE]
    quotes: list[Quote] = []
    dates = find_dates(text)
    date = dates[0] if dates else None
    year = date.year if date else None
    if date:
        quotes.append(Quote("month", date.begin, date.end, text[date.begin : date.end]))
    if year is not None and date:
        quotes.append(Quote("year", date.begin, date.end, text[date.begin : date.end]))
    elif found_year := find_year(text):
        year = found_year.year
        quotes.append(
            Quote("year", found_year.begin, found_year.end, text[found_year.begin : found_year.end])
        )
    marked = _without(text, dates)
    segments = split(marked)
    place = find_place(segments)
    colocation = find_colocation(marked)
    if colocation.host:
        quotes.append(Quote("colocated_with", colocation.begin, colocation.end, colocation.host))
    start, end = _days(date, year)
    return TitleParts(
        title=title,
        month=date.month if date else None,
        year=year,
        country=_country_name(place),
        city=place.city.text if place and place.city else None,
        region=place.region.text if place and place.region else None,
        start=start,
        end=end,
        is_country_named=bool(place and place.country_named),
        virtual=says_virtual(segments),
        is_workshop=colocation.is_workshop,
        colocated_with=colocation.host,
        quotes=(*quotes, *_place_quotes(place)),
    )


def _without(text: str, dates: list[DateFound]) -> str:
    for date in dates:
        text = text[: date.begin] + DATE_MARK * (date.end - date.begin) + text[date.end :]
    return text


def _days(
    date: DateFound | None, year: int | None
) -> tuple[datetime.date | None, datetime.date | None]:
    if date is None or year is None:
        return None, None
    return date.days(year)


def _country_name(place: PlaceFound | None) -> str | None:
    return vocabulary().country_names.get(place.country) if place and place.country else None


def _place_quotes(place: PlaceFound | None) -> list[Quote]:
    if place is None:
        return []
    pieces = [("city", place.city), ("region", place.region), ("country", place.country_named)]
    if place.country and not place.country_named:
        pieces[-1] = ("country", place.region or place.city)
    return [
        Quote(field, piece.begin, piece.begin + len(piece.text), piece.text)
        for field, piece in pieces
        if piece is not None
    ]
