"""What a person does with the page, in a real browser."""

from __future__ import annotations

import time
from pathlib import Path

WIDE, PHONE = (1280, 1000), (390, 844)


def resize(browser, size) -> None:
    width, height = size
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def find(browser, css):
    return browser.find_element("css selector", css)


def every(browser, css):
    browser.implicitly_wait(0)
    found = browser.find_elements("css selector", css)
    browser.implicitly_wait(5)
    return found


def wait(browser, condition):
    """Wait until a condition of the page's own becomes true."""
    for _ in range(100):
        if found := browser.execute_script(f"return {condition}"):
            return found
        time.sleep(0.05)
    raise AssertionError(f"never true: {condition}")


def keys(browser) -> list[str]:
    return browser.execute_script(
        "return [...document.querySelectorAll('.card')].map(c => c.dataset.key)"
    )


def drop(browser, path: Path) -> None:
    find(browser, "#file").send_keys(str(path))
    find(browser, ".card")


def change(browser, css: str, value: str) -> None:
    """Change a filter and wait for the list that follows."""
    browser.execute_script("document.querySelector('main').dataset.old = 'yes'")
    browser.execute_script(
        "const it = document.querySelector(arguments[0]); it.value = arguments[1];"
        "it.dispatchEvent(new Event('change', {bubbles: true}))",
        css,
        value,
    )
    wait(browser, "!document.querySelector('main').dataset.old")
