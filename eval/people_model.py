"""Whether a small trained model finds people on pages better than the rules do: `python eval/people_model.py DATA/sites`.

Every piece of a line that is two to five capitalised words is a question: is it a person? It is taken for one when the site's answers name
that person as author, owner or scholar (family name and first initial). Staff whom the answers never name count as errors for both
sides, so precision is too low for both and only the comparison holds. The model (logistic, by CRFsuite on single items) is
trained on all other sites and asked about one, site by site; the rules were written with these sites in view, which the model never is.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pycrfsuite

from harvestman.learn.pages_gold import json_lines
from harvestman.pages import SavedPage
from harvestman.pages.people.labels import has_post, join_split_names
from harvestman.pages.people.lines import Line, lines_of
from harvestman.pages.people.names import is_given, names_in, says_teacher
from harvestman.pages.people.words import says
from harvestman.pages.source import Source
from harvestman.text import fold
from harvestman.text.charset import decode_html
from harvestman.text.names import parse_name
from harvestman.text.personal import looks_of

NOW = datetime(2026, 11, 17, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Question:
    """A piece of a line."""

    site: str
    text: str
    features: tuple[str, ...]
    is_person: bool
    by_rules: bool


_PIECES = re.compile(r"\s*[:;,()\[\]|•·–—/«»\"“”]\s*|\s-\s|\s(?:and|y|и)\s")
_INITIAL = re.compile(r"\b[^\W\d_]\b|\b[A-Z]{2}$")
_CAPITALISED = re.compile(
    r"(?:[^\W\d_a-zа-яё][\w.'’-]*)(?:\s(?:(?:de|del|la|van|von|di)\s){0,2}[^\W\d_a-zа-яё][\w.'’-]*){1,4}"
)


def known_people(folder: Path, site: str) -> set[tuple[str, str]]:
    """Family name and first initial of everybody whom the answers name for a site."""
    names = [
        a["name"]
        for r in json_lines(folder / "gold.jsonl")
        if r["site"] == site
        for a in r["authors"]
    ]
    names += [
        n for r in json_lines(folder / "entries.jsonl") if r["site"] == site for n in r["authors"]
    ]
    for row in json_lines(folder / "sites.jsonl"):
        if row["site"] == site and row["owner"]:
            names += [row["owner"]["name"], *row["owner"]["name_variants"]]
    return {key for name in names for key in _keys(name)}  # fmt: skip


def _keys(name: str) -> Iterator[tuple[str, str]]:
    """A name's keys, also of one that is written with the family name first."""
    parsed = parse_name(name)
    yield fold(parsed.family), fold(parsed.given)[:1]
    words = name.replace(",", " ").split()
    if len(words) > 1:
        yield fold(words[0]), fold(words[1])[:1]


def questions(folder: Path, site: str) -> Iterator[Question]:
    """The pieces of all lines of a site's pages, each text once."""
    people = known_people(folder, site)
    seen: set[str] = set()
    for file in sorted((folder / site).rglob("*.htm*")):
        body = file.read_bytes()
        page = SavedPage(f"http://{site}/{file.name}", body, "text/html")
        lines = join_split_names(lines_of(Source(page, html=decode_html(body)[0], now=NOW)))
        for at, line in enumerate(lines):
            is_likely = has_post(lines, at) or bool(line.mails) or line.is_name
            by_rules = {
                key for name in names_in(line.text, lenient=is_likely) for key in _keys(name)
            }
            for piece in _PIECES.split(line.text):
                if _CAPITALISED.fullmatch(piece) and piece not in seen:
                    seen.add(piece)
                    is_person = not people.isdisjoint(_keys(piece))
                    yield Question(site, piece, _features(piece, lines, at), is_person, not by_rules.isdisjoint(_keys(piece)))  # fmt: skip


def _features(piece: str, lines: Sequence[Line], at: int) -> tuple[str, ...]:
    line, words = lines[at], piece.split()
    above = next((one.text for one in reversed(lines[:at]) if one.heading), "")
    found = {
        "looks": "".join(looks_of(piece)),
        "first": str(is_given(words[0])),
        "last": str(is_given(words[-1])),
        "words": str(len(words)),
        "ends": fold(words[-1])[-3:],
        "begins": fold(words[0])[-2:],
        "alone": str(line.text == piece),
        "heading": str(line.heading),
        "entry": str(bool(line.entry)),
        "mail": str(any(one.mails or "@" in one.text for one in lines[at : at + 3])),
        "teaches": str(says_teacher(line.text)),
        "staff": str(says("staff", line.text)),
        "organisation": str(says("organisation", piece)),
        "above": str(says("staff", above) or says("teacher", above)),
        "marked": str(line.is_name),
    }
    return tuple(f"{name}={value}" for name, value in found.items())


def learnt(asked: Collection[Question], others: Collection[Question], place: Path) -> list[bool]:
    """What a model says of a site that was trained on the others."""
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.set_params({"c1": 0.05, "c2": 0.05, "max_iterations": 80})
    for one in others:
        trainer.append([list(one.features)], [str(one.is_person)])
    trainer.train(str(place))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(place))
    return [tagger.tag([list(one.features)]) == ["True"] for one in asked]


def told(name: str, asked: Sequence[Question], said: Sequence[bool]) -> str:
    """Precision, recall and F1 in one line."""
    right = sum(one.is_person and yes for one, yes in zip(asked, said, strict=True))
    precision, recall = right / max(1, sum(said)), right / max(1, sum(q.is_person for q in asked))
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    return f"{name}: precision {precision:.3f}, recall {recall:.3f}, F1 {f1:.3f}"


def main() -> None:
    """Ask, train, compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    sites = [str(row["site"]) for row in json_lines(folder / "sites.jsonl")]
    by_site = {site: list(questions(folder, site)) for site in sites}
    everything = [one for site in sites for one in by_site[site]]
    rules = [one.by_rules for one in everything]
    model: list[bool] = []
    with tempfile.TemporaryDirectory() as place:
        for site in sites:
            others = [one for one in everything if one.site != site]
            model += learnt(by_site[site], others, Path(place) / "model")
    either = [r or m for r, m in zip(rules, model, strict=True)]
    both = [r and m for r, m in zip(rules, model, strict=True)]
    print(f"{len(everything)} pieces, {sum(one.is_person for one in everything)} of them people")
    for kind, is_meant in (("all", False), ("without initials", True)):
        few = [
            at for at, one in enumerate(everything) if not (is_meant and _INITIAL.search(one.text))
        ]
        print(f"{kind}: {len(few)} pieces")
        for name, said in (("rules", rules), ("model, folds by site", model), ("either", either), ("both", both)):  # fmt: skip
            print(" ", told(name, [everything[at] for at in few], [said[at] for at in few]))


if __name__ == "__main__":
    main()
