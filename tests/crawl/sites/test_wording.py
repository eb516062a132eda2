"""Every feature that the shipped model knows can be said in words."""

from __future__ import annotations

import pytest

from harvestman.crawl.sites import SiteClassifier, in_words


@pytest.mark.parametrize(
    ("feature", "words"),
    [
        ("year dY", "a year in the domain"),
        ("hint ea year org", "an event word and a known acronym, a year, org suffix"),
        ("hint  none academic", "no event word or acronym, no year, academic suffix"),
        ("plan 0 2 pYpy", "a path 2 deep with a year in the path and a two-digit year in the path"),
        ("plan 1 0 academic", "the host itself with academic suffix"),
        ("H:1:<year>", "'<year>' as word 2 of the host"),
        ("P:call<papers", "'call' before 'papers' in the path"),
        ("p acronym 4+", "a known acronym in the path"),
        ("user 0  none", "below a ~user"),
        ("acronym and event", "acronym and event"),
    ],
)
def test_a_feature_is_said_in_words(feature: str, words: str) -> None:
    assert in_words(feature) == words


def test_every_reason_of_the_shipped_model_has_words() -> None:
    reasons = SiteClassifier.load().explain(
        "https://www.example.ac.uk/~ann/ICADL-2010/cfp.php?id=3"
    )
    assert len(reasons) > 20
    bare = {name for name, _ in reasons if in_words(name) == name}
    assert bare <= {"acronym and event"}
