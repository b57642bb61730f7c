"""The words of FreeQuest: its questions, answers, events and streams of chance."""

from __future__ import annotations

from typing import Final

from undercroft.core.vocabulary import Options, Vocabulary

V: Final = Vocabulary(things=("hero", "other", "monster", "item", "spell", "card", "trap"), home=__name__)

MOST_HEROES: Final = 4
MOST_MONSTERS: Final = 64  # placed in one quest
MOST_ITEMS: Final = 80
MOST_SPELLS: Final = 40
MOST_KINDS: Final = 24  # of heroes
MOST_QUESTS: Final = 60
MOST_IMPROVEMENTS: Final = 99
MOST_DEVICES: Final = 16
MOST_SQUARES: Final = 4096
MOST_HEALTH: Final = 64  # more than any hero has: 40 on a sheet, and 3 by each of four things worn

# ---- chance ---------------------------------------------------------------------------------------------------------

CONTEST_DICE: Final = V.stream("contest")
TEST_DICE: Final = V.stream("test")
TREASURE: Final = V.stream("treasure")
BUNDLE: Final = V.stream("bundle")
UNKNOWN: Final = V.stream("unknown", unveils=True, secret=True)  # nothing is drawn from it: where odds look no further
IMAGINED: Final = V.stream("imagined")  # what heroes cannot know, for search

# ---- options --------------------------------------------------------------------------------------------------------

COMPASS: Final = ("north", "east", "south", "west")


def by_side(family: str, rule: str) -> Options:
    """An option for each side of a square; its number is the side."""
    return tuple([V.option(f"{family}-{way}", rule, side, family) for side, way in enumerate(COMPASS)])


def numbered(family: str, rule: str, count: int) -> Options:
    """Options that differ in a number from 0 to `count` - 1: the place of what they are about."""
    return tuple([V.option(f"{family}-{number}", rule, number, family) for number in range(count)])


# a hero's turn
STEPS: Final = by_side("step", "move.orthogonal")
LEAPS: Final = by_side("leap", "jump.what")
SURE_LEAPS: Final = by_side("sure-leap", "jump.what")
OPENS: Final = by_side("open", "door.free")
END_MOVE: Final = V.option("end-move", "move.step-by-step")
END_TURN: Final = V.option("end-turn", "turn.end")
ATTACKS: Final = numbered("attack", "attack.adjacent", MOST_MONSTERS)
OTHER_HAND: Final = numbered("attack-other-hand", "attack.one-weapon", MOST_MONSTERS)
UNARMED: Final = numbered("attack-unarmed", "attack.one-weapon", MOST_MONSTERS)
CASTS: Final = numbered("cast", "spell.who-casts", MOST_SPELLS)
SEARCH_TREASURE: Final = V.option("search-treasure", "search.what")
SEARCH_TRAPS: Final = V.option("search-traps", "search.what")
SEARCH_DOORS: Final = V.option("search-doors", "search.what")
DISARMS: Final = by_side("disarm", "disarm.announce-and-enter")
DISARM_HERE: Final = V.option("disarm-here", "disarm.announce-and-enter")
UNLOCKS: Final = by_side("unlock", "door.locked")
WORKS: Final = numbered("work", "terrain.device", MOST_DEVICES)
FREES: Final = numbered("free", "terrain.what", MOST_HEROES)
AIDS: Final = numbered("aid", "ability.first-aid", MOST_HEROES)
GUARDS: Final = numbered("guard", "ability.guard", MOST_HEROES)
DRINKS: Final = numbered("drink", "turn.free-acts", MOST_ITEMS)
WEARS: Final = numbered("wear", "equip.change", MOST_ITEMS)
PUTS_AWAY: Final = numbered("put-away", "equip.change", MOST_ITEMS)
TAKES_ALL: Final = numbered("take-all", "body.retrieve", MOST_HEROES)
TAKES_ITEM: Final = numbered("take-item", "body.retrieve", MOST_ITEMS)
TAKES_BODY: Final = numbered("take-body", "body.retrieve", MOST_HEROES + 1)  # the last is a captive
LAY_DOWN: Final = V.option("lay-down", "body.lay-down")

