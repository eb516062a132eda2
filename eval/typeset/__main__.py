"""`python -m eval.typeset OUT --data DATA --texts DIR`: papers in every template, with their answers in gold.jsonl.

Needs pdflatex with the classes of Debian's texlive-publishers, texlive-latex-extra, texlive-lang-cyrillic, -spanish,
-portuguese and cm-super. Judge the folder with `harvestman eval documents OUT`.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
from pathlib import Path
from random import Random

from eval.typeset.later import LATER
from eval.typeset.material import Material, read_material, writers
from eval.typeset.publishers import PUBLISHERS
from eval.typeset.templates import TEMPLATES, Draft
from eval.typeset.unseen import UNSEEN

EVERY = TEMPLATES | LATER | UNSEEN | PUBLISHERS


def draw(material: Material, rng: Random, language: str) -> Draft:
    """A paper that nobody wrote."""
    count = rng.choice((1, 2, 2, 3, 3, 4, 5, 6, 8))
    people = writers(material, rng, language, count, min(count, rng.choice((1, 1, 2, 3))))
    words = [
        word
        for word in material.title(rng, language).lower().replace(":", " ").split()
        if word.isalpha() and len(word) > 5
    ]
    return Draft(
        rng=rng,
        material=material,
        language=language,
        title=material.title(rng, language),
        other_title=material.title(rng, "en"),
        writers=people,
        abstract=material.prose(rng, language, rng.randrange(4, 9)),
        keywords=words[:5] or ["data"],
        year=rng.randrange(2004, 2025),
    )


def main() -> None:
    """Typeset so many papers of each template."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--data", type=Path, required=True, help="the folder of data")
    parser.add_argument("--texts", type=Path, required=True, help="running text, LANGUAGE.txt")
    parser.add_argument("--each", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--template", action="append", choices=sorted(EVERY))
    given = parser.parse_args()
    material = read_material(given.data, given.texts)
    given.out.joinpath("dev").mkdir(parents=True, exist_ok=True)
    work = given.out / "work"
    work.mkdir(exist_ok=True)
    with given.out.joinpath("gold.jsonl").open("w") as gold:
        for name in given.template or EVERY:
            template, language = EVERY[name]
            for at in range(given.each):
                rng = Random(f"{given.seed} {name} {at}")
                draft = draw(material, rng, language)
                source, references = template(draft)
                stem = f"{name}-{at}"
                if not _typeset(source, work, stem):
                    print(f"{stem}: not typeset, see {work / stem}.log")
                    continue
                shutil.copy(work / f"{stem}.pdf", given.out / "dev" / f"{stem}.pdf")
                gold.write(
                    json.dumps(_answers(draft, stem, name, references), ensure_ascii=False) + "\n"
                )
    print(f"{given.out}: typeset")


def _typeset(source: str, work: Path, stem: str) -> bool:
    work.joinpath(f"{stem}.tex").write_text(source)
    for _ in range(2):
        subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", f"{stem}.tex"], cwd=work, capture_output=True, timeout=120, check=False
        )  # fmt: skip
    made = work / f"{stem}.pdf"
    return made.exists() and made.stat().st_size > 0


def _answers(draft: Draft, stem: str, template: str, references: int) -> dict[str, object]:
    return {
        "id": stem,
        "file": f"dev/{stem}.pdf",
        "split": "dev",
        "template": template,
        "language": draft.language,
        "category": "thesis" if template.startswith("thesis") else "paper",
        "title": draft.title,
        "authors": [{"name": w.name, "affiliations": None, "email": None} for w in draft.writers],
        "affiliations": None,
        "affiliations_complete": False,
        "emails": None,
        "abstract": None if template.startswith("thesis") else draft.abstract,
        "keywords": None,
        "references": references,
    }


if __name__ == "__main__":
    main()
