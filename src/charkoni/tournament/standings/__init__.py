"""Standings: ranking, tie-breaks, crosstable, prizes, teams, ratings."""
