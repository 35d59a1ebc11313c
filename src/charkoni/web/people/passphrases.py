"""Passphrases: random words by which a member signs in on any device; printed once, and stored as a hash."""

import asyncio
import secrets
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path

from pwdlib.hashers.argon2 import Argon2Hasher

WORDS = 7  # of lists of 512: 63 bits
"""How many words a passphrase has."""

_FOLDER = Path(__file__).with_name("words")
_HASHER = Argon2Hasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_THREADS = ThreadPoolExecutor(2, "charkoni passphrases")
"""Two passphrases are hashed at a time, each in 19 MB."""


@cache
def word_list(lang: str) -> tuple[str, ...]:
    """Return the words of a language."""
    return tuple((_FOLDER / f"{lang}.txt").read_text(encoding="utf-8").split())


@cache
def languages() -> frozenset[str]:
    """Return the languages that have words."""
    return frozenset(path.stem for path in _FOLDER.glob("*.txt"))


def new_passphrase(lang: str) -> str:
    """Return random words of a language, of English ones where it has none."""
    words = word_list(lang if lang in languages() else "en")
    return " ".join(secrets.choice(words) for _ in range(WORDS))


def plain(text: str) -> str:
    """Return a passphrase as it is hashed: its letters, small and without accents, i for ı; no spaces, no signs."""
    decomposed = unicodedata.normalize("NFKD", text.casefold()).replace("ı", "i")
    return "".join(char for char in decomposed if char.isalpha())


async def hashed(passphrase: str) -> str:
    """Return the hash of a passphrase."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, _HASHER.hash, plain(passphrase))


async def is_right(text: str, stored: str) -> bool:
    """Return whether a text is the passphrase with a hash; "" has none, and takes as long."""
    verify = partial(_HASHER.verify, plain(text), stored or _nobodys())
    return await asyncio.get_running_loop().run_in_executor(_THREADS, verify) and bool(stored)


@cache
def _nobodys() -> str:
    return _HASHER.hash(secrets.token_hex())
