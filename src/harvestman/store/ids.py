"""Names that the store gives: public ids, which nobody can guess, and short keys for long strings.

Integer keys stay inside the database. What leaves it is a random public id; what is compared inside by a long string (an
address, a mention) is compared by a digest, because PostgreSQL indexes no string of more than 2,700 bytes.
"""

from __future__ import annotations

from functools import lru_cache

from harvestman.store.storable import storable

# 32 signs that cannot be taken for one another: no l, o, 0 or 1. Sixteen of them are 80 random bits.
ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
ID_LENGTH = 16

_MAX_KEY = 400


def random_id() -> str:
    """A new public id: sixteen letters and digits, easy to read out, impossible to guess."""
    import secrets  # noqa: PLC0415 (brings OpenSSL, which those who read do not need)

    while True:
        bits = secrets.randbits(5 * ID_LENGTH)  # at once: each draw asks the system
        drawn = "".join([ID_LETTERS[bits >> 5 * place & 31] for place in range(ID_LENGTH)])
        if not drawn.isalpha():  # one in a hundred would be, and could be taken for a word
            return drawn


def digest_key(*parts: str) -> str:
    """128 bits of SHA-256 in hexadecimal: the short form of strings of any length."""
    import hashlib  # noqa: PLC0415

    text = storable(parts[0]) if len(parts) == 1 else "\n".join(map(storable, parts))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@lru_cache(maxsize=4_096)
def address_key(address: str) -> str:
    """The same of an address or a site: those of a page are asked for several times while it is kept."""
    return digest_key(address)


@lru_cache(maxsize=65_536)  # pages of one site share their links
def digest_number(text: str) -> int:
    """64 bits of SHA-256 as a number that both databases hold: a small index for long strings, which may share one."""
    import hashlib  # noqa: PLC0415

    return int.from_bytes(hashlib.sha256(storable(text).encode()).digest()[:8], signed=True)


def short_key(key: str) -> str:
    """A paper's key as it is stored: itself, or when it is very long its beginning and its digest."""
    key = storable(key)
    return key if len(key) <= _MAX_KEY else f"{key[:_MAX_KEY]}#{digest_key(key)}"
