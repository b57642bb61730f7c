"""What is not allowed is refused in a sentence and changes nothing, and nobody learns what is not theirs to know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.pairs import BEASTS
from tests.web.servers import Server, serving, visitor_of
from tests.web.tables import Opened, Seated
from undercroft.web.guard import LARGEST

JSON = "application/json"
PASS = {"number": 1, "option": "pass"}  # what east may choose at the table below
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


@pytest.fixture
def pairs(door: httpx.Client) -> Opened:
    """A table for two at which west has passed and east is asked."""
    opened = Opened(door, "pairs")
    opened.seats[0].choose("pass")
    return opened


def refused(answer: httpx.Response, status: int, *words: str) -> None:
    """The answer is a refusal: its status, and a sentence that says these words."""
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"error"}
    sentence = answer.json()["error"]
    assert len(sentence) > 10
    assert "Traceback" not in sentence
    for word in words:
        assert word in sentence


# ---- the JSON door ---------------------------------------------------------------------------------------------------


def test_what_is_right_is_done(pairs: Opened) -> None:
    """Lest all refusals below be refused for another reason."""
    assert pairs.seats[1].ask("POST", "/choose", json=PASS).status_code == 200
    assert [option for _, option in pairs.owner.record().choices] == ["pass", "pass"]


WRONG_CHOICES = {
    "an old number": ({"number": 0, "option": "pass"}, 409, "moved on"),
    "a number to come": ({"number": 2, "option": "pass"}, 409, "moved on"),
    "a forged option": ({"number": 1, "option": "cheat"}, 400, "not offered"),
    "no option": ({"number": 1, "option": ""}, 400, "not offered"),
    "an option by its place": ({"number": 1, "option": 0}, 422, "option"),
    "a number in words": ({"number": "1", "option": "pass"}, 422, "number"),
    "a negative number": ({"number": -1, "option": "pass"}, 422, "number"),
    "a huge number": ({"number": 10**30, "option": "pass"}, 422, "number"),
    "half a request": ({"number": 1}, 422, "option"),
    "more than was asked for": ({**PASS, "seat": 0}, 422, "seat"),
    "a list": ([PASS], 422, ""),
    "nothing": (None, 422, ""),
    "a long option": ({"number": 1, "option": "x" * 100_000}, 422, "option"),
    "an option of no letters": ({"number": 1, "option": "\x00\n"}, 400, "not offered"),
}


@pytest.mark.parametrize("what", WRONG_CHOICES)
def test_a_wrong_choice_is_refused(pairs: Opened, what: str) -> None:
    body, status, word = WRONG_CHOICES[what]
    before = pairs.as_it_is()
    refused(pairs.seats[1].ask("POST", "/choose", json=body), status, word)
    assert pairs.as_it_is() == before


def test_nobody_chooses_out_of_turn(pairs: Opened) -> None:
    before = pairs.as_it_is()
    refused(pairs.seats[0].ask("POST", "/choose", json=PASS), 409, "not your turn")
    assert pairs.as_it_is() == before


@pytest.mark.parametrize("path", ["/choose", "/undo", "/practice"])
def test_a_deed_needs_a_secret_of_this_very_table(door: httpx.Client, pairs: Opened, path: str) -> None:
    other = Opened(door, "pairs")
    body = PASS if path == "/choose" else {"number": 1}
    before = pairs.as_it_is()
    nobody = door.post(f"/api/tables/{pairs.table}{path}", json=body)
    refused(nobody, 401, "secret")
    for secret in (
        pairs.owner.secret,
        other.owner.secret,
        other.seats[1].secret,
        "A" * 22,
        pairs.seats[1].secret[:-1],
        pairs.seats[1].secret + "A",
        pairs.table,
        "1",
    ):
        refused(Seated(door, pairs.table, secret).ask("POST", path, json=body), 403)
    assert pairs.as_it_is() == before


@pytest.mark.parametrize("authorization", ["", "Bearer", "Basic dTpw", "pairs", "Bearer \u00e9\u00e9"])
def test_a_secret_is_shown_in_one_way_only(door: httpx.Client, pairs: Opened, authorization: str) -> None:
    headers = {b"Authorization": authorization.encode()}
    answer = door.post(f"/api/tables/{pairs.table}/choose", json=PASS, headers=headers)
    refused(answer, 401)
    assert pairs.owner.number() == 1


@pytest.mark.parametrize("path", ["/scene", "/odds", "/odds/pass", "/hint", "/record", "/events"])
def test_nobody_looks_without_a_secret(door: httpx.Client, pairs: Opened, path: str) -> None:
    answer = door.get(f"/api/tables/{pairs.table}{path}")
    refused(answer, 403 if path == "/record" else 401)
    refused(Seated(door, pairs.table, Opened(door, "pairs").seats[0].secret).ask("GET", path), 403)


NO_TABLES = {"abcdefghjkmn": 404, "x": 404, "a%00b": 422, "A" * 12: 422, "a" * 17: 422, "..%2fetc": 404, "\u00e9": 422}


@pytest.mark.parametrize("table", NO_TABLES)
def test_there_is_no_other_table(door: httpx.Client, pairs: Opened, table: str) -> None:
    bodies = {"/choose": PASS, "/undo": {"number": 1}}
    for path in ("", "/scene", "/record", *bodies):
        method = "POST" if path in bodies else "GET"
        answer = Seated(door, table, pairs.seats[1].secret).ask(method, path, json=bodies.get(path))
        refused(answer, NO_TABLES[table])


@pytest.mark.parametrize("path", ["/odds", "/odds/pass", "/hint"])
def test_nobody_thinks_for_another_seat(pairs: Opened, path: str) -> None:
    refused(pairs.seats[0].ask("GET", path), 409, "not your turn")


def test_odds_of_an_option_that_is_not_offered(pairs: Opened) -> None:
    refused(pairs.seats[1].ask("GET", "/odds/cheat"), 400, "not offered")


WRONG_OPENINGS: dict[str, tuple[dict[str, Any], int]] = {
    "no such game": ({"game": "chess"}, 404),
    "no such edition": ({"game": "tin-helm", "edition": "golden"}, 400),
    "no such seat": ({"game": "pairs", "bots": {"2": "random"}}, 400),
    "a seat in words": ({"game": "pairs", "bots": {"west": "random"}}, 400),
    "no such bot": ({"game": "pairs", "bots": {"1": "deep-thought"}}, 400),
    "a bot that does not know the game": ({"game": "pairs", "bots": {"1": "steady"}}, 400),
    "a long seed": ({"game": "pairs", "seed": "x" * 81}, 422),
    "half a letter": ({"game": "pairs", "seed": "\ud800"}, 422),
    "a change of nothing": ({"game": "tin-helm", "changes": {"no.such": 1}}, 400),
    "a change of the wrong kind": ({"game": "tin-helm", "changes": {"figures.levels": "many"}}, 400),
    "very many changes": ({"game": "tin-helm", "changes": {f"a.{number}": 1 for number in range(1000)}}, 400),
}


@pytest.mark.parametrize("what", WRONG_OPENINGS)
def test_a_table_that_cannot_be_is_not_opened(door: httpx.Client, what: str) -> None:
    body, status = WRONG_OPENINGS[what]
    refused(door.post("/api/tables", content=json.dumps(body), headers={"Content-Type": JSON}), status)


HALF = "\ud800"  # half of a character, which JSON can write and no file can keep
HALF_OPENINGS: dict[str, dict[str, Any]] = {
    "game": {"game": HALF},
    "edition": {"game": "pairs", "edition": HALF},
    "seed": {"game": "pairs", "seed": HALF},
    "a path": {"game": "tin-helm", "changes": {HALF: 1}},
    "the end of a path": {"game": "tin-helm", "changes": {f"figures.{HALF}": 1}},
    "the middle of a path": {"game": "tin-helm", "changes": {f"figures.{HALF}.x": 1}},
    "a value": {"game": "tin-helm", "changes": {"figures.levels": HALF}},
    "in a list": {"game": "freequest", "changes": {"play.party": [HALF]}},
    "in a record": {"game": "freequest", "changes": {"play.own": {HALF: {"x": HALF}}}},
    "a seat": {"game": "pairs", "bots": {HALF: "random"}},
    "a bot": {"game": "pairs", "bots": {"1": HALF}},
    "a bot of no seat": {"game": "pairs", "bots": {HALF: 1}},
    "something else": {"game": "pairs", HALF: 1},
    "a nest": {"game": "tin-helm", "changes": {"figures.levels": json.loads("[" * 150 + "]" * 150)}},
    "a huge number": {"game": "tin-helm", "changes": {"figures.levels": 10**40}},
    "no number": {"game": "tin-helm", "changes": {"figures.levels": float("nan")}},
}
HALF_DEEDS: dict[str, tuple[str, dict[str, Any]]] = {
    "an option": ("/choose", {"number": 1, "option": HALF}),
    "beside an option": ("/choose", {**PASS, HALF: 1}),
    "a number": ("/choose", {"number": HALF, "option": "pass"}),
    "a target": ("/walk", {"number": 1, "target": HALF}),
    "an undo": ("/undo", {"number": 1, HALF: 1}),
    "a practice": ("/practice", {"number": 1, HALF: HALF}),
    "a bot": ("/seats/1/bot", {"bot": HALF}),
}


@pytest.mark.parametrize("where", HALF_OPENINGS)
def test_what_no_file_could_keep_opens_no_table(door: httpx.Client, where: str) -> None:
    answer = door.post("/api/tables", content=json.dumps(HALF_OPENINGS[where]), headers={"Content-Type": JSON})
    assert 400 <= answer.status_code < 500, answer.text
    refused(answer, answer.status_code)


@pytest.mark.parametrize("where", HALF_DEEDS)
def test_what_no_file_could_keep_is_no_deed(pairs: Opened, where: str) -> None:
    path, body = HALF_DEEDS[where]
    before = pairs.as_it_is()
    answer = pairs.seats[1].ask("POST", path, content=json.dumps(body), headers={"Content-Type": JSON})
    assert 400 <= answer.status_code < 500, answer.text
    refused(answer, answer.status_code)
    assert pairs.as_it_is() == before


@pytest.mark.parametrize(
    "nest", ["[" * 100_000, '{"game": ' * 50_000, '{"changes": ' + "[" * 5_000 + "]" * 5_000 + "}"]
)
def test_a_nest_without_end_is_refused(door: httpx.Client, nest: str) -> None:
    answer = door.post("/api/tables", content=nest, headers={"Content-Type": JSON})
    assert 400 <= answer.status_code < 500, answer.text
    refused(answer, answer.status_code)


@pytest.mark.parametrize("path", ["/api/games/{}/rules", "/api/games/tin-helm/rules?q={}", "/games/{}", "/rules/{}/{}"])
@pytest.mark.parametrize("half", ["%ED%A0%80", "%FF", "%00", "%C3"])
def test_an_address_that_is_no_text_leads_nowhere(door: httpx.Client, path: str, half: str) -> None:
    assert door.get(path.format(half, half)).status_code in (200, 400, 404, 422)


@pytest.mark.parametrize("field", ["game", "edition", "seed", "bot", "seat", "day"])
@pytest.mark.parametrize("half", ["%ED%A0%80", "%FF", "%00"])
def test_a_form_that_is_no_text_is_no_fault_of_ours(door: httpx.Client, field: str, half: str) -> None:
    body = "&".join(f"{name}={half if name == field else 'tin-helm'}" for name in ("game", field))
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": str(door.base_url).rstrip("/")}
    assert door.post("/tables", content=body, headers=kind).status_code < 500


def test_seats_are_given_to_bots_by_their_holder_or_the_owner_only(door: httpx.Client, pairs: Opened) -> None:
    before = pairs.as_it_is()
    stranger = Opened(door, "pairs").owner
    for giver in (pairs.seats[0], Seated(door, pairs.table, stranger.secret)):
        refused(giver.ask("POST", "/seats/1/bot", json={"bot": "random"}), 403)
    refused(pairs.owner.ask("POST", "/seats/1/bot", json={"bot": "deep-thought"}), 400)
    refused(pairs.owner.ask("POST", "/seats/7/bot", json={"bot": "random"}), 404)
    assert pairs.as_it_is() == before


# ---- undo ------------------------------------------------------------------------------------------------------------


def test_only_the_last_choice_is_taken_back_and_only_by_who_made_it(pairs: Opened) -> None:
    west, east = pairs.seats.values()
    refused(east.ask("POST", "/undo", json={"number": 1}), 409)
    assert west.ask("POST", "/undo", json={"number": 1}).status_code == 200
    assert pairs.owner.record().choices == ()
    west.choose("pass")
    east.choose("pass")
    number = pairs.owner.number()
    refused(west.ask("POST", "/undo", json={"number": number}), 409)
    assert len(pairs.owner.record().choices) == 2


def test_what_was_learned_is_not_taken_back(pairs: Opened) -> None:
    east = pairs.seats[1]
    east.choose("high")
    before = pairs.as_it_is()
    refused(east.ask("POST", "/undo", json={"number": 2}), 409, "learned")
    assert pairs.as_it_is() == before


def test_nobody_practises_where_others_play(pairs: Opened) -> None:
    for seat in pairs.seats.values():
        refused(seat.ask("POST", "/practice", json={"number": 1}), 403)


# ---- requests that are not even looked at ----------------------------------------------------------------------------


def test_a_request_that_is_too_large_is_refused(pairs: Opened) -> None:
    before = pairs.as_it_is()
    large = b'{"number": 1, "option": "pass"}' + b" " * LARGEST
    headers = {"Content-Type": JSON}
    refused(pairs.seats[1].ask("POST", "/choose", content=large, headers=headers), 413, "too large")
    refused(pairs.seats[1].ask("POST", "/choose", content=pieces(large), headers=headers), 413, "too large")
    assert pairs.as_it_is() == before


def pieces(body: bytes) -> Iterator[bytes]:
    """A body that does not say beforehand how long it is."""
    for start in range(0, len(body), 10_000):
        yield body[start : start + 10_000]


def test_an_address_that_is_too_long_is_refused(door: httpx.Client) -> None:
    refused(door.get("/api/games/tin-helm/rules", params={"q": "x" * 5000}), 414)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_choice_is_json_or_nothing(pairs: Opened, kind: str) -> None:
    content = b'{"number": 1, "option": "pass"}'
    answer = pairs.seats[1].ask("POST", "/choose", content=content, headers={"Content-Type": kind})
    assert answer.status_code in (400, 415, 422)
    refused(answer, answer.status_code)
    assert pairs.owner.number() == 1


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"number": NaN, "option": "pass"}'])
def test_what_is_no_json_is_refused(pairs: Opened, content: bytes) -> None:
    answer = pairs.seats[1].ask("POST", "/choose", content=content, headers={"Content-Type": JSON})
    assert answer.status_code in (400, 422)
    refused(answer, answer.status_code)
    assert pairs.owner.number() == 1


OTHER_SITES = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "https://elsewhere.example"},
    {"Origin": "http://["},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
]


@pytest.mark.parametrize("headers", OTHER_SITES)
def test_pages_of_other_sites_change_nothing(door: httpx.Client, pairs: Opened, headers: dict[str, str]) -> None:
    before = pairs.as_it_is()
    wanted = {"number": before[0], "option": "pass"}
    refused(pairs.seats[0].ask("POST", "/choose", json=wanted, headers=headers), 403, "another site")
    assert pairs.as_it_is() == before


@pytest.mark.parametrize("headers", OTHER_SITES)
def test_forms_of_other_sites_change_nothing(door: httpx.Client, headers: dict[str, str]) -> None:
    table = door.post("/tables", data={"game": "pairs"}).headers["Location"]
    form = {"seat": "0", "number": "0", "option": "pass"}
    answer = door.post(f"{table}/choose", data=form, headers=headers)
    assert answer.status_code == 403
    assert "another site" in answer.text
    assert door.post(f"{table}/choose", data=form, headers={"Sec-Fetch-Site": "same-origin"}).is_redirect


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("GET", "/api/tables", 405),
        ("DELETE", "/api/games", 405),
        ("PUT", "/api/tables/abcdefghjkmn/choose", 405),
        ("TRACE", "/api/games", 405),
    ],
)
def test_other_ways_lead_nowhere(door: httpx.Client, method: str, path: str, status: int) -> None:
    refused(door.request(method, path), status)


def test_the_head_of_an_answer_is_refused_or_empty(door: httpx.Client) -> None:
    for path in ("/", "/api/games", "/health", "/static/base.css"):
        answer = door.head(path)
        assert answer.status_code in (200, 405)
        assert answer.content == b""


def test_pages_refuse_in_words_too(door: httpx.Client) -> None:
    for path in ("/nothing", "/t/abcdefghjkmn", "/rules/chess", "/static/nothing.css", "/static/../app.py"):
        answer = door.get(path)
        assert answer.status_code == 404
        assert "text/html" in answer.headers["Content-Type"] or path.startswith("/static/")


@pytest.mark.slow
def test_who_asks_too_often_waits(tmp_path: Path) -> None:
    with serving(tmp_path / "log", f"sqlite:///{tmp_path}/tables.db", "--rate", "0.01") as strict:
        with visitor_of(strict.url) as client:
            answers = [client.get("/api/games") for _ in range(200)]
            assert {answer.status_code for answer in answers} == {200, 429}
            refused(answers[-1], 429, "too many")
            assert int(answers[-1].headers["Retry-After"]) > 0
        other = httpx.HTTPTransport(local_address="127.0.0.2")
        with visitor_of(strict.url, transport=other) as client:
            assert client.get("/api/games").status_code == 200


def test_the_server_answers_to_its_own_name_only(door: httpx.Client) -> None:
    refused(door.get("/api/games", headers={"Host": "elsewhere.example"}), 421)


# ---- what every answer says ------------------------------------------------------------------------------------------


def test_every_answer_tells_browsers_what_they_may_do(door: httpx.Client, pairs: Opened) -> None:
    join = door.post(pairs.invitation(1))
    answers = [
        join,
        door.get(pairs.invitation(0)),
        *(door.get(path) for path in ("/", "/replay", "/rules/pairs", "/nothing", "/static/base.css", "/api/games")),
        *(door.get(f"/t/{pairs.table}{path}") for path in ("", "/table", "/log", "/seats", "/end", "/record")),
        door.post("/api/tables", json={}),
        door.post("/api/tables", content=b"x" * (LARGEST + 1)),
        door.post("/tables", data={"game": "pairs"}, headers={"Origin": "null"}),
        door.get("/openapi.json"),
    ]
    for answer in answers:
        assert answer.headers["Content-Security-Policy"] == POLICY
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Referrer-Policy"] in ("same-origin", "no-referrer")
        assert "Server" not in answer.headers
    with door.stream("GET", f"/t/{pairs.table}/events") as news:
        assert news.headers["Content-Security-Policy"] == POLICY


def test_a_visitor_is_known_by_a_cookie_that_no_script_reads(door: httpx.Client, pairs: Opened) -> None:
    cookie = door.post(pairs.invitation(0)).headers["Set-Cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert pairs.seats[0].secret.lower() not in cookie


# ---- what a seat may know --------------------------------------------------------------------------------------------


class Listener:
    """A browser of one seat that asks for everything there is and keeps all that it is told."""

    def __init__(self, server: Server, opened: Opened, seat: int) -> None:
        self.client = visitor_of(server.url, follow_redirects=True)
        self.opened = opened
        self.seat = seat
        self.heard: list[bytes] = []
        self.join = self.ask("POST", opened.invitation(seat))

    def ask(self, method: str, path: str, **request: Any) -> httpx.Response:
        """A request, whose whole answer is kept."""
        answer = self.client.request(method, path, **request)
        lines = [f"{name}: {value}" for name, value in answer.headers.items()]
        self.heard.append("\n".join(lines).encode() + answer.content)
        return answer

    def ask_for_everything(self) -> None:
        """All that pages and programs can ask for."""
        table, number = self.opened.table, self.opened.owner.number()
        asked = f"seat={self.seat}&number={number}"
        pages = [
            "",
            "/table",
            "/log",
            "/seats",
            "/end",
            "/review",
            "/record",
            "/replay?at=0",
            "/replay?at=1",
            "/replay",
        ]
        others = [f"/table?seat={1 - self.seat}", f"/replay?at=0&seat={1 - self.seat}", f"/log?seat={1 - self.seat}"]
        for path in [*pages, *others, f"/odds?{asked}", f"/odds/high?{asked}"]:
            self.ask("GET", f"/t/{table}{path}")
        self.ask("GET", "/")
        self.ask("POST", f"/t/{table}/practice", data={"seat": self.seat, "number": number})
        self.ask("POST", f"/t/{table}/play-on", data={"at": 0})
        for path in ("", "/scene", "/odds", "/odds/high", "/record"):
            answer = self.opened.seats[self.seat].ask("GET", path)
            self.heard.append(answer.content)
        self.heard.append(self.first_news())

    def first_news(self) -> bytes:
        """What the stream of news says first."""
        with self.client.stream("GET", f"/t/{self.opened.table}/events") as news:
            return next(news.iter_bytes())

    def choose(self, option: str) -> None:
        """Make a choice by the page's form."""
        form = {"seat": self.seat, "number": self.opened.owner.number(), "option": option}
        answer = self.ask("POST", f"/t/{self.opened.table}/choose", data=form)
        assert answer.status_code == 200, answer.text

    def has_heard(self, word: str) -> bool:
        """Whether a word was in any answer."""
        return any(word.encode() in part for part in self.heard)


