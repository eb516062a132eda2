"""Judging the reference reader on strings with known fields: F1 over all fields, by field and by language.

The rules are those of the data's README: text is compared folded and with a tenth of its letters free to differ, pages by
their first and, if both sides have it, last number, a year by its digits, authors as a set of family names (or, where the
source does not part them, by their words), and a container also when it is most of the other one.
"""

from __future__ import annotations

import gzip
import json
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from harvestman.documents.references import parse_reference
from harvestman.learn.counting import Count
from harvestman.learn.likeness import alike, fold
from harvestman.model import Plain, UsageError
from harvestman.model.documents import Reference
from harvestman.text.folding import squeeze

FIELDS = tuple(field.name for field in fields(Reference) if field.name != "raw")

_JOINING = re.compile(r"\b(and|und|et|y|и|al|eds?|hrsg)\b")
_LINK_DRESS = re.compile(r"^(https?://)?(dx\.)?(doi\.org/)?|^doi:\s*|[/.]+$")
_ENDS_INITIAL = re.compile(r"\b\w\.?$")
_AUTHORS_ALIKE = 0.85


@dataclass(frozen=True, slots=True)
class Miss:
    """A field that was read wrongly, or not, or where the string has none."""

    raw: str
    field: str
    wanted: Any
    found: Any


def judge_references_file(
    path: Path, *, split: str | None = None, misses: list[Miss] | None = None
) -> Plain:
    """The figures of a file of reference strings, one JSON object a line, gzipped or not; `split` takes its rows only."""
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
        rows = [json.loads(line) for line in text.split("\n") if line.strip()]
    except (OSError, ValueError, EOFError) as error:
        raise UsageError(f"{path} cannot be read as JSON Lines: {error}") from error
    if not all(isinstance(row, dict) and "raw" in row and "fields" in row for row in rows):
        raise UsageError(f"{path} has rows without raw or fields: are these reference strings?")
    chosen = [row for row in rows if split is None or row.get("split", split) == split]
    if not chosen:
        raise UsageError(f"{path} has no strings" + (f" of the split {split!r}" if split else ""))
    return judge_references(chosen, misses=misses)


def judge_references(
    rows: Iterable[Plain],
    *,
    parse: Callable[[str], Reference] = parse_reference,
    misses: list[Miss] | None = None,
) -> Plain:
    """The figures of a parser on rows with `raw`, `fields` and `language`."""
    tallies: dict[str, dict[str, Count]] = defaultdict(lambda: defaultdict(Count))
    strings = 0
    for row in rows:
        strings += 1
        found = asdict(parse(squeeze(row["raw"])))
        by_field = tallies[row.get("language", "und")]
        for miss in _judge_row(row, found, by_field):
            if misses is not None:
                misses.append(miss)
    every = [tally for by_field in tallies.values() for tally in by_field.values()]
    return {
        "strings": strings,
        "micro_f1": _merged(every).figures()["f1"],
        "by_field": {
            name: _merged([by_field[name] for by_field in tallies.values()]).figures()["f1"]
            for name in FIELDS
        },
        "by_language": {
            language: _merged(list(by_field.values())).figures()["f1"]
            for language, by_field in sorted(tallies.items())
        },
    }


def _judge_row(row: Plain, found: Plain, tallies: dict[str, Count]) -> Iterable[Miss]:
    gold = dict(row["fields"])
    gold.setdefault("year", gold.get("date"))
    unlabelled = set(row.get("not_labelled") or ())
    if "segments" in row and not gold.get("place") and "excite" in row.get("source", "").lower():
        unlabelled.add("place")  # EXCITE calls places "other"
    for name in FIELDS:
        if name in unlabelled:
            continue
        tally = tallies[name]
        if name == "authors":
            wanted, have, right = _judge_authors(gold, found["authors"], tally)
        else:
            wanted, have = gold.get(name), found[name]
            if isinstance(wanted, list):
                wanted = ", ".join(map(str, wanted))
            if name == "issue" and wanted is None and len(_digits(gold.get("volume"))) > 1:
                continue  # the source keeps the issue in the volume
            right = bool(wanted and have) and _is_right(name, wanted, have, gold, found)
            tally.add(right, bool(have), bool(wanted))
        if not right and (wanted or have):
            yield Miss(row["raw"], name, wanted, have)


def _judge_authors(
    gold: Mapping[str, Any], have: Sequence[str], tally: Count
) -> tuple[Any, Any, bool]:
    if gold.get("authors"):
        wanted, answered = _families(gold["authors"]), _families(have)
        tally.add(len(wanted & answered), len(answered), len(wanted))
        return sorted(wanted), sorted(answered), wanted == answered
    printed = gold.get("author") or ""
    if not printed and not have:
        return "", have, True
    right = _shared_words(_JOINING.sub(" ", printed), " ".join(have)) >= _AUTHORS_ALIKE
    tally.add(right, bool(have), bool(printed))
    return printed, list(have), right


def _is_right(
    name: str, wanted: Any, have: str, gold: Mapping[str, Any], found: Mapping[str, Any]
) -> bool:
    if name == "year":
        return bool(_digits(have)) and _digits(wanted)[:1] == _digits(have)[:1]
    if name == "pages":
        a, b = _digits(wanted), _digits(have)
        return (
            bool(a and b) and a[0] == b[0] and (min(len(a), len(b)) < 2 or a[1][-2:] == b[1][-2:])
        )
    if name == "volume" and "issue" not in gold:
        numbers = _digits(wanted)
        together = _digits(have) + _digits(found["issue"])
        return bool(numbers) and numbers in (_digits(have), together)
    if name in ("doi", "url"):
        return _undressed(wanted) == _undressed(have)
    if name == "container":
        few, many = sorted((fold(wanted), fold(have)), key=len)
        return bool(few) and (
            few == many or (few in many and len(few) >= 0.6 * len(many)) or alike(wanted, have)
        )
    return alike(wanted, have)


def _families(names: Iterable[Any]) -> set[str]:
    """The folded family name of each author: before the comma, before initials at the end, or the last word."""
    found = set()
    for name in names:
        text = name if isinstance(name, str) else str(name.get("name") or "")
        parts = _words(text.split(",")[0])
        long = [part for part in parts if len(part) > 1] or parts
        if long:
            is_last = "," in text or not _ENDS_INITIAL.search(text.strip())
            found.add(long[-1] if is_last else long[0])
    return found


def _shared_words(one: str, other: str) -> float:
    x, y = Counter(_words(one)), Counter(_words(other))
    return 2 * sum((x & y).values()) / (x.total() + y.total()) if x and y else 0.0


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text).casefold().replace("ё", "е")
    return re.findall(r"\w+", "".join(c for c in plain if not unicodedata.combining(c)))


def _digits(text: Any) -> list[str]:
    return re.findall(r"\d+", str(text or ""))


def _undressed(text: Any) -> str:
    return _LINK_DRESS.sub("", str(text or "").strip().casefold())


def _merged(tallies: Iterable[Count]) -> Count:
    total = Count()
    for tally in tallies:
        total.add(tally.right, tally.answered, tally.wanted)
    return total
