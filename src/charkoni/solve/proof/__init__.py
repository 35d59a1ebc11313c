"""Proofs in any game of two sides without dice, and certificates that are verified by the rules alone."""

from charkoni.solve.proof.certificate import BadCertificate, Certificate, Entry, read_certificate
from charkoni.solve.proof.search import Proof, prove, prove_win, solve_whole, suits

__all__ = [
    "BadCertificate",
    "Certificate",
    "Entry",
    "Proof",
    "prove",
    "prove_win",
    "read_certificate",
    "solve_whole",
    "suits",
]