@pytest.fixture
def told_game(server: Server, door: httpx.Client) -> Iterator[tuple[Opened, list[Listener], list[str]]]:
    """A game for two whose browsers ask for everything at each turn, up to the last bet; and who holds which beast."""
    opened = Opened(door, "pairs", seed="heliotrope-anvil-93")
    beasts = [BEASTS[name] for name in map(beast_of, opened.seats.values())]
    listeners = [Listener(server, opened, seat) for seat in range(2)]
    for turn, option in enumerate(("pass", "high", "low", "pass", "high")):
        for listener in listeners:
            listener.ask_for_everything()
        listeners[turn % 2].choose(option)
    for listener in listeners:
        listener.ask_for_everything()
    yield opened, listeners, beasts
    for listener in listeners:
        listener.client.close()


def beast_of(seat: Seated) -> int:
    """The beast that a seat sees as its own."""
    text = seat.ask("GET", "/scene").text
    (beast,) = [number for number, name in enumerate(BEASTS) if name in text]
    return beast


@pytest.mark.slow
def test_nobody_is_told_another_seats_secrets_before_the_end(
    server: Server, told_game: tuple[Opened, list[Listener], list[str]]
) -> None:
    opened, listeners, beasts = told_game
    for seat, listener in enumerate(listeners):
        other = 1 - seat
        assert listener.has_heard(beasts[seat])
        assert not listener.has_heard(beasts[other])
        assert not listener.has_heard(opened.seats[other].secret)
        assert not listener.has_heard(opened.owner.secret)
        assert not listener.has_heard("heliotrope")
    assert "heliotrope" not in server.said()
    assert opened.seats[0].secret not in server.said()
    listeners[1].choose("low")
    for seat, listener in enumerate(listeners):
        listener.ask_for_everything()
        assert listener.has_heard(beasts[1 - seat])
        assert listener.has_heard("heliotrope")
        assert not listener.has_heard(opened.seats[1 - seat].secret)


