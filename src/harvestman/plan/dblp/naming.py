"""Names of series, which the dump does not have, read off their volumes; and the workshops held beside a conference.

dblp keeps many workshops under the key of their host ("conf/cikm/2014dolap"). They have their own rhythm and size, so
each gets a strand of its own, as far as key, title or book title show it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from harvestman.plan.dblp.volumes import key_tail
from harvestman.plan.history import looks_like_workshop
from harvestman.store import VolumeRecord
from harvestman.text import fold, squeeze

_OPENING = re.compile(
    r"^(?:(?:conference |companion |joint |extended |adjunct |workshop )?proceedings\s+(?:of|for|from)\s+)?(?:the\s+)?",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\b(?:\d{1,3}(?:st|nd|rd|th|\.)|(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)(?:y-?)?\w*(?:st|nd|rd|th)|"
    r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\w+teenth|eleventh|twelfth)\s+(?:annual\s+)?",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\s*['’]?\b(?:(?:19|20)\d\d|['’]\d\d)\b\s*")
_BREAK = re.compile(r"[,;:(]|\s[-–—]\s|\.\s|\.$")
_PART = re.compile(r"\s*[(\[]\d+[)\]]|\s+(?:vol|part|volume)\b.*|\s*\d+$", re.IGNORECASE)


def acronym(volumes: Sequence[VolumeRecord]) -> str:
    """The commonest book title, without years and numbers of parts; of equally common ones the newest."""
    written = [
        (v.year, _PART.sub("", _YEAR.sub(" ", v.booktitle).strip()).strip()) for v in volumes
    ]
    counts = Counter(text for _, text in written)
    counts[""] = 0
    return max(written, key=lambda pair: (counts[pair[1]], *pair), default=(0, ""))[1]


def series_name(volumes: Sequence[VolumeRecord]) -> str:
    """The commonest beginning of the titles; of equally common ones the newest."""
    names = [(fold(name), v.year, name) for v in volumes if (name := _name_in(v.title))]
    counts = Counter(folded for folded, _, _ in names)
    return max(names, key=lambda named: (counts[named[0]], *named[1:]), default=("", 0, ""))[2]


def _name_in(title: str) -> str:
    """ "Joint Conference on Digital Libraries" of "Proceedings of the 18th Joint Conference …, JCDL 2018, …"."""
    name = _YEAR.sub(" ", _COUNTED.sub("", _OPENING.sub("", squeeze(title)), count=1))
    broken = _BREAK.search(name)
    name = squeeze(name[: broken.start()] if broken else name)
    return name if len(name) > 3 else ""


def is_workshop_series(key: str, volumes: Sequence[VolumeRecord]) -> bool:
    """Whether the series itself is a workshop: in most of its years there is nothing but workshops."""
    years = {v.year for v in volumes}
    conferences = {v.year for v in volumes if not v.is_workshop}
    return looks_like_workshop(key) or 2 * len(conferences) < len(years)


def strand(volume: VolumeRecord, *, in_workshop_series: bool) -> str:
    """ "" for an event of the series itself, else the folded name of the workshop beside it."""
    if in_workshop_series or not volume.is_workshop:
        return ""
    named = fold(_YEAR.sub(" ", volume.booktitle).partition("@")[0])
    return named or key_tail(volume.key) or "workshop"
