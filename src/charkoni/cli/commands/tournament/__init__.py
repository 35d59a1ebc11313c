"""`charkoni tournament`: all its commands; importing them registers them."""

from charkoni.cli.tournament_app import tournaments as app

__all__ = ["app"]