@pytest.mark.slow
def test_who_opens_a_table_learns_no_secret_of_those_who_come(server: Server, door: httpx.Client) -> None:
    owner = visitor_of(server.url, follow_redirects=True)
    page = owner.post("/tables", data={"game": "pairs"})
    table = page.url.path.removeprefix("/t/")
    seats = owner.get(f"/t/{table}/seats").text
    link = next(part for part in seats.split('"') if f"/join/{table}/1/" in part)
    guest = visitor_of(server.url, follow_redirects=True)
    invitation = link[link.index("/join/") :]
    assert "Sit down" in guest.get(invitation).text
    assert guest.get(f"/t/{table}").status_code == 403, "to look at an invitation changes nothing"
    guests = guest.post(invitation).text
    (beast,) = [name for name in BEASTS if name in guests]
    assert beast not in owner.get(f"/t/{table}").text
    assert owner.get(f"/t/{table}/table?seat=1").status_code == 403
    form = {"seat": 1, "number": 1, "option": "pass"}
    assert owner.post(f"/t/{table}/choose", data=form).status_code == 403
    assert owner.get(invitation).status_code == 403
    assert owner.post(invitation).status_code == 403
    assert owner.get(f"/t/{table}/table?seat=1").status_code == 403
    owner.close()
    guest.close()
