"""Exceptions for what a server refuses, with the codes of docs/protocol.md, and checks of addresses that raise them."""

from typing import TypeVar

from charkoni.core.errors import Reason
from charkoni.core.translations import Words
from charkoni.web.http import texts

T = TypeVar("T")
STATUS = {"NO_GAME": 404, "NOT_STORED": 503, "TOO_FAST": 429}
"""The HTTP status of refused commands; 409 for all other codes."""


class WebError(Exception):
    """What a server does not do: a code of docs/protocol.md or of the rules, with its reason, and an HTTP status."""

    field = ""
    """The field of an API request that is refused, if any."""

    def __init__(self, code: str, reason: Reason | None = None, status: int = 0) -> None:
        super().__init__(code)
        self.code, self.reason = code, reason
        self.status = status or STATUS.get(code, 409)

    def message(self, words: Words) -> str:
        """Return the sentence."""
        # The rules say it better than a code: their sentence names the clause.
        return self.reason.message(words._) if self.reason else words._(texts.REFUSALS[self.code])


class Refused(WebError):
    """A command or query that is refused."""


class ApiError(WebError):
    """A request of a program that is refused: HTTP status, code, sentence, refused field if any."""

    def __init__(self, status: int, code: str, text: str, field: str = "") -> None:
        super().__init__(code, status=status)
        self.text, self.field = text, field

    def message(self, words: Words) -> str:
        """Return the sentence, whose language the program has chosen."""
        return self.text


class Problem(WebError):
    """A request that is answered with an error page: an HTTP status, and the code of its sentence."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code, status=status)


def found(value: T | None, code: str = "NO_SUCH_PAGE") -> T:
    """Return what an address means; raise Problem 404 where there is nothing, or something empty."""
    if not value:
        raise Problem(404, code)
    return value


def number_or(text: str, most: int, default: int) -> int:
    """Return the number of a query, from 1 to `most`; the default for any other text."""
    is_number = text.isascii() and text.isdigit() and len(text) < 10
    return int(text) if is_number and 1 <= int(text) <= most else default


def number_in(text: str, most: int) -> int:
    """Return the number of an address, from 1 to `most`; raise Problem 404 for any other text."""
    return found(number_or(text, most, 0))
