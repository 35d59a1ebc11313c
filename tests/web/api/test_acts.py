"""What arbiters can do, by programs: the list of acts, joining the staff, a round from the list to its results."""

from tests.web.api.test_rest import Program
from tests.web.conftest import LocalServer
from tests.web.tournaments.people import begin

from charkoni.tournament.actions.registry import ACTIONS


def test_a_program_on_the_staff_runs_a_round(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris", "Cem", "Dora")
    link = arbiter.link("chief")
    program = Program(local_server, "bot")
    path = f"/events/{arbiter.id}/acts"
    assert program.post(f"{path}/close-list", fields={}).status_code == 403
    wrong = link[:-1] + ("y" if link.endswith("x") else "x")  # another key, whatever the last letter is
    assert program.post(f"/events{wrong.removeprefix('/t')}", name="Bot").status_code == 403
    assert program.post(f"/events{link.removeprefix('/t')}", name="Bot").json() == {"role": "chief"}
    assert [each["name"] for each in program.get("/acts").json()] == list(ACTIONS)
    assert program.post(f"{path}/close-list", fields={"rounds": 2}, confirmations=2).json()["acts"]
    assert program.post(f"{path}/pair", fields={}).status_code == 200
    assert program.post(f"{path}/publish", confirmations=2).status_code == 200
    done = program.post(f"{path}/results", fields={"results": "1 1; 2 ="}, confirmations=2).json()
    assert len(done["acts"]) == 2 and done["version"] == arbiter.state.version
    assert [board.result.text for board in arbiter.state.rounds[0].boards if board.result] != []
    assert arbiter.event.director.log[-1].who == "Bot"


def test_a_refusal_names_the_field(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris")
    link = arbiter.link("arbiter")
    program = Program(local_server, "bot")
    program.post(f"/events{link.removeprefix('/t')}", name="Bot")
    path = f"/events/{arbiter.id}/acts"
    refused = program.post(f"{path}/withdraw", fields={"entry": "Zoe"})
    assert (refused.status_code, refused.json()["field"]) == (409, "entry")
    assert program.post(f"{path}/withdraw", fields={}).json()["field"] == "entry"
    unsure = program.post(f"{path}/withdraw", fields={"entry": 2})
    assert unsure.status_code == 200 or unsure.json()["code"] == "NOTSURE"
    assert program.post(f"{path}/expel", fields={"entry": 2}).status_code == 403
    assert program.post(f"{path}/nonsense", fields={}).status_code == 404
    assert program.post("/events/none/acts/withdraw", fields={}).status_code == 404
