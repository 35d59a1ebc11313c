"""`charkoni tournament ...`: all its commands; importing them registers them."""

from charkoni.cli import tournament_event_app, tournament_round_app, tournament_show_app
from charkoni.cli.tournament_options import tournaments

__all__ = ["tournament_event_app", "tournament_round_app", "tournament_show_app", "tournaments"]
