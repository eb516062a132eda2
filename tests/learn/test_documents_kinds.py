"""Teaching categories, on made-up documents only."""

from __future__ import annotations

from harvestman.documents.kinds.signs import kind_signs
from harvestman.learn.documents_keywords_eval import by_count, judge_keywords, ours
from harvestman.learn.documents_kinds import Example, answer, balanced, fit, judge, without_looks
from harvestman.learn.documents_synthetic import synthetic_documents


def examples(number: int, seed: int) -> list[Example]:
    return [
        Example(kind_signs(d.layout), d.gold["category"], language=d.gold["language"], name=str(i))
        for i, d in enumerate(synthetic_documents(number, seed=seed))
    ]


def test_what_is_taught_is_known_again() -> None:
    model = fit(examples(135, 1))
    others = examples(54, 2)
    right = sum(answer(model, e) == e.category for e in others)
    assert right > 0.75 * len(others)
    assert model.to_bytes() == fit(examples(135, 1)).to_bytes()


def test_soft_borders_count_as_right() -> None:
    rows = [
        (Example({}, "report", language="en", name="a"), "paper"),
        (Example({}, "thesis", language="en", name="b"), "paper"),
        (Example({}, "cv", language="ru", name="c"), "cv"),
        (Example({}, "cv", name="d"), "cv"),
    ]
    figures = judge(rows)
    assert figures["by_language"]["en"] == {"accuracy": 0.0, "soft_accuracy": 0.5, "documents": 2}
    assert figures["by_language"]["all"]["accuracy"] == 0.5
    assert figures["confusion"]["thesis > paper"] == 1
    assert figures["misses"] == ["b en: thesis > paper"]


def test_rare_categories_are_raised() -> None:
    few, many = Example({}, "cv"), Example({}, "paper")
    weights = {e.category: e.weight for e in balanced([few, *[many] * 9])}
    assert weights["cv"] > 1.0 > weights["paper"]


def test_a_plain_file_has_text_and_no_looks() -> None:
    document = next(synthetic_documents(1, seed=1))
    plain = without_looks(document.layout)
    assert "no-looks" in kind_signs(plain)
    assert plain.pages[0].lines[0].text


def test_keywords_are_judged_without_the_list_itself() -> None:
    text = "Suffix arrays. We build suffix arrays. Keywords: suffix arrays, secret phrase\nThe suffix arrays are small."
    figures = judge_keywords([(text, "en", "", ["suffix arrays", "secret phrase"])], ours)
    assert figures["at_5"]["recall"] == 0.5
    assert judge_keywords([(text, "en", "", ["nothing"])], by_count)["at_10"]["f1"] == 0.0
