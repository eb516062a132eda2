"""Sites: is this URL a conference's own web site? Judged from the URL alone, before anything is fetched.

In: addresses as strings, in any state. Out: a probability, a decision, and the features that made it. It never opens a
connection, never raises on a bad address, and needs no training library: the model is a small file beside it.
"""

from harvestman.crawl.sites.address import Host, SiteAddress, parse
from harvestman.crawl.sites.classifier import SiteClassifier, SiteJudged
from harvestman.crawl.sites.features import features_of
from harvestman.crawl.sites.kairos import kairos_features
from harvestman.crawl.sites.pieces import Lists
from harvestman.crawl.sites.wording import in_words

__all__ = [
    "Host",
    "Lists",
    "SiteAddress",
    "SiteClassifier",
    "SiteJudged",
    "features_of",
    "in_words",
    "kairos_features",
    "parse",
]
