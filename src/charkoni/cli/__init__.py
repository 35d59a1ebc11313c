"""The command line: `charkoni`."""
