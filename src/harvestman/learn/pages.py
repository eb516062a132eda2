"""Training of the learned page reader, all of it: word lists, models, and what to expect of them on sites that they have not seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from harvestman.learn.pages_folds import judge_without
from harvestman.learn.pages_gold import lessons, rows_of
from harvestman.learn.pages_lexica import build
from harvestman.learn.pages_teaching import Say, draw_lessons, has_sites, train
from harvestman.learn.pages_tongues import read_tongues
from harvestman.learn.regions import labelled_pages, train_regions
from harvestman.learn.training import mean
from harvestman.pages.learned import lexica, tagging
from harvestman.pages.learned.chain import Weights, to_bytes

DRAWS = 2
"""So often all is taught, each time with other made-up pages, and the weights are averaged: figures of a single training differ by 0.015 from
one draw to the next."""
FOLDER = Path(tagging.__file__).parent


def learn(
    folders: Sequence[Path],
    *,
    regions: Path,
    words: Path | None = None,
    references: Path | None = None,
    out: Path = FOLDER,
    seed: int = 14,
    draws: int = DRAWS,
    is_second: bool = False,
    say: Say = lambda _: None,
) -> None:
    """Train on folders of pages with gold: the train splits of single pages, all of whole sites; write `models/` into `out`.

    `regions` has the Kairos paper's hand-labelled regions, `words` its word lists: given, `lexica/` are made anew of them and of the
    training pages; else those of the package are used. `references` has reference strings: what works and people are called in other languages.
    `is_second`: the models that are asked for a second opinion are taught instead, by one draw, and nothing else is written.
    """
    draws = 1 if is_second else draws
    tongues = read_tongues(references) if references is not None else {}
    try:
        if words is not None:
            single = [folder for folder in folders if not has_sites(folder)]
            taught = [one for folder in single for one in lessons(folder, rows_of(folder, "train"))]
            say(f"lexica: {build(words, taught, out / 'lexica', tongues=tongues)}")
        drawn = []
        for number in range(draws):
            pages = draw_lessons(folders, split="train", seed=seed + number, tongues=tongues)
            taught_models = train(pages, say=say)
            drawn.append(taught_models.whole)
            if number == 0:
                say(
                    f"sites of other folds: {_in_short(judge_without(taught_models, pages, folders))}"
                )
        models = {name: mean([one[name] for one in drawn]) for name in drawn[0]}
        if is_second:
            models = {f"{tagging.SECOND}{name}": model for name, model in models.items()}
        else:
            models |= train_regions(
                [page for page in labelled_pages(regions) if page.split == "train"]
            )
    finally:
        lexica.use()
    write_models(models, out, say=say)


def write_models(models: Mapping[str, Weights], out: Path, *, say: Say) -> None:
    """Keep models as the package has them."""
    folder = out / "models"
    folder.mkdir(parents=True, exist_ok=True)
    for name, model in models.items():
        (folder / f"{name}.chain.gz").write_bytes(to_bytes(model))
        say(f"{name}: {len(model.names)} features")


def _in_short(found: Mapping[str, Any]) -> str:
    """The F1 of titles and authors in each folder."""
    return ", ".join(
        f"{name} {one['title']['f1']} {one['authors']['f1']}" for name, one in found.items()
    )
