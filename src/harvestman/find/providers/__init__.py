"""Search providers: a query in, hits out. Each knows the wire format of one service; they are plug-ins, ours like anybody's.

In: words, a kind of file, a language, and what the words were made of (`Query`). Out: addresses with what the service says of them
(`Hit`). A provider keeps nothing, never fetches what it names, and never decides whether a hit is right.
"""

from harvestman.find.providers.base import (
    FILE_TYPES,
    ApiClient,
    Hit,
    NotSetUp,
    OwnSearch,
    Provider,
    ProviderFault,
    ProviderSettings,
    Query,
    hit_from_plain,
)
from harvestman.find.providers.registry import ChosenProviders, load_providers

__all__ = [
    "FILE_TYPES",
    "ApiClient",
    "ChosenProviders",
    "Hit",
    "NotSetUp",
    "OwnSearch",
    "Provider",
    "ProviderFault",
    "ProviderSettings",
    "Query",
    "hit_from_plain",
    "load_providers",
]
