"""Training and judging of the classifier of addresses (`harvestman learn urls`, `harvestman eval urls`).

Training is one command with a fixed seed and gives the same bytes again. Judging follows the shared scorer: precision, recall
and F1 of conferences, the confusion matrix, and the share that is right by kind and by source. Cross-validation trains anew for
each fold, with made-up examples from the other folds only, by rows at random (stratified, as Kairos did) or by registered
domain, which is the honest one: hosts repeat.
"""

from __future__ import annotations

import gzip
import html
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from harvestman.crawl.sites import Lists, SiteClassifier, features_of, parse
from harvestman.crawl.sites.classifier import MODEL_FILE, Model
from harvestman.crawl.sites.features import LETTERS
from harvestman.crawl.sites.letters import CAPITALS, SMALL
from harvestman.learn import url_examples
from harvestman.learn.logistic import Example, fit, separations, vocabulary
from harvestman.model import UsageError
from harvestman.text import fold

# Settled by cross-validation by registered domain (flat around these) and with dev in sight: see the model card.
_PENALTY = 2.0
_STEPS = 80
_LEAST_DOMAINS = 3
_GRAM_SCALE = 0.7
_KNOWN_SCALE = 6.0  # what the hand-written lists say is surer than what letters say
_MADE_UP_WEIGHT = 0.2  # many with little weight: the figures then hardly depend on chance
_HOME_PAGES, _LOOK_ALIKES, _EVENT_SITES = 0.48, 0.105, 0.84  # for each row of the data
_SMALLEST = 0.004  # weights below it are not shipped
_YEAR = 2026  # the year called current in training
_SEED = 20100
# Lists of acronyms whose licence allows it (dblp CC0; CORE and CCF as republished under MIT; Qualis Apache-2.0).
_RATINGS = frozenset(("CORE", "CORE_A_only", "CCF", "CCF_ccfddl", "Qualis"))


