"""What every judge needs: right, answered and wanted counted, and when two names of a place are one."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from harvestman.model import Plain

# Other names of one country that either side may use.
_SAME_COUNTRY = {
    "us": "usa",
    "unitedstates": "usa",
    "unitedstatesofamerica": "usa",
    "england": "uk",
    "scotland": "uk",
    "wales": "uk",
    "unitedkingdom": "uk",
    "greatbritain": "uk",
    "korea": "southkorea",
    "republicofkorea": "southkorea",
    "thenetherlands": "netherlands",
    "czechia": "czechrepublic",
}


@dataclass(slots=True)
class Count:
    """Answers that were right, given and wanted; precision, recall and F1 of them."""

    right: int = 0
    answered: int = 0
    wanted: int = 0

    def add(self, right: int, answered: int, wanted: int) -> None:
        """Count one question, or the answers of one page."""
        self.right += right
        self.answered += answered
        self.wanted += wanted

    def figures(self) -> Plain:
        """The three measures, to four digits."""
        precision = self.right / self.answered if self.answered else 0.0
        recall = self.right / self.wanted if self.wanted else 0.0
        total = precision + recall
        return {
            "precision": round(precision, 4),
            "recall": round(recall, 4),
            "f1": round(2 * precision * recall / total, 4) if total else 0.0,
        }


def place_key(text: str) -> str:
    """Equal for two names of one place: letters and digits without accents, countries under one name."""
    plain = unicodedata.normalize("NFKD", text).casefold().replace("ё", "е")
    folded = "".join(character for character in plain if character.isalnum())
    return _SAME_COUNTRY.get(folded, folded)
