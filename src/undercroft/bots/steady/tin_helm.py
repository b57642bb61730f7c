"""A rule of thumb for Tin Helm."""

from __future__ import annotations

from undercroft.bots.random import RandomPlayer


class SteadyTinHelm(RandomPlayer):
    """To be taught."""