@dataclass(frozen=True, slots=True)
class Row:
    """One labelled address."""

    url: str
    is_event: bool
    source: str
    kind: str


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known beside the labelled rows: acronyms of series, names of authors."""

    acronyms: tuple[str, ...]
    names: tuple[str, ...]


def learn_urls(directory: Path, *, target: Path | None = None) -> dict[str, Any]:
    """Train on DIRECTORY/train.tsv (and the folders `venues` and `kairos` beside it) and write the model file."""
    rows = read_rows(directory / "train.tsv")
    model = train(rows, read_knowledge(directory.parent))
    data = model.to_bytes()
    path = target or Path(__file__).parent.parent / "crawl" / "sites" / MODEL_FILE
    path.write_bytes(data)
    return {
        "rows": len(rows),
        "features": len(model.marks) + len(model.grams),
        "acronyms": len(model.lists.acronyms),
        "bytes": len(data),
        "file": str(path),
    }


def evaluate_urls(
    path: Path, *, cv: int | None = None, classifier: SiteClassifier | None = None
) -> dict[str, Any]:
    """Judge the shipped model on a file of labelled addresses; with `cv`, cross-validate on the file instead."""
    rows = read_rows(path)
    if cv is None:
        said = (classifier or SiteClassifier.load()).is_conference
        return judge(rows, [said(row.url) for row in rows])
    if not 2 <= cv <= len(rows):
        raise UsageError(f"{cv} folds cannot be made of {len(rows)} rows: give 2 or more")
    knowledge = read_knowledge(path.resolve().parent.parent)
    return {
        "folds": cv,
        "by_rows": judge(rows, cross_validate(rows, knowledge, folds=cv, by="rows")),
        "by_domain": judge(rows, cross_validate(rows, knowledge, folds=cv, by="domain")),
    }


def read_rows(path: Path) -> list[Row]:
    """The rows of a table with the columns url, label, source and kind."""
    try:
        # An address may have bytes of any encoding; it is judged as it stands.
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    header = lines[0].split("\t") if lines else []
    missing = [name for name in ("url", "label") if name not in header]
    if missing:
        raise UsageError(f"{path} has no column {missing[0]}: its first line must name the columns")
    found = []
    for number, line in enumerate(lines[1:], start=2):
        if line:
            cells = dict(zip(header, line.split("\t"), strict=False))
            if "url" not in cells or cells.get("label") not in ("0", "1"):
                raise UsageError(f"{path}, line {number}: a url and a label, 0 or 1, are needed")
            is_event = cells["label"] == "1"
            found.append(
                Row(cells["url"], is_event, cells.get("source", ""), cells.get("kind", ""))
            )
    return found


def read_knowledge(directory: Path) -> Knowledge:
    """Acronyms from DIRECTORY/venues and names from DIRECTORY/kairos/lexica."""
    venues = directory / "venues"
    acronyms: set[str] = set()
    for file, column in (
        ("dblp-2023/series.tsv", "series"),
        ("dblp-2023/series.tsv", "abbreviation"),
        ("ratings/dblp_series_names.tsv", "dblp_series"),
        ("ratings/dblp_series_names.tsv", "acronym"),
        ("ceur-ws/events.tsv", "stem"),
        ("acl-anthology/series.tsv", "acronym"),
        ("ratings/ratings.tsv", "acronym"),
    ):
        for row in _table(venues / file):
            if row.get("source", "CORE") in _RATINGS:
                acronyms.add(re.sub(r"[^a-z]", "", row[column].removeprefix("conf/").lower()))
    lexicon = directory / "kairos" / "lexica" / "names.txt.gz"
    try:
        lines = gzip.decompress(lexicon.read_bytes()).decode("utf-8", "replace").splitlines()
    except OSError as error:
        raise UsageError(
            f"names of authors are needed for training: {lexicon} is missing"
        ) from error
    names = {fold(html.unescape(html.unescape(html.unescape(line)))) for line in lines}
    return Knowledge(
        # Journals of one publisher begin with "ij"; two letters are anything.
        tuple(sorted(a for a in acronyms if 3 <= len(a) <= 14 and not a.startswith("ij"))),
        tuple(sorted(n for n in names if re.fullmatch(r"[a-z]{3,9}", n))),
    )


def train(rows: Sequence[Row], knowledge: Knowledge) -> Model:
    """Train a model on labelled rows and made-up ones."""
    read = _reader(knowledge)
    return _train(rows, [read(row.url) for row in rows], knowledge)


def cross_validate(
    rows: Sequence[Row], knowledge: Knowledge, *, folds: int, by: Literal["rows", "domain"]
) -> list[bool]:
    """What models say that were trained without the fold of each row."""
    read = _reader(knowledge)
    seen = [read(row.url) for row in rows]
    fold_of = _by_rows(rows, folds) if by == "rows" else _by_domain(rows, folds)
    said = [False] * len(rows)
    for number in range(folds):
        inside = [i for i in range(len(rows)) if fold_of[i] != number]
        model = _train([rows[i] for i in inside], [seen[i] for i in inside], knowledge)
        classifier = SiteClassifier(model)
        for i in range(len(rows)):
            if fold_of[i] == number:
                said[i] = classifier.is_conference(rows[i].url)
    return said


def judge(rows: Sequence[Row], said: Sequence[bool]) -> dict[str, Any]:
    """Accuracy, precision, recall, F1, confusion matrix; the share that is right by kind and by source."""
    counts = Counter((row.is_event, have) for row, have in zip(rows, said, strict=True))
    tp, fp = counts[True, True], counts[False, True]
    fn, tn = counts[True, False], counts[False, False]
    precision = tp / (tp + fp) if tp + fp else 0.0
    recall = tp / (tp + fn) if tp + fn else 0.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    right = [row.is_event == have for row, have in zip(rows, said, strict=True)]
    return {
        "urls": len(rows),
        "accuracy": round((tp + tn) / len(rows), 4) if rows else 0.0,
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "f1": round(f1, 4),
        "confusion": {"tp": tp, "fp": fp, "fn": fn, "tn": tn},
        "by_kind": _shares((row.kind for row in rows), right),
        "by_source": _shares((row.source for row in rows), right),
    }


def registered_domains(urls: Iterable[str]) -> list[str]:
    """The registered domain of each address by the public suffix list, private suffixes included; offline."""
    import tldextract  # noqa: PLC0415  (the extra `eval`)

    extract = tldextract.TLDExtract(
        suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True
    )
    found = []
    for url in urls:
        parts = extract(url)
        found.append(f"{parts.domain}.{parts.suffix}" if parts.suffix else parts.domain)
    return found


def _train(rows: Sequence[Row], seen: Sequence[list[str]], knowledge: Knowledge) -> Model:
    groups = registered_domains(row.url for row in rows)
    examples = [
        Example(names, row.is_event, group)
        for row, names, group in zip(rows, seen, groups, strict=True)
    ]
    read = _reader(knowledge)
    for i, (url, is_event) in enumerate(_made_up(rows, knowledge)):
        examples.append(Example(read(url), is_event, f"made up {i}", _MADE_UP_WEIGHT))
    names = vocabulary(examples, _LEAST_DOMAINS)
    scales = [
        separation
        * (_GRAM_SCALE if n.startswith(LETTERS) else _KNOWN_SCALE if n.startswith("known") else 1.0)
        for n, separation in zip(names, separations(examples, names), strict=True)
    ]
    weights = fit(examples, names, scales=scales, penalty=_PENALTY, steps=_STEPS)
    # Rounded as they are shipped, so that cross-validation judges what would be shipped.
    kept = {n: round(w, 3) for n, w in weights.by_name.items() if abs(w) >= _SMALLEST}
    return Model(
        bias=round(weights.bias, 3),
        marks={n: w for n, w in kept.items() if not n.startswith(LETTERS)},
        grams={n[len(LETTERS) :]: w for n, w in kept.items() if _is_gram(n)},
        lists=Lists(frozenset(knowledge.acronyms)),
        year=_YEAR,
    )


def _is_gram(name: str) -> bool:
    """Whether a feature is an n-gram that a model can hold: its table knows few signs, and rare ones are none of them."""
    return name.startswith(LETTERS) and {*SMALL, *CAPITALS}.issuperset(name[len(LETTERS) :])


def _made_up(rows: Sequence[Row], knowledge: Knowledge) -> list[tuple[str, bool]]:
    rng = random.Random(_SEED)
    hosts = url_examples.university_hosts(row.url for row in rows)
    words = url_examples.common_words(
        row.url for row in rows if row.kind in ("web-host", "search-result")
    )
    acronyms = [a for a in knowledge.acronyms if len(a) <= 9]
    found: list[tuple[str, bool]] = []
    if hosts and knowledge.names:
        count = round(_HOME_PAGES * len(rows))
        pages = url_examples.home_pages(hosts, knowledge.names, count, rng=rng)
        found += [(url, False) for url in pages]
    if words:
        alikes = url_examples.look_alikes(words, round(_LOOK_ALIKES * len(rows)), rng=rng)
        found += [(url, False) for url in alikes]
    if hosts and acronyms and knowledge.names:
        count = round(_EVENT_SITES * len(rows))
        sites = url_examples.event_sites(hosts, acronyms, knowledge.names, count, rng=rng)
        found += [(url, True) for url in sites]
    return found


def _reader(knowledge: Knowledge) -> Callable[[str], list[str]]:
    lists = Lists(frozenset(knowledge.acronyms))

    def read(url: str) -> list[str]:
        return features_of(parse(url), lists, year=_YEAR)

    return read


def _by_rows(rows: Sequence[Row], folds: int) -> list[int]:
    """Stratified: each fold has its share of conferences."""
    rng = random.Random(_SEED)
    fold_of = [0] * len(rows)
    for is_event in (True, False):
        members = [i for i, row in enumerate(rows) if row.is_event == is_event]
        rng.shuffle(members)
        for place, i in enumerate(members):
            fold_of[i] = place % folds
    return fold_of


def _by_domain(rows: Sequence[Row], folds: int) -> list[int]:
    domains = registered_domains(row.url for row in rows)
    order = sorted(set(domains))
    random.Random(_SEED).shuffle(order)
    fold_of = {domain: place % folds for place, domain in enumerate(order)}
    return [fold_of[domain] for domain in domains]


def _shares(keys: Iterable[str], right: Sequence[bool]) -> dict[str, float]:
    total: Counter[str] = Counter()
    good: Counter[str] = Counter()
    for key, is_right in zip(keys, right, strict=True):
        total[key] += 1
        good[key] += is_right
    return {key: round(good[key] / total[key], 4) for key in sorted(total)}


def _table(path: Path) -> list[dict[str, str]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise UsageError(
            f"acronyms of series are needed for training: {path} is missing"
        ) from error
    header = lines[0].split("\t")
    return [dict(zip(header, line.split("\t"), strict=False)) for line in lines[1:] if line]
