"""The picture of a game: vaults that lead to one warm light in the game's colour, never twice the same."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from math import cos, pi, sin

WIDTH, HEIGHT = 640, 400
NIGHT = "#0c0d10"
GLOW = "#fff1d0"
DEPTHS = (0.42, 0.53, 0.69, 0.92, 1.24, 1.7)  # of the vaults, from the farthest to the nearest
FOOT = 128  # how far the floor of the vault at depth 1 lies below the eye
MOTES = 40


@dataclass(frozen=True)
class Vault:
    """A wall with an arch in it: the wall, the arch's edge, the stones around it, and how large they are."""

    wall: str
    edge: str
    stones: str
    colour: str
    stone_colour: str
    rim_colour: str
    stone: float
    seam: float
    line: float


@dataclass(frozen=True)
class Mote:
    """A speck of dust in the light."""

    x: float
    y: float
    size: float
    clearness: float


@dataclass(frozen=True)
class Picture:
    """Everything that the picture's template draws; colours from far to near."""

    name: str
    middle: float
    eye: float
    accent: str
    light: str
    carpet: str
    vaults: tuple[Vault, ...]
    motes: tuple[Mote, ...]


class Dice:
    """Numbers that follow from a name: cosmetics, apart from any game's chance."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rolls = 0

    def between(self, least: float, most: float) -> float:
        """A number in a range, another one each time."""
        self.rolls += 1
        drawn = blake2b(f"{self.name} {self.rolls}".encode(), digest_size=4).digest()
        return least + (most - least) * int.from_bytes(drawn) / 0xFFFFFFFF


def picture_of(name: str, accent: str) -> Picture:
    """The picture that follows from a game's name and colour."""
    dice = Dice(name)
    middle = WIDTH * dice.between(0.44, 0.56)
    eye = HEIGHT * dice.between(0.49, 0.53)
    point = dice.between(-0.2, 0.55)
    vaults = tuple(
        vault(middle, eye, depth, point, mix(NIGHT, accent, 0.5 * (1 - step / (len(DEPTHS) - 1)) ** 1.6 + 0.03))
        for step, depth in enumerate(DEPTHS)
    )
    motes = tuple(mote(dice, middle, eye) for _ in range(MOTES))
    return Picture(
        name, round(middle, 1), round(eye, 1), accent, mix(accent, GLOW, 0.72), carpet(middle, eye), vaults, motes
    )


def carpet(middle: float, eye: float) -> str:
    """The light that falls through the farthest arch onto the floor."""
    half, foot = 205 * DEPTHS[0], eye + FOOT * DEPTHS[0]
    spread = half * (HEIGHT + 20 - eye) / (foot - eye)
    return (
        f"M{middle - half:.1f} {foot:.1f}H{middle + half:.1f}L{middle + spread:.1f} {HEIGHT + 20}"
        f"H{middle - spread:.1f}Z"
    )


def vault(middle: float, eye: float, depth: float, point: float, colour: str) -> Vault:
    """A wall at some depth, seen from the middle at the height of the eye."""
    half, top, foot = 205 * depth, eye - 185 * depth, eye + FOOT * depth
    stone = 26 * depth
    return Vault(
        wall=f"M-60-60H{WIDTH + 60}V{HEIGHT + 60}H-60Z{arch(middle, half, top, foot, point)}Z",
        edge=arch(middle, half, top, foot, point),
        stones=arch(middle, half + stone / 2, top - stone / 2, foot, point),
        colour=colour,
        stone_colour=mix(colour, GLOW, 0.07),
        rim_colour=mix(colour, GLOW, 0.34),
        stone=round(stone, 1),
        seam=round(stone * 1.25, 1),
        line=round(0.7 + 1.2 * depth, 2),
    )


def arch(middle: float, half: float, top: float, foot: float, point: float) -> str:
    """An open arch from foot to foot; `point` goes from round (below zero) to pointed."""
    spring = top + half * (1.0 + max(0.0, point) * 0.35)
    lean = half * max(0.0, point) * 0.62
    rise = (spring - top) * 0.56
    left, right = middle - half, middle + half
    return (
        f"M{left:.1f} {foot:.1f}V{spring:.1f}"
        f"C{left:.1f} {spring - rise:.1f} {middle - half * 0.55 + lean * 0.4:.1f} {top + lean * 0.45:.1f}"
        f" {middle:.1f} {top:.1f}"
        f"C{middle + half * 0.55 - lean * 0.4:.1f} {top + lean * 0.45:.1f} {right:.1f} {spring - rise:.1f}"
        f" {right:.1f} {spring:.1f}V{foot:.1f}"
    )


def mote(dice: Dice, middle: float, eye: float) -> Mote:
    """A speck somewhere in the light."""
    turn, far = dice.between(0, 2 * pi), dice.between(0.15, 1) ** 0.7
    return Mote(
        round(middle + cos(turn) * far * 190, 1),
        round(eye - 30 + sin(turn) * far * 130, 1),
        round(dice.between(0.5, 1.8), 2),
        round(dice.between(0.15, 0.7), 2),
    )


def mix(one: str, other: str, share: float) -> str:
    """A colour between two, as #rrggbb."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex()
