"""Verification of reports: every round is paired anew and compared."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from charkoni.tournament.model.errors import Breach, NoPairing
from charkoni.tournament.pairing.checker import judge
from charkoni.tournament.pairing.dutch import pair
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.protocol import Pairing


@dataclass(frozen=True, slots=True)
class Verdict:
    """The comparison of one round.  missing: boards only the engine has.  extra: boards only the report has."""

    round: int
    missing: tuple[tuple[int, int], ...]
    extra: tuple[tuple[int, int], ...]
    breaches: tuple[Breach, ...]
    pairing: Pairing | None = None

    @property
    def agrees(self) -> bool:
        """Whether both have the same boards."""
        return not self.missing and not self.extra


def rounds(field: PairingInput, engine: Callable[[PairingInput], Pairing] = pair) -> Iterator[Verdict]:
    """Iterate over the rounds of a field, each paired from the state before it."""
    for number in range(1, field.done + 1):
        before, theirs = field.before(number), set(field.boards(number))
        try:
            pairing = engine(before)
        except NoPairing:
            yield Verdict(number, (), tuple(sorted(theirs)), judge(before, sorted(theirs)))
            continue
        ours = set(pairing.boards)
        breaches = tuple(b for b in judge(before, sorted(theirs)) if b.rule != "P7")
        yield Verdict(number, tuple(sorted(ours - theirs)), tuple(sorted(theirs - ours)), breaches, pairing)