# answers to what an action leaves open
ON_HERO: Final = numbered("on-hero", "spell.read-the-spell", MOST_HEROES)
ON_MONSTER: Final = numbered("on-monster", "spell.read-the-spell", MOST_MONSTERS)
ON_AREA: Final = numbered("on-area", "spell.read-the-spell", 32)
HEALTH: Final = numbered("keep", "spell.read-the-spell", MOST_HEALTH)
ENOUGH: Final = V.option("enough", "spell.read-the-spell")
SQUARES: Final = numbered("square", "", MOST_SQUARES)
YES: Final = V.option("yes")
NO: Final = V.option("no")
TURN_TO_SIX: Final = V.option("turn-a-die", "turn.free-acts")
KEEP_DICE: Final = V.option("keep-the-dice")

# the referee's turn
WAKES: Final = numbered("monster", "monster.two-actions", MOST_MONSTERS)
END_ROUND: Final = V.option("end-round", "play.take-turns")
WALK: Final = V.option("walk", "monster.movement")
STRIKES: Final = numbered("strike", "monster.attack", MOST_HEROES)
MONSTER_CASTS: Final = numbered("monster-cast", "monster.spells", MOST_SPELLS)
DONE: Final = V.option("done", "monster.two-actions")
RESULTS: Final = (
    V.option("recovery", "fail.recovery", 0),
    V.option("ransom", "fail.ransom", 1),
    V.option("lost", "fail.lost", 2),
)

# before a quest and between quests
HEROES: Final = numbered("hero", "hero.choose", MOST_KINDS)
SELECTION: Final = 4  # options of one selection at most; those of a second follow
SELECTS: Final = numbered("select", "hero.selections", 2 * SELECTION)
QUESTS: Final = numbered("quest", "play.group-choices", MOST_QUESTS)
FIRST_IN_ORDER: Final = numbered("first", "play.hero-order", MOST_HEROES)
AS_JOINED: Final = V.option("as-joined", "play.hero-order")
DRAFTS: Final = numbered("draft", "spell.draft", MOST_SPELLS)
BUYS: Final = numbered("buy", "shop.buy", MOST_ITEMS)
SELLS: Final = numbered("sell", "shop.sell", MOST_ITEMS)
LEARNS: Final = numbered("learn", "improve.requirements-on-sheet", MOST_IMPROVEMENTS)
GIVES_GOLD: Final = numbered("give-gold", "between.trade", MOST_HEROES)
GIVES_ITEM: Final = numbered("give-item", "between.trade", MOST_ITEMS)
TO_HERO: Final = numbered("to-hero", "between.trade", MOST_HEROES)
VIGILS: Final = numbered("vigil", "raise.chance", MOST_HEROES)
OFFERS: Final = numbered("offer", "raise.vigil-offering", 5)
AMOUNTS: Final = numbered("amount", "between.trade", 5)
NO_VIGIL: Final = V.option("no-vigil", "raise.once-and-now")
PAYS: Final = numbered("pay-for", "fail.ransom", MOST_HEROES)
PAID_BY: Final = numbered("paid-by", "fail.ransom", MOST_HEROES)
READY: Final = V.option("ready", "between.order")

# ---- prompts --------------------------------------------------------------------------------------------------------

