"""Verification of reports: every round is paired again and compared."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from charkoni.tournament.model.errors import Breach, NoPairing
from charkoni.tournament.pairing.checker import breaches_of
from charkoni.tournament.pairing.dutch import pair
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.protocol import Pairing


@dataclass(frozen=True, slots=True)
class Verdict:
    """The comparison of one round.

    missing: boards that only the engine has.  extra: boards that only the report has.  breaches: of the boards of the
    report.  pairing: of the engine, None when it finds no legal pairing.
    """

    round: int
    missing: tuple[tuple[int, int], ...]
    extra: tuple[tuple[int, int], ...]
    breaches: tuple[Breach, ...]
    pairing: Pairing | None = None

    @property
    def agrees(self) -> bool:
        """Whether both have the same boards."""
        return not self.missing and not self.extra


def rounds(pairing_input: PairingInput, engine: Callable[[PairingInput], Pairing] = pair) -> Iterator[Verdict]:
    """Iterate over the rounds of a tournament, each paired from the state before it; raise EngineFailed."""
    for number in range(1, pairing_input.done + 1):
        before, theirs = pairing_input.before(number), set(pairing_input.boards(number))
        try:
            pairing = engine(before)
        except NoPairing:
            yield Verdict(number, (), tuple(sorted(theirs)), breaches_of(before, sorted(theirs)))
            continue
        ours = set(pairing.boards)
        breaches = tuple(b for b in breaches_of(before, sorted(theirs)) if b.rule != "P7")
        yield Verdict(number, tuple(sorted(ours - theirs)), tuple(sorted(theirs - ours)), breaches, pairing)
