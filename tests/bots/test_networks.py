"""Networks tell what can be worked out by hand, and those that were learned fit their facts."""

from __future__ import annotations

from math import exp
from pathlib import Path

import pytest

import undercroft
from undercroft.bots import find_bot
from undercroft.bots.promise.networks import Network, read_networks
from undercroft.bots.promise.tiny_epic_dungeons import TinyEpicDungeonsPromise
from undercroft.bots.promise.tiny_epic_dungeons_facts import facts
from undercroft.games.tiny_epic_dungeons.state import Dungeon


def test_a_network_adds_up_what_bent_sums_say() -> None:
    network = Network([[1.0, 2.0, 0.0], [0.5, 0.0, -1.0]], [0.3, 7.0], -0.2)
    first, second = 1.0 + 2.0 * 3.0, 0.5 - 1.0 * 4.0
    assert second < 0  # and therefore adds nothing
    assert network.chance([3.0, 4.0]) == pytest.approx(1 / (1 + exp(-(-0.2 + 0.3 * first))))


def test_it_is_a_chance_however_far_out_the_facts_are() -> None:
    network = Network([[0.0, 1.0], [0.0, -1.0]], [1.0, -1.0], 0.0)
    assert 0.0 < network.chance([-1e6]) < 1e-9
    assert 1 - 1e-9 < network.chance([1e6]) < 1.0


def test_networks_are_read_by_name(tmp_path: Path) -> None:
    file = tmp_path / "networks.toml"
    file.write_text("[one]\nconstant = 1.0\nadds = [2.0]\nrows = [[0.0, 1.0]]\n", encoding="utf-8")
    networks = read_networks(file)
    assert list(networks) == ["one"]
    assert networks["one"].chance([0.0]) == pytest.approx(1 / (1 + exp(-1.0)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_a_weight_for_every_fact_of_both_acts(players: int) -> None:
    promise = TinyEpicDungeonsPromise()
    changes = {"play.players": players, "torch.act-1.start": {"2": 31, "3": 31, "4": 31}}
    met: set[int] = set()
    for seed in ("lamp", "door", "stone", "moss"):
        session = undercroft.start("tiny-epic-dungeons", seed=seed, changes=changes)
        guide = find_bot("steady", "tiny-epic-dungeons", seed)
        while session.decision is not None and len(met) < 2:
            state = session.state
            assert isinstance(state, Dungeon)
            if state.act > 0 and state.act not in met:
                met.add(state.act)
                network = promise.act_two if state.act == 2 else promise.act_one
                assert {len(row) for row in network.rows} == {1 + len(facts(state))}
                assert len(network.adds) == len(network.rows)
            session.choose(session.consult(guide))
    assert met == {1, 2}
