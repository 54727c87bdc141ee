"""The page for everyone: by keyboard, on a phone, without scripts, asking no one else."""

from __future__ import annotations

from pathlib import Path

import pytest

from page_driver import PHONE, WIDE, drop, find, keys, resize, wait

pytestmark = pytest.mark.slow


def test_a_card_can_be_worked_by_keyboard(page, library) -> None:
    drop(page, library)
    first, second, third = keys(page)[:3]
    find(page, ".pick input").send_keys("j")
    page.switch_to.active_element.send_keys("x")
    ticked = page.execute_script(
        "return [...document.querySelectorAll('.pick :checked')].map(b => b.value)"
    )
    page.switch_to.active_element.send_keys("d")
    wait(page, f"!document.getElementById('paper-{second}')")

    assert ticked == [second]
    assert keys(page)[:2] == [first, third]


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_nothing_stands_out_of_the_window(page, serving, size) -> None:
    resize(page, size)
    page.get(serving.url + "/example")
    page.execute_script("document.querySelectorAll('details').forEach(d => d.open = true)")
    page.execute_script("document.querySelector('.pick input').click()")

    width = page.execute_script("return document.documentElement.scrollWidth")
    assert width <= size[0]


def test_the_page_asks_no_one_else(page, library, serving) -> None:
    drop(page, library)
    asked = page.execute_script("return performance.getEntries().map(e => e.name)")

    addresses = [name for name in asked if "://" in name]
    assert addresses
    assert all(address.startswith(serving.url) for address in addresses)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/example", "/libraries/aaaaaaaaaaaaaaaa"])
def test_axe_finds_no_violation(page, serving, need, scheme, path) -> None:
    from importlib.util import find_spec

    found = find_spec("axe_core_python")
    need(found, "axe-core-python is not installed")
    page.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )
    page.get(serving.url + path)
    page.get_log("browser")
    page.execute_script("document.querySelectorAll('details').forEach(d => d.open = true)")
    page.execute_script("document.querySelector('.pick input')?.click()")
    axe = Path(found.origin).with_name("axe.min.js").read_text("utf-8")
    page.execute_script(axe)
    report = page.execute_async_script(
        "const done = arguments[0]; axe.run({resultTypes: ['violations']}).then(done)"
    )
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})

    told = [(v["id"], [n["html"][:120] for n in v["nodes"][:3]]) for v in report["violations"]]
    assert told == []


def test_the_page_works_without_scripts(serving, library) -> None:
    body = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="library.bib"\r\n\r\n'
        + library.read_bytes()
        + b'\r\n--x\r\nContent-Disposition: form-data; name="limit"\r\n\r\n7\r\n--x--\r\n'
    )

    got = serving.ask("POST", "/suggestions", body, Content_Type="multipart/form-data; boundary=x")

    assert got.status == 200
    assert got.body.count(b'<li class="card') == 7
