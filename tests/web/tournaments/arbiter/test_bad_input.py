"""Bad input at the desk: one sentence that says what is wrong and what would be right; nothing is lost."""

from tests.web.tournaments.people import Arbiter, main_text


def test_what_is_wrong_is_said_and_changes_nothing(six: Arbiter) -> None:
    six.done("correct", entry=1, name="Ada", federation_id="13700005")
    before = six.state
    for action, form, said in (
        ("set", {"game": "mangala:castle"}, "there is no flag castle; flags here: fortress, rest, first"),
        ("set", {"game": "mangala:rest=take,rest=keep"}, "the flag rest is named twice"),
        ("set", {"game": "barbakan:players=3"}, "tournaments pair two sides"),
        ("categories", {"name-1": "U18", "from-1": "young"}, "a category is written with its rule"),
        ("correct", {"entry": "2", "name": "Boris", "federation_id": "13700005"}, "is the ID of Ada (#1) already"),
        ("enter", {"name": "New", "federation_id": "13700005"}, "is the ID of Ada (#1) already"),
    ):
        answer = six.do(action, **form)
        assert answer.status_code == 409 and said in main_text(answer), main_text(answer)
    assert six.state == before
