"""A bot that picks any option, each as likely, but never gives up."""

from __future__ import annotations

from typing import Final

from undercroft.core.chance import generator_for
from undercroft.core.state import State
from undercroft.core.table import Player
from undercroft.core.vocabulary import Option, Options, Prompt


class RandomPlayer(Player):
    """Uniform over the options, from a seed of its own; it never touches the game's chance."""

    def __init__(self, seed: str) -> None:
        self.generator: Final = generator_for(seed).branch(b"random player")

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        option = options[self.generator.below(len(options))]
        if option.resigns:
            others = [other for other in options if not other.resigns]
            if others:
                option = others[self.generator.below(len(others))]
        return option
