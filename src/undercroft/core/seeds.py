"""Seeds as short words that a person can type and share."""

from __future__ import annotations

from typing import Final

FIRST: Final = (
    "amber ashen blind brass brave broken burnt candle chalk cinder clay cold copper crooked dark deep dim "
    "dusty ember faint fallen flint frost gilded glass granite grey hidden hollow humble idle iron ivory "
    "lantern last lead lone lost low lucky mild moss muddy narrow oaken old pale patient plain quiet quick "
    "rough rusty sable salt secret shallow silent silver sleeping slow smoky stone stray sunken tall thorn "
    "tin twin velvet wary wax wild winter worn"
).split()
SECOND: Final = (
    "anvil arch barrel basin bell bench bolt bone book boot bridge cage cairn candle cave cellar chain chest "
    "cloak coin crown crypt dice door drum feather ferry fire flask forge fountain gate ghost goblet grave "
    "hall hammer harp helm hearth hinge hook horn inn jar kettle key ladder lamp latch lever mask mill mirror "
    "moat moth needle nest oar pillar pit plough quill raven ring road root rope rune scroll shelf shield "
    "spoon stair stool tomb torch tower vault well"
).split()


def words_for(number: int) -> str:
    """A seed such as amber-gate-41 for a number of any size."""
    number, last = divmod(number, 90)
    number, second = divmod(number, len(SECOND))
    return f"{FIRST[number % len(FIRST)]}-{SECOND[second]}-{last + 10}"
