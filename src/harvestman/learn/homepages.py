"""Teaching which pages are somebody's homepage (`harvestman learn find homepages`).

Every page of the sites that names a person who is asked for is an example: is it this person's homepage? Pages of directories,
publication lists and courses are the other answer. The sites of the data have hosts of their own; so that this is not learned, every page
counts again as if it lay in a folder of a university's host. Folds leave out whole sites.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from harvestman.find.agreeing import stems_of
from harvestman.find.homepages import (
    THRESHOLD_NAME,
    PageLook,
    address_signs,
    content_signs,
    homepage_chance,
    look_at,
)
from harvestman.find.naming import sought
from harvestman.learn.counting import Count
from harvestman.learn.logistic import Example, fit, vocabulary
from harvestman.pages import SavedPage
from harvestman.text import romanise
from harvestman.text.linear import LinearModel

MODEL_FILE = "homepages.json.gz"
_PENALTY = 2.0
_STEPS = 200
_LEAST_SITES = 2
_MOVED_WEIGHT = 0.7
_PRECISION = 0.9
_LEAST_STEP = 50
_RIGHT_WEIGHT = 3.0
"""A homepage is one page among a dozen that name its owner."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A page for a question, and whether it is the answer."""

    question: str
    split: str
    place: str
    is_right: bool
    signs: tuple[str, ...]
    is_moved: bool = False
    """Whether it counts under an address that it does not have."""

    @property
    def site(self) -> str:
        """The site of the page."""
        return self.place.partition("/")[0]


def learn_homepages(data: Path, *, target: Path | None = None) -> dict[str, Any]:
    """Train on the questions of DATA/sites and write the model file; the figures of folds by site."""
    every = candidates(data / "sites")
    train = [one for one in every if one.split == "train"]
    without = _leaving_out(train)
    sure = choose_threshold(train, without)
    taught = teach(train)
    model = replace(taught, weights={**taught.weights, THRESHOLD_NAME: (sure,)})
    path = target or Path(__file__).parent.parent / "find" / "models" / MODEL_FILE
    path.write_bytes(model.to_bytes())
    return {
        "pages": len(train),
        "features": len(model.weights),
        "bytes": len(model.to_bytes()),
        "file": str(path),
        "threshold": sure,
        "dev": judge([one for one in every if one.split == "dev"], lambda _: model, sure),
        "folds_by_site": judge(train, without, sure),
    }


def teach(examples: Sequence[Candidate]) -> LinearModel:
    """The weights that tell homepages from other pages."""
    rows = [
        Example(
            one.signs,
            one.is_right,
            one.site,
            (_RIGHT_WEIGHT if one.is_right else 1.0) * (_MOVED_WEIGHT if one.is_moved else 1.0),
        )
        for one in examples
    ]
    names = vocabulary(rows, _LEAST_SITES)
    found = fit(rows, names, scales=[1.0] * len(names), penalty=_PENALTY, steps=_STEPS)
    weights = {name: (round(weight, 3),) for name, weight in found.by_name.items()}
    # Every page has the sign `bias`: the model's constant is its weight.
    weights["bias"] = (round(found.bias + found.by_name.get("bias", 0.0), 3),)
    return LinearModel(("homepage",), weights)


def _leaving_out(examples: Sequence[Candidate]) -> Any:
    known: dict[str, LinearModel] = {}

    def model(site: str) -> LinearModel:
        if site not in known:
            known[site] = teach([one for one in examples if one.site != site])
        return known[site]

    return model


def choose_threshold(examples: Sequence[Candidate], model: Any) -> float:
    """The least chance from which on, by folds, nine of ten likeliest pages are right; "not sure" is an answer below it."""
    for step in range(_LEAST_STEP, 100):
        threshold = step / 100
        if judge(examples, model, threshold)["precision"] >= _PRECISION:
            return threshold
    return 0.99


def judge(examples: Sequence[Candidate], model: Any, threshold: float) -> dict[str, Any]:
    """Precision and recall of the likeliest page of each question, where it is likely enough."""
    by_question: dict[str, list[Candidate]] = defaultdict(list)
    for one in examples:
        if not one.is_moved:
            by_question[one.question].append(one)
    count = Count()
    for own in by_question.values():
        chances = [homepage_chance(one.signs, model=model(one.site)) for one in own]
        best = max(range(len(own)), key=lambda at: chances[at])
        is_given = chances[best] >= threshold
        count.add(is_given and own[best].is_right, is_given, any(one.is_right for one in own))
    return {**count.figures(), "questions": len(by_question)}


def candidates(sites: Path) -> list[Candidate]:
    """Every page that names a person of the questions."""
    rows = [
        json.loads(line) for line in (sites / "questions.jsonl").read_text("utf-8").splitlines()
    ]
    known = [json.loads(line) for line in (sites / "sites.jsonl").read_text("utf-8").splitlines()]
    hosts = {row["site"]: row["host"] for row in known}
    owners = {
        row["site"]: _folder((row.get("owner") or {}).get("name") or row["site"]) for row in known
    }
    looks: dict[str, PageLook] = {}
    for site, host in hosts.items():
        for path in sorted((sites / site).rglob("*.htm*")):
            page = path.relative_to(sites / site).as_posix()
            address = page.removesuffix("index.html") if page.endswith("index.html") else page
            looks[f"{site}/{page}"] = look_at(
                SavedPage(f"http://{host}/{address}", path.read_bytes())
            )
    found = []
    for row in rows:
        if row["type"] != "person" or row.get("namesake_of") or "namesake" in row["why"]:
            continue  # a namesake's homepage is a homepage, only not this person's
        who = sought(row["name"])
        right = {row["homepage"], f"{str(row['homepage']).partition('/')[0]}/index.html"}
        for place, look in looks.items():
            if any(family[:5] in stems_of(look.text) for family in who.families):
                said = content_signs(look, who)
                signs = (*address_signs(look.url, who), *said)
                one = Candidate(row["id"], row["split"], place, place in right, signs)
                found.append(one)
                for address in _moved(look.url, owners[one.site]):
                    signs = (*address_signs(address, who), *said)
                    found.append(replace(one, signs=signs, is_moved=True))
    return found


def _folder(owner: str) -> str:
    """What a university calls the folder of a person or group."""
    return romanise(owner).split()[-1]


def _moved(url: str, owner: str) -> tuple[str, str, str]:
    """A page's address if it lay on the host of a university: in a folder of its owner's, or as a file among those of others."""
    path = urlsplit(url).path
    name = path.strip("/").replace("/", "-")
    among_others = f"{owner}.html" if not name else f"{owner}-{name}"
    return (
        f"http://www.university.example/~{owner}{path}",
        f"http://cs.university.example/people/{owner}{path}",
        f"http://www.university.example/staff/{among_others}",
    )
