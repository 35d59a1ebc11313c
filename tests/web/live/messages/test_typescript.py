"""The client's types are those of the server."""

from typing import get_args

import pytest
from pydantic import ValidationError

from charkoni.web.live.messages import replies, requests, typescript


def test_the_client_has_the_types_of_today() -> None:
    assert typescript.TARGET.read_text(encoding="utf-8") == typescript.declarations(), (
        "run: python -m charkoni.web.live.messages.typescript"
    )


def test_every_message_is_documented_in_the_protocol() -> None:
    protocol = (typescript.TARGET.parents[4] / "docs" / "protocol.md").read_text(encoding="utf-8")
    for kind in (*get_args(requests.Request), *get_args(replies.Reply)):
        name = get_args(kind.__annotations__["type"])[0] if kind is not replies.Ply else "ply"
        assert f'{{"type":"{name}"' in protocol, name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"type":"nothing"}',
        '{"type":"do","g":"abcdefgh","v":-1,"n":1,"m":"4"}',
        '{"type":"do","g":"abcdefgh","v":1,"n":1}',
        '{"type":"do","g":"ABC","v":1,"n":1,"m":"4"}',
        '{"type":"do","g":"abcdefgh","v":"1","n":1,"m":4}',
        '{"type":"do","g":"abcdefgh","v":1,"n":1,"m":"4","x":0}',
        '{"type":"do","g":"abcdefgh","v":1,"n":1,"m":"' + "4" * 41 + '"}',
        '{"type":"ping","t":"x"}',
    ],
)
def test_a_malformed_message_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        requests.REQUEST.validate_json(text)
