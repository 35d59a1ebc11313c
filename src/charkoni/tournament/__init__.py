"""Tournaments: model, pairing, acts, standings, file formats, print-outs; nothing of the web server."""
