"""Texts and settings of Chaupar, from catalog.toml: docs/games/chaupar.md."""

from charkoni.core.catalog import read_catalog

CATALOG = read_catalog(__file__)
