"""How a visitor's hands play: what is clicked, typed and looked at on the pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tests.web.plans import Step

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST_TABS = 80
SHOWN = """(() => ({
    address: location.href,
    felt: window.felt.slice(-12),
    number: document.getElementById('table')?.dataset.number,
    asked: document.getElementById('question-text')?.textContent,
    focused: document.activeElement.id || document.activeElement.className,
    said: [...document.querySelectorAll('#notice, #live, #toast, dialog[open]')].map((one) => one.textContent.trim()),
}))()"""


def number_of(page: Page) -> int:
    """How many deeds the table on the page has."""
    return int(page.locator("#table").get_attribute("data-number") or -1)


def table_of(page: Page) -> str:
    """The id of the table on the page."""
    return urlsplit(page.url).path.split("/")[2]


def wait_for(page: Page, number: int) -> None:
    """Wait until the page shows the table at a number; if it never does, tell what it shows instead."""
    from playwright.sync_api import TimeoutError as Never

    try:
        page.locator(f'#table[data-number="{number}"]').wait_for()
    except Never:
        raise AssertionError(f"never at {number}, but {page.evaluate(SHOWN)}") from None


def open_game(page: Page, title: str, seed: str) -> None:
    """From the lobby to a table with a seed, by mouse."""
    page.goto("/")
    poster = page.locator(".poster-card").filter(has=page.get_by_role("heading", name=title))
    poster.get_by_text("Choose more").click()
    poster.get_by_label("Seed").fill(seed)
    poster.get_by_role("button", name="Play with these").click()
    page.wait_for_url("**/t/*")


def press(page: Page, option: str) -> None:
    """Click an option's button; where nothing speaks for it, what hides it is opened first."""
    button = page.locator(f"#choose-{option} button").first
    if not button.is_visible():
        page.locator(f".idle:has(#choose-{option}) summary").click()
    button.click()


def click_option(page: Page, step: Step) -> None:
    """Choose by the option's button, and wait for what comes of it."""
    number = number_of(page)
    press(page, step.option)
    wait_for(page, number + 1)


def play_on(page: Page, steps: Sequence[Step]) -> None:
    """Choose without looking, to come to a moment that a test is about; then the page shows it."""
    number, address = number_of(page), page.url
    page.goto("about:blank")  # or it would draw every choice
    for place, step in enumerate(steps, number):
        form: dict[str, str | float | bool] = {"seat": "0", "number": str(place), "option": step.option}
        answer = page.request.post(f"{address}/choose", form=form, max_redirects=0)
        assert answer.status == 303, answer.text()
    page.goto(address)
    wait_for(page, number + len(steps))


def click_target(page: Page, step: Step) -> None:
    """Choose by what the option acts on, where it is the only one to do so; else by its button."""
    place = page.locator(f'[data-targets="{step.target}"], .ring[data-choices="{step.option}"]')
    if not step.target or not step.alone or not place.count():
        return click_option(page, step)
    number = number_of(page)
    place.first.click()
    wait_for(page, number + 1)


def type_option(page: Page, step: Step) -> None:
    """Choose by typing the option's number; where there are more than nine the page waits for a second digit."""
    number = number_of(page)
    for digit in str(step.place):
        page.keyboard.press(digit)
    wait_for(page, number + 1)


def walk_to(page: Page, step: Step) -> bool:
    """Choose on the map with arrow keys, if the option's cell can be walked to; whether that was done."""
    number = number_of(page)
    page.keyboard.press("m")
    for _ in range(MOST_TABS):
        here = page.evaluate("document.activeElement.dataset.targets ?? ''")
        if here == step.target:
            page.keyboard.press("Enter")
            wait_for(page, number + 1)
            return True
        if not here or not arrow_towards(page, here, step.target):
            return False
    return False


def arrow_towards(page: Page, here: str, there: str) -> bool:
    """Press the arrow key that leads from one cell towards another; whether the cursor moved."""
    ends = [page.locator(f'.cell[data-targets="{key}"]') for key in (here, there)]
    east = int(ends[1].get_attribute("data-east") or 0) - int(ends[0].get_attribute("data-east") or 0)
    south = int(ends[1].get_attribute("data-south") or 0) - int(ends[0].get_attribute("data-south") or 0)
    if abs(east) >= abs(south):
        page.keyboard.press("ArrowRight" if east > 0 else "ArrowLeft")
    else:
        page.keyboard.press("ArrowDown" if south > 0 else "ArrowUp")
    return bool(page.evaluate("document.activeElement.dataset.targets ?? ''") != here)


def tab_to(page: Page, words: str) -> None:
    """Press Tab until what has the focus is called so."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if words in page.evaluate(FOCUSED):
            return
    raise AssertionError(f"Tab never comes to {words!r}")


FOCUSED = """(() => {
    const focused = document.activeElement;
    if (focused === document.body) return '';
    const labels = [...(focused.labels ?? [])].map((label) => label.textContent);
    return [focused.getAttribute('aria-label') ?? focused.textContent, ...labels].join(' ').trim();
})()"""


def questions_text(page: Page) -> str:
    """What is asked."""
    return page.locator("#question-text").inner_text()
