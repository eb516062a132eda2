"""A paper with everything a paper has, to be set as a PDF."""

from __future__ import annotations

from world.pdf import Author, Spec

PAPER = Spec(
    title="Leg Counts of Harvestmen in University Cellars",
    authors=(
        Author("Ana María Ruiz", "University of Tarapuy", "ana.ruiz@tarapuy.example"),
        Author("Rustam Galimov", "Brennbach Technical University", "galimov@brennbach.example"),
    ),
    abstract="We counted the legs of four hundred harvestmen. Most had eight. "
    "Those that had fewer were not slower than the others, which surprised us.",
    keywords=("harvestmen", "leg counts"),
    sections=(
        (
            "Introduction",
            "Harvestmen gather at harvest time. Nobody knows how many legs they lose.",
        ),
        ("Method", "We went to cellars with a lamp and a notebook, and counted what we saw there."),
        ("Conclusion", "Eight is a good number, but seven will do for most of what they do."),
    ),
    references=(
        "A. Ershov and B. Quill. Counting what moves. Journal of Small Animals, 12(3):45-67, 2019.",
        "C. Duboisson. Legs: A History. Almadraba University Press, Almadraba, 2004.",
        "D. Inkpen. Lamps for cellars. In Proceedings of the 3rd Workshop on Lamps, pages 7-9, 2011.",
    ),
)
