"""Forms of the desk that follow from the declarations of acts."""

from tests.web.tournaments.people import Arbiter, main_text

from charkoni.tournament.actions.registry import ACTIONS


def test_every_act_has_a_form_and_stands_in_the_list(six: Arbiter) -> None:
    listed = six.get("/desk/acts").text
    for name in ACTIONS:
        assert f"/desk/act/{name}" in listed
        assert f'action="/t/{six.id}/desk/{name}"' in six.get(f"/desk/act/{name}").text
    helper = six.colleague("arbiter", "Eve")
    assert "/desk/act/expel" not in helper.get("/desk/acts").text


def test_a_prohibition_of_rounds_is_made_and_lifted_at_the_desk(six: Arbiter) -> None:
    six.done("prohibit", entries="#1, #2", first="2", last="3", reason="one family")
    (made,) = six.state.prohibitions
    assert (made.entries, made.first, made.last) == ((1, 2), 2, 3)
    page = six.get("/desk/settings").text
    assert "rounds 2 to 3" in page and 'name="first" value="2"' in page
    six.done("prohibit", entries="#1 #2", first="2", last="3", off="1", reason="taken back")
    assert six.state.prohibitions == ()


def test_a_refused_field_is_marked_in_the_form_and_keeps_what_was_typed(six: Arbiter) -> None:
    answer = six.do("late-pair", shown="1", entry="nobody at all", other="2", sure="2")
    assert answer.status_code == 409
    assert 'value="nobody at all" required aria-invalid="true"' in answer.text
    assert "there is no entry with this number or name" in main_text(answer)
    json = six.visitor.client.post(
        f"/t/{six.id}/desk/late-pair", headers={"accept": "application/json"}, data={"entry": "nobody", "other": "2"}
    )
    assert json.status_code in (403, 409)


def test_an_empty_input_clears_in_a_correction_and_is_left_out_elsewhere(six: Arbiter) -> None:
    six.done("correct", entry="1", name=six.state.name(1), club="Osh", rating="1500")
    six.done("correct", entry="1", name=six.state.name(1), club="", rating="")
    assert (six.state.entry(1).club, six.state.entry(1).rating) == ("", 0)
    six.done("enter", name="Zed", club="", rating="")
    assert set(six.event.director.log[-1].data) == {"person", "after"} or "club" not in six.event.director.log[-1].data
