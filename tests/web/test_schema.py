"""The JSON door keeps what its description promises, whatever is asked of it, and never answers with a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.web.servers import PATIENCE, Server
from tests.web.tables import Opened

if TYPE_CHECKING:
    from schemathesis import Case
    from schemathesis.schemas import APIOperation

    Operation = APIOperation[Any, Any, Any, Any]

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EXAMPLES = 60
SLOW = {"/api/tables/{table}/hint": 5}  # each thinks for seconds
STREAMS = ("/api/tables/{table}/events",)  # never end
CALM = settings(database=None, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))


def operations(server: Server) -> list[Operation]:
    """All that the description of the door names, but for what never ends."""
    import schemathesis
    from schemathesis.core.result import Ok

    schema = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    found = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    return [operation for operation in found if operation.path not in STREAMS]


def test_every_operation_keeps_its_promises(server: Server, door: httpx.Client) -> None:
    found = operations(server)
    assert len(found) > 10
    for operation in found:
        opened = on_a_map(door) if operation.path.endswith("/walk") else at_a_table(door)
        answers = try_out(operation, opened)
        assert answers & {200, 201}, f"{operation.label} was never done, only refused: {answers}"


def at_a_table(door: httpx.Client) -> Opened:
    """A game that has begun."""
    opened = Opened(door, "tin-helm", seed="amber-gate-41")
    opened.seats[0].choose("human")
    return opened


def on_a_map(door: httpx.Client) -> Opened:
    """A game in which somebody can walk."""
    changes = {"play.quest": "cold-kiln", "play.party": ["warrior"]}
    opened = Opened(door, "freequest", seed="amber-gate-41", changes=changes)
    seat = next(iter(opened.seats.values()))
    seat.choose(seat.get("/scene")["scene"]["question"]["choices"][0]["name"])
    return opened


def truth(opened: Opened) -> dict[str, Any]:
    """What a request would say that makes sense at the table."""
    seen = next(iter(opened.seats.values())).get("/scene")
    question = seen["scene"]["question"]
    option = question["choices"][0]["name"] if question else "human"
    ways = [way["target"] for way in question["ways"]] if question else []
    game = {"game": "tin-helm", "edition": "book", "changes": {}, "bots": {}}
    return {
        "table": opened.table,
        "number": seen["number"],
        "option": option,
        "seat": 0,
        "bot": "random",
        "target": ways[0] if ways else "",
        **game,
    }


def try_out(operation: Operation, opened: Opened) -> set[int]:
    """Ask for an operation in many ways, some of them nearly or wholly true; gives how it was answered."""
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    checks = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
    right = [seat.secret for seat in opened.seats.values()]
    secrets = ["", "wrong", opened.owner.secret, *right]
    answers: set[int] = set()

    def ask(case: Case[Any], secret: str, true: str) -> None:
        facts = {} if true == "nothing" else truth(opened)
        for part in (case.path_parameters, case.body):
            if isinstance(part, dict):
                part.update({name: facts[name] for name in part if name in facts and true in ("everything", name)})
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        answers.add(case.call_and_validate(headers=headers, checks=checks, timeout=PATIENCE).status_code)

    many = SLOW.get(operation.path, EXAMPLES)
    for count, known, truths in (
        (many, secrets, ["nothing", "table", "everything"]),
        (many // 5, right, ["everything"]),
    ):
        asked = given(operation.as_strategy(), st.sampled_from(known), st.sampled_from(truths))(ask)
        seed(1)(settings(CALM, max_examples=count)(asked))()
    return answers
