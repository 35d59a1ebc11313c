"""Tournaments: model, pairing, acts, standings, file formats, print-outs; independent of the web server."""

from typing import TYPE_CHECKING

from charkoni.core.lazy_names import lazy_names

if TYPE_CHECKING:
    from charkoni.tournament.director import Director
    from charkoni.tournament.model.event import Tournament
    from charkoni.tournament.model.players import Person

__all__ = ["Director", "Person", "Tournament"]

__getattr__ = lazy_names(__name__, {"director": "Director", "model.event": "Tournament", "model.players": "Person"})
