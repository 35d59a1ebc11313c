"""The desk: the arbiter's pages."""
