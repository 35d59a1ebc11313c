"""`python -m charkoni` is `charkoni`."""

from charkoni.cli.main import main

if __name__ == "__main__":
    main()
