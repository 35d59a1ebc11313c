"""The exit codes of the program."""

OK = 0
CHECK_FAILED = 1
BAD_USAGE = 2
"""Input that cannot be used: arguments, files, texts."""
INTERNAL = 70
"""A fault of the program itself."""
INTERRUPTED = 130
"""Ended by Ctrl-C, as a shell reports it."""
BROKEN_PIPE = 141
"""Standard output was closed, as a shell reports it."""
