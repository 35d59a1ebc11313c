"""Exceptions for what a server refuses, with the codes of docs/protocol.md."""

from charkoni.core.errors import Reason
from charkoni.core.translations import Words
from charkoni.web.http import texts


class Refused(Exception):
    """A command or query that is refused: a code of docs/protocol.md or of the rules, with its reason."""

    def __init__(self, code: str, reason: Reason | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.reason = reason

    def message(self, words: Words) -> str:
        """Return the sentence."""
        # The rules say it better than a code: their sentence names the clause.
        if self.reason:
            return self.reason.message(words._)
        return words._(texts.REFUSALS[self.code])


class ApiError(Exception):
    """A request of a program that is refused: HTTP status, code, sentence, refused field if any."""

    def __init__(self, status: int, code: str, text: str, field: str = "") -> None:
        super().__init__(code)
        self.status, self.code, self.text, self.field = status, code, text, field


class Problem(Exception):
    """A request that is answered with an error page: an HTTP status, and the code of its sentence."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code

    def message(self, words: Words) -> str:
        """Return the sentence."""
        return words._(texts.REFUSALS[self.code])
