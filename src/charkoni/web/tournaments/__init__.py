"""Tournaments in the browser: the arbiter's desk, public pages, players' pages, online events."""

ENDING = ".event"
"""How the names of the files of events end; what is before it is the id of the event."""

PREFIX = "t/"
"""How the causes of notices begin that are events, before their ids."""

LEAGUE = "league"
"""How the ids of leagues begin: those of other events have no such letters."""

LESSON = "lesson"
"""How the ids of tournaments out of classrooms begin, which are for their players and staff alone."""
