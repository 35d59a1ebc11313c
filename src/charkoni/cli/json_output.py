"""JSON on standard output, as all commands with `--json` print it."""

import json


def print_json(value: object) -> None:
    """Print a value in one line; 0.0 has no sign, and letters of any script stand as they are."""
    print(json.dumps(without_signed_zeros(value), ensure_ascii=False), flush=True)


def without_signed_zeros(value: object) -> object:
    """Return a value of JSON with 0.0 in place of -0.0, which rounding leaves behind."""
    if isinstance(value, float):
        return value + 0.0
    if isinstance(value, dict):
        return {key: without_signed_zeros(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [without_signed_zeros(each) for each in value]
    return value