CHOOSE_HERO: Final = V.prompt("hero.choose", "hero.choose")
SELECT: Final = V.prompt("hero.select", "hero.selections")
CHOOSE_QUEST: Final = V.prompt("campaign.choose-quest", "play.group-choices")
ORDER: Final = V.prompt("setup.hero-order", "play.hero-order")
AGREE: Final = V.prompt("setup.agree", "play.hero-order")
DRAFT: Final = V.prompt("setup.draft-spell", "spell.draft")
PLACE: Final = V.prompt("setup.place-hero", "setup.placing-heroes")
ACTION: Final = V.prompt("turn.choose-action", "turn.two-actions")
STEP: Final = V.prompt("move.step", "move.step-by-step")
CAST_ON: Final = V.prompt("spell.cast", "spell.line-of-sight")
CAST_ON_MORE: Final = V.prompt("spell.more", "spell.read-the-spell")
CAST_WHERE: Final = V.prompt("spell.where", "spell.read-the-spell")
CAST_SHARE: Final = V.prompt("spell.share", "spell.read-the-spell")
ROAR_ON: Final = V.prompt("ability.roar", "play.text-over-rule", passive=NO)
SACRIFICE: Final = V.prompt("ability.sacrifice", "ability.sacrifice", passive=NO, mid_roll=True)
BREATH: Final = V.prompt("item.second-breath", "play.text-over-rule", passive=NO, mid_roll=True)
THIMBLE: Final = V.prompt("item.use", "disarm.test", passive=KEEP_DICE, mid_roll=True)
TRAP_SQUARE: Final = V.prompt("trap.choice", "trap.full-effect")
BELL_SQUARE: Final = V.prompt("trap.bell", "trap.full-effect")
WANDER_SQUARE: Final = V.prompt("wander.square", "wander.place")
TILE_SQUARE: Final = V.prompt("death.tile-square", "death.tile")
WITHDRAW: Final = V.prompt("quest.withdraw", "fail.withdraw")
NEXT_MONSTER: Final = V.prompt("referee.next-monster", "monster.two-actions")
MONSTER_ACTION: Final = V.prompt("monster.action", "monster.two-actions")
MONSTER_MOVE: Final = V.prompt("monster.move", "monster.movement")
MONSTER_CAST_ON: Final = V.prompt("monster.cast", "monster.spells")
FAIL_RESULT: Final = V.prompt("fail.result", "fail.referee-decides")
RANSOM_WHOM: Final = V.prompt("fail.ransom-whom", "fail.ransom")
RANSOM_PURSE: Final = V.prompt("fail.ransom-purse", "fail.ransom")
BETWEEN: Final = V.prompt("shop.trade", "between.what")
GIVE_TO: Final = V.prompt("between.give", "between.trade")
GIVE_AMOUNT: Final = V.prompt("between.amount", "between.trade")
ACCEPT: Final = V.prompt("between.accept-gift", "between.trade-consent")
OFFERING: Final = V.prompt("raise.offering", "raise.vigil-offering")
CONSENT: Final = V.prompt("raise.consent", "raise.vigil-offering")
SHARE_ITEM: Final = V.prompt("raise.share-equipment", "raise.vigil-lost")

# ---- events ---------------------------------------------------------------------------------------------------------

# `roll` and `against` are dice as they lie (contests.py packs them), `faces` a pool of one side alone
HERO_CHOSEN: Final = V.event("hero.chosen", "hero.choose", "hero")
HERO_SELECTED: Final = V.event("hero.selected", "hero.selections-recorded", "hero", "item")
QUEST_CHOSEN: Final = V.event("quest.chosen", "setup.order", "quest", "try", "briefing")
ORDER_REFUSED: Final = V.event("setup.order-refused", "play.hero-order", "hero", "other")
ORDER_SET: Final = V.event("setup.ordered", "play.hero-order", "hero", "place")
DRAFTED: Final = V.event("setup.drafted", "spell.draft", "hero", "spell")
DECK_SHUFFLED: Final = V.event("treasure.shuffled", "treasure.deck-per-quest", "cards")
PLACED: Final = V.event("setup.placed", "setup.placing-heroes", "hero")
LENT: Final = V.event("between.lent", "between.lent-weapon", "hero", "item")
ROUND: Final = V.event("round.begins", "play.take-turns", "round", "last")
TURN: Final = V.event("turn.begins", "play.take-turns", "hero")
REFEREE_TURN: Final = V.event("referee.begins", "play.take-turns", "round")

