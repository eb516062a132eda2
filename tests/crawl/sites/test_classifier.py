"""The shipped classifier: clear cases, forms that must not matter, explanations that add up, hostile input."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harvestman.crawl.sites import SiteClassifier, features_of, parse
from harvestman.crawl.sites.classifier import Model
from harvestman.crawl.sites.pieces import Lists

CLASSIFIER = SiteClassifier.load()

EVENTS = [
    "http://www.icxyz2019.org/",
    "https://icabc2024.github.io/",
    "http://www.cs.example.edu/~icxyz07/",
    "http://www.informatik.uni-beispiel.de/events/iwxyz2011/cfp.html",
    "http://xyz-conference.org/2022",
    "http://www.example.ac.uk/workshops/wxyz08/index.html",
]
OTHERS = [
    "https://dblp.org/db/conf/icde/icde2004.html",
    "https://doi.org/10.1145/1234567.1234568",
    "http://www.cs.example.edu/~smith/papers/sigmod04.pdf",
    "https://www.johnrobertson.com/",
    "https://mariagonzalez.github.io",
    "http://www.cs.example.edu/people/faculty/john-smith",
    "https://github.com/example/tool",
    "http://www.wikicfp.com/cfp/servlet/event.showcfp?eventid=4711",
    "http://freegames2018.net/",
    "https://www.youtube.com/watch?v=abcdefgh",
]


@pytest.mark.parametrize("url", EVENTS)
def test_conferences(url: str) -> None:
    assert CLASSIFIER.is_conference(url)
    assert CLASSIFIER.probability(url) >= 0.5


@pytest.mark.parametrize("url", OTHERS)
def test_others(url: str) -> None:
    assert not CLASSIFIER.is_conference(url)
    assert CLASSIFIER.probability(url) < 0.5


@pytest.mark.parametrize("url", EVENTS + OTHERS)
def test_scheme_www_slash_and_html_do_not_matter(url: str) -> None:
    score = CLASSIFIER.score(url)
    rest = url.partition("://")[2]
    assert CLASSIFIER.score("https://" + rest) == score
    assert CLASSIFIER.score("http://www." + rest.removeprefix("www.")) == score
    if "?" not in url and not url.endswith(".pdf"):
        bare = url.removesuffix("/").removesuffix("/index.html").removesuffix(".html")
        for form in (bare, bare + "/", bare + "/index.html"):
            assert CLASSIFIER.score(form) == score


@pytest.mark.parametrize(
    "url",
    [
        *EVENTS,
        *OTHERS,
        "http://a.org/b/c/b/c/",
        "https://sites.google.com/view/google/x",
        "https://sites.google.com/view/icx2024",
        "https://www.usenix.org/publications/icx08",
        "http://a.org/%7Esmith/ICX-2k1_3rd/call.for,papers+x/first:one/paper.pdf?id=7",
        "http://conf-2004.example.co.uk:80/~icx04/a/b/",
        "http://user@xn--a.ñandú.org/Ωmega/Año/日本2012",
    ],
)
def test_the_explanation_adds_up_to_the_score(url: str) -> None:
    fresh = SiteClassifier.load()
    spoken = fresh.explain(url)
    bias = fresh.score("") - sum(weight for _, weight in fresh.explain(""))
    assert fresh.score(url) == pytest.approx(bias + sum(weight for _, weight in spoken), abs=1e-6)
    assert [abs(w) for _, w in spoken] == sorted((abs(w) for _, w in spoken), reverse=True)


def test_memory_does_not_change_answers() -> None:
    fresh = SiteClassifier.load()
    first = [fresh.score(url) for url in EVENTS + OTHERS]
    assert [fresh.score(url) for url in EVENTS + OTHERS] == first
    assert [SiteClassifier.load().score(url) for url in (EVENTS + OTHERS)[:3]] == first[:3]


def test_a_site_behind_a_path_is_not_mixed_up_with_its_host() -> None:
    fresh = SiteClassifier.load()
    alone = SiteClassifier.load().score("https://sites.google.com/view/google/a")
    fresh.score("https://sites.google.com/a")
    assert fresh.score("https://sites.google.com/view/google/a") == alone


@given(st.text(st.sampled_from("icdeICDE-_.~%/?:2004k1th ^$Yñ"), max_size=60))
@settings(max_examples=200)
def test_the_quick_sum_is_the_sum_of_all_features(text: str) -> None:
    spoken = sum(weight for _, weight in CLASSIFIER.explain(text))
    assert CLASSIFIER.score(text) == pytest.approx(CLASSIFIER._model.bias + spoken, abs=1e-9)


def test_a_model_of_other_letters_is_refused() -> None:
    model = Model(0.0, {}, {"ñu": 1.0}, Lists(frozenset()), 2026)
    with pytest.raises(ValueError, match="ñ"):
        SiteClassifier(model)


@given(st.text(max_size=200))
@settings(max_examples=200)
def test_any_text_has_a_probability(text: str) -> None:
    assert 0.0 <= CLASSIFIER.probability(text) <= 1.0


def test_hostile_lengths_cost_little() -> None:
    started = time.process_time()
    for url in (
        "http://" + "a." * 50_000,
        "http://a.org/" + "b/" * 50_000,
        "http://a.org/" + "-" * 100_000,
        "http://a.org/?" + "q=1&" * 50_000,
        "9" * 100_000,
        "http://\ud800.org/\udfff",
    ):
        CLASSIFIER.probability(url)
    assert time.process_time() - started < 1.0


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harvestman.crawl.sites.classifier._MEMORY", 10)
    fresh = SiteClassifier.load()
    for i in range(100):
        fresh.score(f"http://host{i}.org/page{i}")
        fresh.score(f"http://site{i}.org/")
    for memory in (fresh._places, fresh._names, fresh._labels, fresh._segments, fresh._plans):
        assert len(memory) <= 10


def test_a_model_survives_its_file() -> None:
    model = Model(
        bias=-0.5,
        marks={"p shape a4": 1.25, "P:0:icde": 0.5},
        grams={"ic": 0.25, "^ic": -0.125},
        lists=Lists(frozenset(("icde",))),
        year=2026,
    )
    data = model.to_bytes()
    assert Model.from_bytes(data) == model
    assert Model.from_bytes(data).to_bytes() == data


def test_the_current_year_can_be_told() -> None:
    model = Model(-1.0, {"P:0:<current year>": 3.0}, {}, Lists(frozenset()), 2026)
    assert SiteClassifier(model).is_conference("http://a.org/icx2026")
    assert not SiteClassifier(model, year=2030).is_conference("http://a.org/icx2026")


def test_features_are_named_once_for_training_and_explaining() -> None:
    names = features_of(
        parse("http://www.aisb.org.uk/convention/aisb08/"), Lists(frozenset(("aisb",))), year=2010
    )
    assert {"H:0:aisb", "P:1:aisb<year>", "p acronym 4+", "tld uk", "letters ais"} <= set(names)
