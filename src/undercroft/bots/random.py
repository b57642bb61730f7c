"""A bot that picks any option, each as likely."""

from __future__ import annotations

from typing import Final

from undercroft.core.chance import Sfc32
from undercroft.core.state import State
from undercroft.core.table import Player
from undercroft.core.vocabulary import Option, Options, Prompt, words_of


class RandomPlayer(Player):
    """Uniform over the options, from a seed of its own; it never touches the game's chance."""

    def __init__(self, seed: str) -> None:
        a, b, c = words_of(f"random player {seed}")
        self.generator: Final = Sfc32(a, b, c)

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        return options[self.generator.below(len(options))]
