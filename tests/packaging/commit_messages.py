"""The form of commit messages: CONTRIBUTING.md, "Commit messages".  A hook checks one, the workflow those of a push.

    python -m tests.packaging.commit_messages FILE              a message, as git gives it to a commit-msg hook
    python -m tests.packaging.commit_messages FIRST..LAST       those of the commits of a range

Exit code 1 with a line for each fault.
"""

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

LONGEST_SUBJECT = 72
_SUBJECT = re.compile(r"[a-z0-9][a-z0-9 ,/_.-]*: \S.*[^.\s]")
_MADE_BY_GIT = ("Merge ", "Revert ", "fixup! ", "squash! ", "amend! ")


def faults(message: str) -> Iterator[str]:
    """Yield what is wrong with a message; comments and what follows the scissors of `git commit -v` are left out."""
    message = re.split(r"^# -+ >8 -+$", message, maxsplit=1, flags=re.MULTILINE)[0]
    lines = [line.rstrip() for line in message.strip().splitlines() if not line.startswith("#")]
    if not lines:
        yield "the message is empty"
        return
    subject, *body = lines
    if subject.startswith(_MADE_BY_GIT):
        return
    if len(subject) > LONGEST_SUBJECT:
        yield f"the subject has {len(subject)} characters, at most {LONGEST_SUBJECT} are allowed"
    if not _SUBJECT.fullmatch(subject):
        yield "the subject is 'area: what changes', the area in small letters, without a full stop"
    if body and body[0]:
        yield "an empty line separates subject and body"
    if not any(line for line in body if not re.match(r"[A-Z][\w-]*: ", line)):
        yield "the body says why, and the figure measured"


def main(arguments: Sequence[str]) -> int:
    """Run as a program."""
    (given,) = arguments
    if ".." in given:
        listed = subprocess.run(
            ["git", "log", "-z", "--format=%h%n%B", given], capture_output=True, text=True, check=True
        )
        messages = [entry.split("\n", 1) for entry in listed.stdout.split("\0") if entry]
    else:
        messages = [["message", Path(given).read_text(encoding="utf-8")]]
    found = [f"{name}: {fault}" for name, message in messages for fault in faults(message)]
    print("\n".join(found), end="\n" if found else "")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
