"""Tournaments: model, pairing, checks, tie-breaks, files, print-outs.  No web inside."""
