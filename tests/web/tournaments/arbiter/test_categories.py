"""Categories in the browser: rules at the desk, chips, filters, and what does not fit together."""

from tests.web.conftest import LocalServer
from tests.web.tournaments.people import begin, main_text

LIST = """name;rating;birth;sex;categories
Ada;2000;2010;f;"W,U18"
Boris;1990;2011;m;
Ece;1980;1990;K;
Fyodor;1970;;м;U18
"""


def test_rules_fill_lists_standings_and_files(local_server: LocalServer) -> None:
    arbiter = begin(local_server)
    arbiter.done("categories", **{
        "name-1": "Women", "sex-1": "f", "name-2": "U18", "from-2": "2009", "name-3": "", "from-3": "1990",
    })  # fmt: skip
    assert arbiter.state.settings.categories == ("Women: f", "U18: 2009+")
    arbiter.done("import", list=LIST)
    arbiter.done("set", prizes="100; U18:50; U20: 20")
    page = arbiter.get("/desk/entries").text
    assert "Women <b>2</b>" in page and "U18 <b>3</b>" in page
    told = main_text(arbiter.get("/desk/settings"))
    assert "name a category U20, which does not exist; there are Women, U18" in told
    assert "no category uses the mark W; there are Women, U18: Ada" in told
    assert "Boris" not in main_text(arbiter.get("/entries?category=women"))
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    arbiter.done("results", results="1 1; 2 0")
    shown = main_text(arbiter.get("/standings?category=U18"))
    assert "born 2009 or later" in shown and "Ece" not in shown
    head = arbiter.get("/file/standings.csv").text.splitlines()[0]
    assert head.endswith("categories,Women,U18")
    assert "nobody" not in told.lower() and arbiter.get("/desk/print/diplomas.txt").text.count("Diploma") > 4
    wrong = arbiter.do("categories", **{"name-1": "U18", "from-1": "2009", "to-1": "2001"})
    assert wrong.status_code == 409 and "the earlier one first" in main_text(wrong)