MOVED: Final = V.event("move.moved", "move.rate", "hero", "squares")
DOOR_OPENED: Final = V.event("door.opened", "door.free", "hero")
DOOR_UNLOCKED: Final = V.event("door.unlocked", "door.locked", "hero")
DOOR_SPRANG_OPEN: Final = V.event("door.sprang-open", "door.locked")
AREA_SHOWN: Final = V.event("area.shown", "reveal.area-at-first-sight", "text", notable=True)
MONSTER_PLACED: Final = V.event("monster.placed", "reveal.placed-on-reveal", "monster", notable=True)
CAPTIVE_SEEN: Final = V.event("captive.seen", "quest.objective", "captive")
LEAPT: Final = V.event("jump.leapt", "jump.success-per-square", "hero", "squares", "faces", notable=True)
LEAP_SHORT: Final = V.event("jump.short", "jump.fail-furniture", "hero", "faces", notable=True)
LEAP_FELL: Final = V.event("jump.fell", "jump.fail-trap", "hero", "faces", notable=True)
LEAPT_SURELY: Final = V.event("jump.surely", "play.text-over-rule", "hero", "squares")

ATTACKED: Final = V.event("attack.rolled", "attack.compare", "hero", "monster", "roll", "against")
HURT_MONSTER: Final = V.event("attack.damage", "attack.damage", "monster", "damage", notable=True)
ATTACK_FAILED: Final = V.event("attack.fails", "attack.fails", "monster", notable=True)
MONSTER_DIED: Final = V.event("monster.dies", "attack.monster-dies", "monster", notable=True)
MONSTER_ATTACKED: Final = V.event("monster.attacks", "monster.attack", "monster", "hero", "roll", "against")
HURT_HERO: Final = V.event("hero.hurt", "attack.damage", "hero", "damage", "health", notable=True)
HERO_UNHURT: Final = V.event("hero.unhurt", "attack.fails", "hero", notable=True)
HERO_DIED: Final = V.event("hero.dies", "death.at-zero", "hero", notable=True)
SACRIFICED: Final = V.event("ability.sacrificed", "ability.sacrifice", "hero", "other", "damage", notable=True)
GUARDED: Final = V.event("ability.guarded", "ability.guard", "hero", "other")
AIDED: Final = V.event("ability.aided", "ability.first-aid", "hero", "other", "faces", "health", notable=True)
ROARED: Final = V.event("ability.roared", "play.text-over-rule", "hero")
STEPPED_LIGHTLY: Final = V.event("ability.light-step", "play.text-over-rule", "hero", "trap", "faces", notable=True)
BREATHED: Final = V.event("item.breathed", "play.text-over-rule", "hero", "item")
SULKED: Final = V.event("item.sulked", "play.text-over-rule", "hero", "item")
GOLD_SNATCHED: Final = V.event("monster.looted", "play.text-over-rule", "monster", "hero", "gold", notable=True)
WARDED: Final = V.event("spell.warded", "spell.read-the-spell", "hero", "damage", notable=True)

CAST: Final = V.event("spell.cast", "spell.spent", "hero", "spell")
RESISTED: Final = V.event("spell.resisted", "spell.resist", "monster", "roll", "against", "successes")
RESISTED_BY_TEST: Final = V.event("spell.tested", "edition.resist-by-test", "monster", "faces", "successes")
CANCELLED: Final = V.event("spell.cancelled", "spell.resist", "monster", notable=True)
SPELL_ATTACKED: Final = V.event("spell.attacked", "spell.not-the-attack-action", "monster", "roll", "against")
UNPICKED: Final = V.event("spell.unpicked", "spell.read-the-spell", "monster", notable=True)
HEALED: Final = V.event("hero.healed", "health.maximum", "hero", "restored", "health", notable=True)
SHARED: Final = V.event("spell.shared", "spell.read-the-spell", "hero", "health", "other", "rest")
RAGES: Final = V.event("spell.rages", "spell.burning-rage", "hero")
RAGE_ENDS: Final = V.event("spell.rage-ends", "spell.burning-rage-end", "hero", notable=True)
BLESSED: Final = V.event("spell.blessed", "spell.read-the-spell", "hero", "spell")
SLOWED: Final = V.event("spell.slowed", "spell.read-the-spell", "monster", notable=True)
SWAPPED: Final = V.event("spell.swapped", "spell.read-the-spell", "hero", "other")
SWAPPED_MONSTER: Final = V.event("spell.swapped-monster", "spell.read-the-spell", "hero", "monster")
PULLED: Final = V.event("spell.pulled", "spell.read-the-spell", "monster", "squares", notable=True)
WENT_HOME: Final = V.event("spell.home", "spell.read-the-spell", "hero")
MONSTER_CAST: Final = V.event("monster.casts", "monster.spells", "monster", "spell", "hero")
HERO_RESISTED: Final = V.event("hero.resists", "monster.spell-resisted", "hero", "roll", "against", "successes")
HERO_TESTED: Final = V.event("hero.tests", "edition.resist-by-test", "hero", "faces", "successes")
HINDERED: Final = V.event("hero.hindered", "play.text-over-rule", "hero", notable=True)

