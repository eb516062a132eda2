"""Find: a reference or a name in; the paper's file, or the person's publications, out.

In: a question (title and authors of a paper; name, affiliation and field of a scholar) and the rooms to look with. Out: an answer with
its status and its trail: what was tried, and why it failed. Search providers name addresses; pages are fetched by `crawl.Session`,
files held by `holdings`, within a budget of requests a question; what is found is verified before it is believed. Answers and trails
are kept, and a question that was interrupted goes on. It never crawls by itself, never fetches more than its budget, never answers with
a file that it has not verified, and never gets around a wall.
"""

from harvestman.find.asking import (
    ANSWERED,
    DEADLINE_S,
    REMEMBERED_S,
    EngineNote,
    Engines,
    EnginesAsked,
    merge_hits,
)
from harvestman.find.budget import DEFAULT_REQUESTS, Budget, BudgetedFetcher
from harvestman.find.entries import Publication, read_publications
from harvestman.find.extending import (
    Extended,
    Extension,
    ExtensionKind,
    extend,
    extension_of,
    extensions_by_authors,
    revisits_due,
)
from harvestman.find.guessing import GuessedFile, PageSight, guess_files, see_page, see_saved_page
from harvestman.find.layout import MAX_LAYOUT
from harvestman.find.lines import is_reference, reference_chance
from harvestman.find.missing import MissingPaper, missing_papers
from harvestman.find.own_search import index_new_pages, search_own
from harvestman.find.pairing import PairedLink, pair_links
from harvestman.find.papers import DEPTH, FIRST_HITS, PaperFinder, answer_from_plain, likely_first
from harvestman.find.person_answers import PersonAnswer, person_question
from harvestman.find.person_asking import answer_person, answer_persons
from harvestman.find.policy import FoundFile, QuestionPolicy, is_file_hit
from harvestman.find.questions import (
    PaperAnswer,
    PaperQuestion,
    PersonQuestion,
    Trail,
    TrailStep,
    paper_question,
)
from harvestman.find.reach import LookPolicy, Outside, Reach, SeenFile, SeenPage
from harvestman.find.verifying import (
    DocumentVerdict,
    PageEvidence,
    authors_in,
    family_words,
    title_tie,
    verify,
)
from harvestman.find.volumes import VolumePlace, place_in
from harvestman.find.words import FILE_WORDS, PAGE_WORDS, WORD, words_of

__all__ = [
    "ANSWERED",
    "DEADLINE_S",
    "DEFAULT_REQUESTS",
    "DEPTH",
    "FILE_WORDS",
    "FIRST_HITS",
    "MAX_LAYOUT",
    "PAGE_WORDS",
    "REMEMBERED_S",
    "WORD",
    "Budget",
    "BudgetedFetcher",
    "DocumentVerdict",
    "EngineNote",
    "Engines",
    "EnginesAsked",
    "Extended",
    "Extension",
    "ExtensionKind",
    "FoundFile",
    "GuessedFile",
    "LookPolicy",
    "MissingPaper",
    "Outside",
    "PageEvidence",
    "PageSight",
    "PairedLink",
    "PaperAnswer",
    "PaperFinder",
    "PaperQuestion",
    "PersonAnswer",
    "PersonQuestion",
    "Publication",
    "QuestionPolicy",
    "Reach",
    "SeenFile",
    "SeenPage",
    "Trail",
    "TrailStep",
    "VolumePlace",
    "answer_from_plain",
    "answer_person",
    "answer_persons",
    "authors_in",
    "extend",
    "extension_of",
    "extensions_by_authors",
    "family_words",
    "guess_files",
    "index_new_pages",
    "is_file_hit",
    "is_reference",
    "likely_first",
    "merge_hits",
    "missing_papers",
    "pair_links",
    "paper_question",
    "person_question",
    "place_in",
    "read_publications",
    "reference_chance",
    "revisits_due",
    "search_own",
    "see_page",
    "see_saved_page",
    "title_tie",
    "verify",
    "words_of",
]
