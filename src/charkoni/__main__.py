"""`python -m charkoni`: the command `charkoni`."""

from charkoni.cli.main import main

if __name__ == "__main__":
    main()
