"""The quotas: who pays for expensive operations, who is refused, and what the pages say about it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.web.conftest import LocalServer, Pair, Socket

from charkoni.core.translations import Words
from charkoni.web.allowances import PRICES, QUOTAS, UNLIMITED, Budget, Quota, renamed_budgets, with_budgets
from charkoni.web.http.quotas import Addresses, Quotas, RateLimited, User, network_of, when_text
from charkoni.web.live import sockets
from charkoni.web.status import document

REPOSITORY = Path(__file__).parents[3]
ANN, BEN = User("198.51.100.1", "ann"), User("198.51.100.1", "ben")
SCHOOL = "203.0.113.7"


class Now:
    """A clock that is advanced by the test."""

    def __init__(self) -> None:
        self.s = 0.0

    def __call__(self) -> float:
        return self.s


def quotas_of(now: Now, **budgets: Budget) -> Quotas:
    generous = {name: budgets.get(name, Budget(1000, 3600)) for name in ("guest", "address", "school", "server")}
    return Quotas({"new": Quota(**generous)}, ["203.0.113.0/24"], clock=now)


def games(quotas: Quotas, user: User, wanted: int) -> int:
    """Return how many of some games a user can make."""
    made = 0
    for _ in range(wanted):
        try:
            quotas.spend(user, "game")
        except RateLimited:
            break
        made += 1
    return made


@pytest.mark.parametrize(
    ("holder", "second"),
    [("guest", BEN), ("address", User("198.51.100.2", "cem"))],
)
def test_each_budget_is_a_limit(holder: str, second: User) -> None:
    now = Now()
    quotas = quotas_of(now, **{holder: Budget(3, 3600)})
    assert games(quotas, ANN, 9) == 3
    assert games(quotas, second, 9) == 3
    now.s = 2
    assert games(quotas, ANN, 9) == 2


def test_a_refusal_takes_nothing_and_says_when_and_whose_share() -> None:
    now = Now()
    quotas = quotas_of(now, guest=Budget(3, 36))
    quotas.spend(ANN, "game", 2)
    for _ in range(2):
        with pytest.raises(RateLimited) as refused:
            quotas.spend(ANN, "game", 2)
        assert round(refused.value.wait_s) == 100
    said = refused.value.message(Words("en"))
    assert said == "The next one can be made in 2 minutes. Your share is used up."
    assert quotas.refused["new"] == 2


def test_what_is_paid_afterwards_may_overdraw_a_little_and_is_paid_back() -> None:
    now = Now()
    quotas = quotas_of(now, guest=Budget(10, 3600))
    quotas.require(ANN, "game")
    quotas.charge(ANN, "game", 900)
    assert quotas.is_overdrawn(ANN, "new") and not quotas.is_overdrawn(BEN, "new")
    with pytest.raises(RateLimited):
        quotas.require(ANN, "game")
    now.s = 6
    quotas.require(ANN, "game")


def test_what_is_left_is_the_least_of_all() -> None:
    now = Now()
    quotas = quotas_of(now, guest=Budget(30, 60), address=Budget(9, 60))
    assert not quotas.remaining(ANN, "game").is_low
    quotas.spend(ANN, "game", 7)
    left = quotas.remaining(ANN, "game")
    assert (left.amount, left.burst, left.wait_s, left.is_low) == (2, 9, 60, True)


def test_a_school_has_a_budget_of_its_own() -> None:
    quotas = quotas_of(Now(), address=Budget(2, 1), school=Budget(50, 1))
    assert games(quotas, User(SCHOOL, "ann"), 99) == 50
    assert games(quotas, ANN, 99) == 2


def test_accounts_that_are_full_again_take_no_memory() -> None:
    now = Now()
    quotas = quotas_of(now, guest=Budget(5, 3600))
    for number in range(500):
        assert games(quotas, User("", f"guest {number}"), 1) == 1
        now.s += 10
    assert len(list(quotas.spenders(10**6))) < 10
    assert len(quotas._accounts) < 20
    assert games(quotas, User("", "guest 499"), 9) == 5


def test_an_attacker_with_a_network_of_ipv6_addresses_is_one_address() -> None:
    quotas = quotas_of(Now(), address=Budget(2, 1))
    assert sum(games(quotas, User(f"2001:db8::{n:x}", str(n)), 1) for n in range(1, 20)) == 2
    assert games(quotas, User("2001:db8:0:1::1", "other"), 1) == 1
    assert network_of("::ffff:192.0.2.1") == "192.0.2.1"


def test_entries_of_the_table_can_be_set() -> None:
    quotas = with_budgets("new.guest=3+1 page.server=7+2.5")
    assert (quotas["new"].guest, quotas["page"].server) == (Budget(3, 1), Budget(7, 2.5))
    for wrong in ("new=3+1", "new.guest=3", "news.guest=1+1", "new.guest=0+1", "new.guest=1+nan", "x"):
        with pytest.raises(ValueError):
            with_budgets(wrong)


def test_operations_of_the_first_version_are_renamed_or_without_effect_and_both_are_said() -> None:
    text = "game.guest=3+1 request.address=7+5 event.guest=1+1 message.guest=9+9"
    quotas = with_budgets(text)
    assert (quotas["new"].guest, quotas["page"].address) == (Budget(3, 1), Budget(7, 5))
    assert [reason.message() for reason in renamed_budgets(text)] == [
        "The budgets of game are called new now.",
        "The budgets of request are called page now.",
        "The budgets of event have no effect any more: those of new pay for it.",
    ]


def test_the_last_part_of_the_servers_budget_is_for_those_who_have_spent_nothing() -> None:
    quotas = quotas_of(Now(), address=Budget(60, 600), guest=Budget(60, 600), server=Budget(100, 600))
    attackers = [User(f"198.51.100.{number}", f"x{number}") for number in range(12)]
    assert sum(games(quotas, user, 60) for user in attackers) == 75 + 10, "each has one when only the reserve is left"
    assert games(quotas, User("192.0.2.1", "ann"), 1) == 1


def test_the_networks_of_ipv6_have_budgets_together() -> None:
    quotas = quotas_of(Now(), guest=Budget(1000, 1), address=Budget(10, 1))
    assert sum(games(quotas, User(f"2001:db8:0:{n:x}::1", str(n)), 99) for n in range(9)) == 20, "a /56 has two"
    assert sum(games(quotas, User(f"2001:db8:0:{n << 8:x}::1", str(n)), 99) for n in range(1, 99)) == 60, "a /48 eight"
    assert games(quotas, User("2001:db8:1::1", "other"), 99) == 10


def test_the_tables_in_the_docs_are_those_of_the_program() -> None:
    lines = (REPOSITORY / "docs" / "serving.md").read_text("utf-8").splitlines()
    rows = {line[2:].partition(":")[0]: line for line in lines if line.startswith("| ") and " + " in line}
    for operation, quota in QUOTAS.items():
        cells = [cell.strip().replace(",", "") for cell in rows.pop(operation).split("|")[2:6]]
        budgets = (quota.guest, quota.address, quota.school, quota.server)
        assert cells == ["" if each == UNLIMITED else f"{each.burst} + {each.hourly}" for each in budgets], operation
    assert list(rows) == ["operation | guest"]
    said = "\n".join(lines)
    for thing, (operation, price) in PRICES.items():
        assert re.search(rf"\| {thing}\b[^|]*\| {operation} \| {price:g} \|", said), thing


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.2, "через 1 секунду"), (61, "через 61 секунду"), (200, "через 4 минуты")]
)
def test_times_are_said_in_words(seconds: float, text: str) -> None:
    assert when_text(Words("ru"), seconds) == text


# --- over the pages ---------------------------------------------------------------------------------------------------


@pytest.fixture
def quotas(local_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Quotas]:
    """The usual budgets of a server, with a network that is known."""
    fresh = Quotas(schools=["203.0.113.0/24"], clock=Now())
    monkeypatch.setattr(local_server.hub, "quotas", fresh)
    monkeypatch.setattr(local_server.client.app.state.site, "quotas", fresh)
    return fresh


def phone(local_server: LocalServer, address: str) -> TestClient:
    """Return a browser without cookies at an address."""
    app = local_server.client.app
    return TestClient(app, base_url="http://testserver", client=(address, 5), follow_redirects=False)


def press_play(client: TestClient) -> int:
    """Load the page of a new game and send its form."""
    token = re.search('name="csrf" content="([^"]+)"', client.get("/about").text)
    assert token
    data = {"game": "mangala", "opponent": "here", "csrf": token[1]}
    return int(client.post("/new", data=data, headers={"origin": "http://testserver"}).status_code)


@pytest.mark.long
def test_a_class_of_sixty_phones_behind_one_address_presses_play(local_server: LocalServer, quotas: Quotas) -> None:
    assert {press_play(phone(local_server, SCHOOL)) for _ in range(60)} == {303}


def test_phones_of_a_class_are_told_apart_before_their_first_cookie(local_server: LocalServer, quotas: Quotas) -> None:
    first = phone(local_server, SCHOOL)
    first.get("/about")
    greedy = User(SCHOOL, f"~{first.cookies['charkoni_browser']}")
    quotas.charge(greedy, "game", 20)
    assert press_play(first) == 429
    assert [press_play(phone(local_server, SCHOOL)) for _ in range(3)] == [303] * 3


def test_the_refusal_of_a_game_is_a_page_with_the_time(local_server: LocalServer, quotas: Quotas) -> None:
    quotas.charge(User(SCHOOL), "game", 600)
    client = phone(local_server, SCHOOL)
    token = re.search('name="csrf" content="([^"]+)"', client.get("/about").text)
    assert token
    data = {"game": "mangala", "csrf": token[1]}
    answer = client.post("/new", data=data, headers={"origin": "http://testserver"})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
    assert "The next one can be made in 1 second. The share of your network is used up." in answer.text


@pytest.mark.parametrize(("path", "operation"), [("/play?game=mangala", "game"), ("/analysis", "analysis")])
def test_pages_say_how_much_is_left_when_it_gets_low(
    local_server: LocalServer, quotas: Quotas, path: str, operation: str
) -> None:
    client = phone(local_server, SCHOOL)
    assert "more at once" not in client.get(path).text
    person = User(SCHOOL, f"~{client.cookies['charkoni_browser']}")
    quotas.charge(person, operation, quotas.remaining(person, operation).burst - 2)
    assert "You can begin 2 more at once. One more can be started in" in client.get(path).text


def test_who_sends_too_many_requests_gets_a_short_answer(local_server: LocalServer, quotas: Quotas) -> None:
    client, address = phone(local_server, "198.51.100.78"), User("198.51.100.78")
    assert client.get("/about").status_code == 200
    assert quotas.remaining(address, "request").amount == 1_200 - 5
    quotas.charge(address, "request", 1_195)
    page, program = client.get("/about"), client.get("/explore.json?game=mangala")
    assert (page.status_code, page.headers["retry-after"], len(page.content) < 200) == (429, "1", True)
    assert (program.status_code, program.json()["code"]) == (429, "TOO_FAST")
    with pytest.raises(WebSocketDisconnect) as ended, client.websocket_connect("/ws"):
        pass
    assert ended.value.code == 1013
    assert phone(local_server, "198.51.100.79").get("/about").status_code == 200


def test_boards_over_a_socket_are_paid_and_wait_for_a_moment(
    pair: Pair, quotas: Quotas, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pair.a.socket() as wire:
        socket = Socket(wire)
        assert socket.hello(pair.g)["type"] == "view"
        guest = pair.local_server.hub.addresses.of(pair.local_server.hub.rooms[pair.g].live.seats[0].owner)
        left = quotas.remaining(guest, "board")
        assert left.amount == left.burst - 1.25, "a board, and the message that asks for it"
        monkeypatch.setattr(sockets, "BOARD_WAIT_S", 0.0)
        quotas.charge(guest, "board", left.amount)
        assert socket.hello(pair.g)["code"] == "TOO_FAST"


def test_programs_pay_for_tokens_and_are_told_in_json(local_server: LocalServer, quotas: Quotas) -> None:
    client = phone(local_server, "198.51.100.77")
    answers = [client.post("/api/v1/tokens", json={"name": "x"}) for _ in range(21)]
    assert [answer.status_code for answer in answers] == [201] * 20 + [429]
    assert answers[-1].json()["code"] == "TOO_FAST"


def test_the_status_tells_who_has_spent_and_only_to_those_with_the_key(
    local_server: LocalServer, quotas: Quotas
) -> None:
    quotas.charge(User(SCHOOL, "guest-with-a-long-id"), "thinking", 200)
    report = local_server.run(document, local_server.hub, {SCHOOL: 3}, 0)
    assert ("guest", "guest-", "thinking", 100, 300) in report["budgets"]
    client, key = phone(local_server, SCHOOL), local_server.hub.access.signature("status")
    assert client.get("/status.json").status_code == 404
    assert client.get("/status.json", headers={"authorization": "Bearer x"}).status_code == 404
    shown = client.get("/status.json", headers={"authorization": f"Bearer {key}"})
    assert shown.json()["rooms"] == len(local_server.hub.rooms)


def test_the_last_address_of_a_person_is_known_and_the_oldest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.web.http.quotas.MOST_ADDRESSES", 2)
    addresses = Addresses()
    for person, address in (("a", "1"), ("b", "2"), ("", "3"), ("a", "4"), ("c", "5")):
        addresses.seen(person, address)
    assert [addresses.of(person).address for person in ("a", "b", "c", "")] == ["4", "", "5", ""]
