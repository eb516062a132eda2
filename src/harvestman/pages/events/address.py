"""What an address says of its event: `icaps23.example.org`, `/2019/`, `/MobiHoc-2018/`, `/pmbs14/`.

A year in a folder is an edition's, but for the folders of blogs (`/2016/03/`) and of uploaded files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote, urlsplit

from harvestman.model import EventSign, SignPlace
from harvestman.pages.events.lines import is_year
from harvestman.pages.events.naming import short_year

_LONG: Final = re.compile(r"(?P<letters>[^\W\d_]{0,20})[-_.]?(?P<year>(?:19[89]|20[0-4])\d)(?!\d)")
_SHORT: Final = re.compile(r"(?P<letters>[^\W\d_]{3,20})[-_']?(?P<year>\d\d)(?!\d)")
_MONTH: Final = re.compile(r"(?:0?[1-9]|1[0-2])")
_STORES: Final = re.compile(
    r"uploads?|files?|assets|images?|img|static|media|news|blog|archives?|posts?", re.I
)
_MAX_FOLDERS: Final = 8


def address_signs(url: str, *, now: int) -> Iterator[EventSign]:
    """The signs of a host and of the folders of a path."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    labels = host.split(".")
    # The last label is a country or the like.
    for label in labels[:-1] or labels:
        if (sign := _sign(SignPlace.HOST, label, now)) is not None:
            yield sign
            break
    folders = [folder for folder in unquote(parts.path).split("/")[:-1] if folder][:_MAX_FOLDERS]
    for number, folder in enumerate(folders):
        following = folders[number + 1] if number + 1 < len(folders) else ""
        if _MONTH.fullmatch(following) or any(map(_STORES.fullmatch, folders[:number])):
            continue
        if (sign := _sign(SignPlace.FOLDER, folder, now)) is not None:
            yield sign


def _sign(place: SignPlace, text: str, now: int) -> EventSign | None:
    if text.isalpha():
        return None
    years = [match for match in _LONG.finditer(text) if is_year(int(match["year"]), now)]
    if len({match["year"] for match in years}) == 1:
        match = years[0]
        letters = match["letters"] if len(match["letters"]) > 1 else ""
        return EventSign(place, text[:80], letters, int(match["year"]))
    short = _SHORT.fullmatch(text)
    if short and not years:
        year = short_year(short["year"], now)
        if year:
            return EventSign(place, text[:80], short["letters"], year, is_short=True)
    return None