SEARCHED_TRAPS: Final = V.event("search.traps", "search.traps", "hero", "found", notable=True)
SEARCHED_DOORS: Final = V.event("search.doors", "search.secret-doors", "hero", "found", notable=True)
SEARCHED: Final = V.event("search.treasure", "search.treasure-deck", "hero")
CANDLE_LIT: Final = V.event("spell.candle", "spell.read-the-spell", "found")
GOLD_FOUND: Final = V.event("search.gold", "search.treasure-placed", "hero", "gold", notable=True)
ITEM_FOUND: Final = V.event("search.item", "search.treasure-placed", "hero", "item", notable=True)
KEY_FOUND: Final = V.event("search.quest-item", "search.treasure-placed", "hero", "thing", notable=True)
CARD_DRAWN: Final = V.event("treasure.drawn", "treasure.after-draw", "hero", "card", notable=True)
DECK_EMPTY: Final = V.event("treasure.empty", "treasure.empty-deck", "hero")
HAZARD_AVOIDED: Final = V.event("treasure.avoided", "treasure.after-draw", "hero", "faces", notable=True)
WANDERED_IN: Final = V.event("wander.comes", "wander.place", "monster", notable=True)
NOBODY_CAME: Final = V.event("wander.nobody", "wander.place")

TRAP_SPRUNG: Final = V.event("trap.sprung", "trap.enter", "hero", "trap", notable=True)
TRAP_ATTACKED: Final = V.event("trap.attacks", "trap.full-effect", "hero", "roll", "against")
IN_PIT: Final = V.event("trap.in-pit", "trap.full-effect", "hero")
CLIMBED: Final = V.event("trap.climbed", "trap.full-effect", "hero")
SNARED: Final = V.event("trap.snared", "trap.full-effect", "hero", notable=True)
FREED: Final = V.event("trap.freed", "terrain.what", "hero", "other", "faces", notable=True)
NOT_FREED: Final = V.event("trap.not-freed", "terrain.what", "hero", "other", "faces", notable=True)
GOT_FREE: Final = V.event("trap.got-free", "terrain.what", "hero", "faces", notable=True)
STILL_SNARED: Final = V.event("trap.still-snared", "terrain.what", "hero", "faces", notable=True)
RUBBLE: Final = V.event("trap.rubble", "trap.full-effect")
BELL_RANG: Final = V.event("trap.bell-rang", "trap.full-effect")
DISARMED: Final = V.event("disarm.success", "disarm.success", "hero", "trap", "faces", notable=True)
DISARM_NOTHING: Final = V.event("disarm.nothing", "disarm.nothing", "hero", "trap", "faces", notable=True)
DISARM_FUMBLED: Final = V.event("disarm.triggered", "disarm.triggered", "hero", "trap", "faces", notable=True)
DIE_TURNED: Final = V.event("item.turned-die", "play.text-over-rule", "hero", "item")
WORKED: Final = V.event("device.worked", "terrain.device", "hero", "text", notable=True)
DEVICE_FAILED: Final = V.event("device.failed", "terrain.device", "hero", "faces", notable=True)
DRANK: Final = V.event("item.drunk", "turn.free-acts", "hero", "item")
WORN: Final = V.event("equip.worn", "equip.change", "hero", "item")
PUT_AWAY: Final = V.event("equip.put-away", "equip.change", "hero", "item")

