"""The rule by which claims become a paper: authority, confidence, agreement, detail; and nothing else."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvestman.model import (
    PAPER_FIELDS,
    Author,
    Authority,
    Claim,
    Evidence,
    Field,
    Paper,
    Value,
    assemble,
    value_key,
    winning_claims,
)

NOON = datetime(2024, 6, 3, 12, tzinfo=UTC)


def claim(
    value: Value,
    *,
    field: Field = Field.TITLE,
    authority: Authority = Authority.EMBEDDED,
    confidence: float = 0.9,
    source: str = "https://example.org/",
    time: datetime = NOON,
) -> Claim:
    return Claim(
        subject="p",
        field=field,
        value=value,
        evidence=Evidence(source, "here"),
        reader="test",
        version="1",
        authority=authority,
        confidence=confidence,
        time=time,
    )


def test_a_paper_has_the_claimed_values_and_nothing_more() -> None:
    authors = (Author("Ana Ruiz"),)
    paper = assemble(
        [
            claim("A title"),
            claim(2018, field=Field.YEAR),
            claim(authors, field=Field.AUTHORS),
            claim(("one", "two"), field=Field.KEYWORDS),
        ]
    )
    assert paper == Paper("A title", authors=authors, year=2018, keywords=("one", "two"))


def test_without_a_title_there_is_no_paper() -> None:
    with pytest.raises(ValueError, match="title"):
        assemble([claim(2018, field=Field.YEAR)])
    with pytest.raises(ValueError, match="title"):
        assemble([])


@pytest.mark.parametrize("lower", list(Authority)[:-1])
def test_the_higher_authority_wins_whatever_the_others_say(lower: Authority) -> None:
    higher = min(authority for authority in Authority if authority > lower)
    rivals = [claim("Wrong but agreed", authority=lower, confidence=1.0) for _ in range(5)]
    assert assemble([*rivals, claim("Right", authority=higher, confidence=0.1)]).title == "Right"


def test_the_order_of_authorities_is_that_of_the_design() -> None:
    names = [authority.name for authority in sorted(Authority, reverse=True)]
    of_events = [name for name in names if name in ("LIST", "PORTAL", "SITE")]
    assert of_events == ["SITE", "PORTAL", "LIST"]
    of_papers = [name for name in names if name not in of_events]
    assert of_papers == ["REVIEWER", "IDENTIFIER", "EMBEDDED", "WRAPPER", "LEARNED", "PROPERTIES"]


def test_of_two_reviewers_the_later_has_the_last_word() -> None:
    first = claim("First, and longer", authority=Authority.REVIEWER, time=NOON)
    later = claim("Later", authority=Authority.REVIEWER, time=NOON + timedelta(hours=1))
    assert assemble([later, first]).title == "Later"
    by_readers = [replace(one, authority=Authority.WRAPPER) for one in (first, later)]
    assert assemble(by_readers).title == "First, and longer"


def test_then_the_more_confident_wins_over_the_many() -> None:
    many = [claim("Agreed", confidence=0.8) for _ in range(5)]
    assert assemble([*many, claim("Sure", confidence=0.9)]).title == "Sure"


def test_then_agreement_counts_without_regard_to_case_and_accents() -> None:
    claims = [
        claim("Another title, longer"),
        claim("El Nino", source="https://example.org/2"),
        claim("EL NIÑO", source="https://example.org/3"),
    ]
    assert value_key(assemble(claims).title) == value_key("El niño")


def test_a_page_and_a_site_have_one_voice_each() -> None:
    honest = [claim("True", source=f"https://{name}.example/") for name in "ab"]
    page = [claim("False, and said ten times", source="https://evil.example/") for _ in range(10)]
    pages = [
        claim("False, on ten pages", source=f"https://evil.example/{number}")
        for number in range(10)
    ]
    assert assemble([*honest, *page, *pages]).title == "True"


def test_then_the_more_detailed_value_wins() -> None:
    plain, full = (Author("A. Ruiz"),), (Author("A. Ruiz", affiliations=("Chile",)),)
    claims = [claim("T"), claim(plain, field=Field.AUTHORS), claim(full, field=Field.AUTHORS)]
    assert assemble(claims).authors == full


@pytest.mark.parametrize("ids", [("aaaa", "bbbb"), ("bbbb", "aaaa")])
def test_of_two_events_the_one_wins_whose_name_says_more_whatever_their_ids(
    ids: tuple[str, str],
) -> None:
    def of(event: str, called: str) -> Claim:
        one = claim(event, field=Field.EVENT)
        return replace(one, evidence=replace(one.evidence, quote=called))

    def winner(*called: str) -> str:
        claims = [of(event, name) for event, name in zip(ids, called, strict=True)]
        return winning_claims(claims)[Field.EVENT].evidence.quote

    assert winner("EMNLP", "EMNLP 2015") == winner("EMNLP 2015", "EMNLP") == "EMNLP 2015"
    assert winner("PACT 2022", "PACT 2021") == winner("PACT 2021", "PACT 2022") == "PACT 2021"


def test_a_list_of_more_people_wins_over_one_that_tells_more_of_fewer() -> None:
    both, one = (Author("A. Ruiz"), Author("B. Gil")), (Author("B. Gil", affiliations=("Chile",)),)
    claims = [claim("T"), claim(one, field=Field.AUTHORS), claim(both, field=Field.AUTHORS)]
    assert assemble(claims).authors == both


def test_each_field_is_decided_by_itself() -> None:
    claims = [
        claim("Low title", authority=Authority.LEARNED),
        claim("High title", authority=Authority.REVIEWER),
        claim("10.1000/1", field=Field.DOI, authority=Authority.LEARNED),
    ]
    paper = assemble(claims)
    assert (paper.title, paper.doi) == ("High title", "10.1000/1")


def test_every_field_is_a_field_of_a_paper() -> None:
    assert {str(field) for field in PAPER_FIELDS} == set(Paper.__dataclass_fields__) - {
        "id",
        "held",
        "added",
        "changed",
    }


claims_of_titles = st.lists(
    st.builds(
        claim,
        st.sampled_from(["A title", "a  TITLE!", "Á título", "Другое", "Else", ""]),
        authority=st.sampled_from(Authority),
        confidence=st.sampled_from([0.5, 0.9]),
        source=st.sampled_from(["https://a.example/", "https://b.example/"]),
        time=st.integers(0, 5).map(lambda hours: NOON + timedelta(hours=hours)),
    ),
    min_size=1,
    max_size=8,
)


@given(claims_of_titles, st.randoms())
def test_neither_order_nor_time_changes_the_paper(claims: list[Claim], rng: object) -> None:
    shuffled = list(claims)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert assemble(shuffled) == assemble(claims)


@given(claims_of_titles)
def test_the_winner_is_one_of_the_claims_and_none_outranks_it(claims: list[Claim]) -> None:
    winner = winning_claims(claims)[Field.TITLE]
    assert winner in claims
    rank = max((c.authority, c.confidence) for c in claims)
    assert (winner.authority, winner.confidence) == rank


@given(claims_of_titles)
def test_a_reviewer_can_always_have_the_last_word(claims: list[Claim]) -> None:
    final = claim("As reviewed", authority=Authority.REVIEWER, confidence=1.0)
    assert assemble([*claims, final]).title == "As reviewed"


@given(claims_of_titles)
def test_hearing_everything_twice_changes_nothing(claims: list[Claim]) -> None:
    assert assemble(claims * 2) == assemble(claims)


ACM = "https://dl.acm.org/doi/10.1145/1"


@pytest.mark.parametrize(
    ("doi", "own", "authority", "shown"),
    [
        ("10.1145/1", ACM, Authority.EMBEDDED, "Own"),
        ("10.1145/1", ACM, Authority.LEARNED, "Own"),
        ("10.1145/1", "https://acm.org.evil.example/", Authority.EMBEDDED, "Others"),
        ("10.1145/1", "https://notacm.org/", Authority.EMBEDDED, "Others"),
        ("10.1109/1", ACM, Authority.EMBEDDED, "Others"),
        ("10.99999/1", ACM, Authority.EMBEDDED, "Others"),
    ],
)
def test_the_dois_own_site_wins_over_what_others_embed(
    doi: str, own: str, authority: Authority, shown: str
) -> None:
    others = [claim("Others", confidence=1.0, source=f"https://o{n}.example/") for n in range(3)]
    said = [claim("Own", source=own, authority=authority), claim(doi, field=Field.DOI, source=own)]
    assert assemble([*others, *said]).title == shown
    lookup = claim("Looked Up", authority=Authority.IDENTIFIER, source="https://api.example/")
    assert assemble([*others, *said, lookup]).title == "Looked Up"
