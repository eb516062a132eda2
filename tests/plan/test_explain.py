from __future__ import annotations

from dataclasses import replace

from harvestman.plan import Explanation, History, explain, history, month_number, rank
from harvestman.plan.explain import timeline
from plan.histories import series, small_bibliography

NOW = month_number(2016, 9)


def explained(record: History, **more: object) -> Explanation:
    made = [h for h in small_bibliography() if h.series != record.series] + [record]
    rows = rank(made, NOW)
    row = next(r for r in rows if r.series == record.series)
    return explain(row, record, now=NOW, ranked=len(rows), **more)  # type: ignore[arg-type]


def test_the_six_questions_are_answered_in_order() -> None:
    record = series("conf/x", range(2005, 2016), month=5, name="On X", source="ceur-ws.org")
    found = explained(record, has_reader=lambda source: source == "ceur-ws.org")
    answers = [a.answer for a in found.answers]
    assert len(answers) == 6
    assert "every year, usually in May" in answers[0]
    assert "entered in July 2016" in answers[0]
    assert answers[1].startswith("Probably, for about 2 months: with ")
    assert answers[2].startswith("ceur-ws.org (10 of the 10")
    assert answers[3] == "None that we have seen."
    assert answers[4] == "Yes, for ceur-ws.org."
    assert "Place " in answers[5]
    assert "out by now with" in answers[5]


def test_a_second_source_is_named() -> None:
    volumes = [
        *series("conf/x", range(2005, 2013), source="dl.acm.org").volumes,
        *series("conf/x", range(2013, 2016), source="ceur-ws.org").volumes,
    ]
    found = explained(history("conf/x", volumes), has_reader=lambda source: False)
    answers = [a.answer for a in found.answers]
    assert answers[2].startswith("dl.acm.org (7 of the 10")
    assert answers[3] == "Yes: ceur-ws.org (3)."
    assert answers[4].startswith("No reader of its own for dl.acm.org")


def test_what_is_ahead_or_in_hand_is_not_called_overdue() -> None:
    ahead = explained(series("conf/x", range(2005, 2016), month=11))
    assert ahead.answers[1].answer.startswith("Not yet: it is most likely due in 4 months;")
    in_hand = explained(series("conf/x", range(2005, 2017), month=5))
    assert in_hand.answers[1].answer == "No: this year's edition is in hand."


def test_what_is_out_is_told_by_its_year() -> None:
    # Of 2015 nothing is known, and the edition of 2016 comes in November: what is out by September is that of 2015.
    last_missing = explained(series("conf/x", range(2000, 2015), month=11, lag=0))
    said = last_missing.answers[1].answer
    assert said.startswith("Probably the edition of 2015: with ")
    assert said.endswith("that of 2016 is most likely due in 2 months.")
    # The edition of 2016 is known, that of 2015 is not, and the place is one of something that is probably out.
    years = [*range(2000, 2015), 2016]
    only_this = explained(series("conf/x", years, month=5, lag=0))
    answers = [each.answer for each in only_this.answers]
    assert "this year's edition is in hand" in answers[1]
    assert not answers[1].startswith("No")
    assert answers[1].endswith("its proceedings are out.")


def test_a_small_chance_is_not_called_perhaps() -> None:
    record = series("conf/x", range(2005, 2015), month=None)
    made = [*small_bibliography(), record]
    row = next(r for r in rank(made, NOW) if r.series == "conf/x")
    assert row.outlook is not None
    for chance, word in ((0.04, "Hardly: with 4%"), (0.2, "Perhaps: with 20%")):
        view = replace(row.outlook, edition=0.3, out_by_now=chance, likely=None, in_hand=False)
        found = explain(replace(row, outlook=view), record, now=NOW, ranked=len(made))
        assert found.answers[1].answer.startswith(word)


def test_a_series_that_pauses_by_habit_has_not_ended() -> None:
    said = explained(series("conf/x", range(2000, 2016, 3), month=None)).answers[1].answer
    assert said.startswith("No: it meets every 3 years, the last time in 2015;")


def test_the_unknown_is_said_to_be_unknown() -> None:
    found = explained(series("conf/x", [2014, 2015], month=None))
    assert (
        "in which month is not known; how long its proceedings take is not known"
        in found.answers[0].answer
    )
    assert found.answers[2].answer.startswith("Unknown")
    assert found.answers[4].answer.startswith("That depends")


def test_the_timeline_shows_entries_events_and_gaps() -> None:
    volumes = [
        *series("conf/x", [2012], month=6, lag=2).volumes,
        *series("conf/x", [2014], month=6, lag=None).volumes,
        *series("conf/x", [2015], month=None).volumes,
    ]
    line = timeline(history("conf/x", volumes), NOW)
    assert line.endswith("2012 12-08  2013 -  2014 (06)  2015 x  2016 -")


def test_one_date_is_expected_and_the_papers_rule_is_told_apart() -> None:
    volumes = [
        *series("conf/x", [2006, 2008, 2010, 2012, 2014], month=9, lag=0).volumes,
    ]
    late = [volumes[0], *(replace(v, entered=month_number(2014, 10)) for v in volumes[1:])]
    told = [a.answer for a in explained(history("conf/x", late)).answers]
    assert told[0].count("most likely") == 1
    assert "By these habits" not in told[0]
    assert "(The JCDL paper's rule" in told[0]
    assert "overdue" not in told[1]


def test_a_series_that_is_silent_for_long_is_not_overdue() -> None:
    told = [a.answer for a in explained(series("conf/x", range(1990, 2003), month=5)).answers]
    assert "An edition of 2016 is unlikely" in told[0]
    assert told[1].startswith("Probably not: 14 years without an edition")


def test_reasons_are_words() -> None:
    told = explained(series("conf/x", range(2005, 2016), month=5)).answers[5].answer
    assert "with the same recent years, an edition followed in" in told
    assert "pattern +" not in told


def test_a_profile_without_a_model_tells_its_own_rule() -> None:
    record = series("conf/x", range(2005, 2016), month=5)
    made = [h for h in small_bibliography() if h.series != record.series] + [record]
    rows = rank(made, NOW, profile="jcdl18")
    row = next(r for r in rows if r.series == record.series)
    told = [a.answer for a in explain(row, record, now=NOW, ranked=len(rows)).answers]
    assert told[0].endswith("By these habits the next proceedings are due in July 2016.")
    assert told[1] == "Yes, overdue for 2 months."