TOOK_BODY: Final = V.event("body.taken", "body.retrieve", "hero", "other")
TOOK_CAPTIVE: Final = V.event("captive.taken", "quest.objective", "hero", "captive")
TOOK_THINGS: Final = V.event("body.things", "body.retrieve", "hero", "other")
TOOK_ITEM: Final = V.event("body.item", "body.retrieve", "hero", "item")
LAID_DOWN: Final = V.event("body.laid-down", "body.lay-down", "hero", "other")
LAID_CAPTIVE_DOWN: Final = V.event("captive.laid-down", "body.lay-down", "hero", "captive")

MONSTER_MOVED: Final = V.event("monster.moved", "monster.movement", "monster", "squares")
REGENERATED: Final = V.event("monster.regenerated", "monster.regenerates", "monster", "health")

OBJECTIVE_DONE: Final = V.event("quest.objective", "quest.objective", notable=True)
VOTED: Final = V.event("quest.vote", "fail.withdraw", "hero")
STAYS: Final = V.event("quest.stays", "fail.withdraw", "hero")
COMPLETE: Final = V.event("end.complete", "quest.complete", "round", notable=True)
WIPED: Final = V.event("end.all-dead", "fail.all-dead", "round", notable=True)
WITHDREW: Final = V.event("end.withdrew", "fail.withdraw", "round", notable=True)
TIME_UP: Final = V.event("end.time-up", "quest.round-limit", "round", notable=True)
NO_QUEST: Final = V.event("end.no-quest", "fail.cost", "round", notable=True)
ENDS: Final = (COMPLETE, WIPED, WITHDREW, TIME_UP, NO_QUEST)
RESULT: Final = V.event("fail.result", "fail.referee-decides", "result")
REWARDED: Final = V.event("quest.reward", "between.what", "hero", "gold")
BODY_OUT: Final = V.event("body.out", "body.lost-forever", "hero")
LOST_FOREVER: Final = V.event("body.lost", "body.lost-forever", "hero", notable=True)
BOUGHT_FREE: Final = V.event("fail.bought-free", "fail.ransom", "hero")

BOUGHT: Final = V.event("shop.bought", "shop.buy", "hero", "item", "gold")
SOLD: Final = V.event("shop.sold", "shop.sell", "hero", "item", "gold")
LEARNT: Final = V.event("improve.learnt", "improve.through-quests", "hero", "improvement")
GAVE_GOLD: Final = V.event("between.gave-gold", "between.trade", "hero", "other", "gold")
GAVE_ITEM: Final = V.event("between.gave-item", "between.trade", "hero", "other", "item")
DECLINED_GOLD: Final = V.event("between.declined-gold", "between.trade-consent", "hero", "other", "gold")
DECLINED_ITEM: Final = V.event("between.declined-item", "between.trade-consent", "hero", "other", "item")
SHARE_REFUSED: Final = V.event("raise.refused", "raise.vigil-offering", "hero", "other", "gold")
OWN_SHARE_REFUSED: Final = V.event("raise.refused-own", "raise.vigil-offering", "hero", "gold")
VIGIL: Final = V.event("raise.vigil", "raise.vigil-contest", "hero", "gold", "roll", "against")
RETURNED_WHOLE: Final = V.event("raise.whole", "raise.vigil-whole", "hero", notable=True)
RETURNED_MARKED: Final = V.event("raise.marked", "raise.vigil-marked", "hero", "health", notable=True)
BURIED: Final = V.event("raise.lost", "raise.vigil-lost", "hero", notable=True)
INHERITED: Final = V.event("gold.inherited", "gold.loot-and-savings", "hero", "gold", "other")
ITEM_INHERITED: Final = V.event("raise.inherited", "raise.vigil-lost", "hero", "item")
