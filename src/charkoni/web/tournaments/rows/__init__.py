"""Rows and lines that pages of events show, as plain values."""
