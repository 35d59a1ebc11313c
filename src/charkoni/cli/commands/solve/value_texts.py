"""Exact values and claims of proofs in words."""

from fractions import Fraction

from charkoni.core.game import Position
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.solve import ExactValue
from charkoni.solve.proof import Certificate


def claim_text(words: Words, certificate: Certificate) -> str:
    """Return the claim of a certificate in words."""
    if certificate.plies == 0:
        return words._("neither side can be forced to lose")
    side = names.side(certificate.root.game, certificate.points.index(Fraction(1)))
    return words.ngettext(
        "{side} wins within {n} ply", "{side} wins within {n} plies", abs(certificate.plies), side=side
    )


def value_text(words: Words, position: Position, value: ExactValue | None) -> str:
    """Return a value in words: the points of each player, then lead and distance where they are known."""
    if value is None:
        return words._("not known")
    parts = [":".join(str(points) for points in value.points)]
    if value.lead is not None:
        parts.append(words._("{side} leads by {lead}", side=names.side(position.game, 0), lead=f"{value.lead:+}"))
    if value.plies is not None:
        parts.append(words.ngettext("{n} ply", "{n} plies", value.plies))
    return ", ".join(parts)
