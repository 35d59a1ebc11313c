"""Notices: what a person is told while he is away, once on each of his channels or not at all."""
