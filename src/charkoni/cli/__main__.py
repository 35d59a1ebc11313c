"""`python -m charkoni.cli` is `charkoni`."""

from charkoni.cli import main

main()
