from __future__ import annotations

import pytest

from harvestman.plan import Proceedings, history, known_before, looks_like_workshop, month_number
from harvestman.plan.history import host_named_in
from plan.histories import series


def test_the_past_is_cut_by_entry_not_by_event() -> None:
    record = history(
        "conf/x",
        [
            Proceedings(2014, 11, month_number(2015, 2)),
            Proceedings(2015, 6, month_number(2015, 8)),
            Proceedings(2016, 1, month_number(2015, 12)),
        ],
    )
    cut = known_before([record], month_number(2015, 8))
    assert [v.year for v in cut[0].volumes] == [2014]
    assert known_before([record], month_number(2015, 2)) == []
    assert known_before([record], month_number(2016, 1)) == [record]


def test_without_an_entry_date_a_volume_is_known_from_the_next_january() -> None:
    record = series("conf/x", [2014, 2015], lag=None)
    assert known_before([record], month_number(2015, 12))[0].years() == [2014]
    assert known_before([record], month_number(2016, 1))[0].years() == [2014, 2015]


def test_what_was_said_later_is_forgotten_too() -> None:
    record = history("conf/x", [Proceedings(2010, 6)], ended=2014, checked=month_number(2015, 3))
    early = known_before([record], month_number(2013, 1))[0]
    assert (early.ended, early.checked) == (None, None)
    late = known_before([record], month_number(2015, 4))[0]
    assert (late.ended, late.checked) == (2014, month_number(2015, 3))


def test_a_slip_of_the_pen_is_never_known() -> None:
    record = history("conf/x", [Proceedings(2915, 6, month_number(2015, 8)), Proceedings(2014)])
    assert known_before([record], month_number(2016, 1))[0].years() == [2014]


@pytest.mark.parametrize(
    ("key", "texts", "expected"),
    [
        ("conf/plas-ws", [], True),
        ("conf/3dor", ["12th 3DOR@Eurographics 2019"], True),
        ("conf/x", ["International Workshop on Things"], True),
        ("conf/jcdl", ["Joint Conference on Digital Libraries"], False),
        ("conf/wsdm", ["Web Search and Data Mining"], False),
    ],
)
def test_workshops_are_told_apart(key: str, texts: list[str], expected: bool) -> None:
    assert looks_like_workshop(key, *texts) is expected


@pytest.mark.parametrize(
    ("heading", "host"),
    [
        ("12th 3DOR@Eurographics 2019", "eurographics"),
        ("6th CMCL@NAACL-HLT 2015", "naaclhlt"),
        ("First Workshop on Things @ LREC-COLING 2024", "lreccoling"),
        ("12th A-TEST@ESEC/SIGSOFT FSE 2021", "esecsigsoftfse"),
        ("JCDL 2016", ""),
    ],
)
def test_the_host_stands_after_the_sign(heading: str, host: str) -> None:
    assert host_named_in(heading) == host
