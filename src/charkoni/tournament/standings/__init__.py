"""Standings: ranking, tie-breaks, cross table, prizes, team tables, ratings."""
