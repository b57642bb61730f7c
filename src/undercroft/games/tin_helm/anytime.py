"""Cards that may be used at any time: the windows in which they can (window.any-time).

Where a question is about to be asked anyway, `TinHelm.ask` offers such cards beside its options. Where none is, a
window of its own opens here, and only if there is something to use.
"""

from __future__ import annotations

from undercroft.games.tin_helm.state import TinHelm
from undercroft.games.tin_helm.vocabulary import ANYTIME, WINDOW_MENU


def open_window(game: TinHelm) -> None:
    """A moment at which something may be used and nothing else is asked."""
    game.ask(ANYTIME, WINDOW_MENU)
