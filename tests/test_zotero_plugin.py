"""The Zotero plugin's files: manifest, zip, strings, preferences; and its own tests under Node."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from recommender.cli import xpi
from recommender.errors import BadRequest, UnreadableInput

ROOT = Path(__file__).parents[1]
PLUGIN = ROOT / "adapters" / "zotero"
LOCALES = ("en-US", "de", "fr", "zh-CN")
# What Zotero wants of a message: a plain value in a section header replaces its content.
SHAPES = {
    "recommender-section": "label",
    "recommender-sidenav": "tooltiptext",
    "recommender-menu": "label",
    "recommender-pref-check": "label",
}
CHOSEN = (
    "strength-strong",
    "strength-fair",
    "strength-weak",
    "strength-far",
    "down",
    "foreign",
    "address",
    "token",
)


def messages(locale: str) -> dict[str, str]:
    """Return the messages of one language: id -> all that follows it."""
    text = (PLUGIN / "locale" / locale / "bib-recommender.ftl").read_text()
    parts = re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)
    return {p.split(" =", 1)[0]: p.split(" =", 1)[1].rstrip() for p in parts if p.strip()}


def arguments(message: str) -> set[str]:
    """Return the variables that a message names."""
    return set(re.findall(r"\{ \$(\w+)", message))


def sources(*suffixes: str) -> str:
    """Return the text of all files of those kinds."""
    return "\n".join(p.read_text() for p in sorted(PLUGIN.rglob("*")) if p.suffix in suffixes)


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """Build the plugin as a user does."""
    target = tmp_path / "plugin.xpi"
    CliRunner().invoke(xpi.command, [str(target)], catch_exceptions=False)
    return target


def test_the_manifest_has_what_the_add_on_manager_demands() -> None:
    manifest = xpi.read_manifest(PLUGIN)
    zotero = manifest["applications"]["zotero"]

    assert manifest["manifest_version"] == 2
    assert set(manifest["applications"]) == {"zotero"}
    assert re.fullmatch(r"[a-z-]+@[a-z-]+\.[a-z.]+", zotero["id"])
    assert zotero["update_url"].startswith("https://")
    assert (zotero["strict_min_version"], zotero["strict_max_version"]) == ("7.0", "10.0.*")


def test_the_manifest_carries_the_version_of_the_project() -> None:
    project = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)

    assert project is not None
    assert xpi.read_manifest(PLUGIN)["version"] == project[1]


def test_the_zip_holds_every_file_at_its_root_and_no_reading_matter(built: Path) -> None:
    names = zipfile.ZipFile(built).namelist()

    assert names[0] == "manifest.json"
    assert {"bootstrap.js", "prefs.js", "content/dialog.xhtml"} <= set(names)
    assert {f"locale/{locale}/bib-recommender.ftl" for locale in LOCALES} <= set(names)
    assert not [n for n in names if n.endswith((".md", ".png"))]
    assert zipfile.ZipFile(built).testzip() is None


def test_the_same_files_give_the_same_zip(built: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.xpi"
    CliRunner().invoke(xpi.command, [str(again)], catch_exceptions=False)

    assert again.read_bytes() == built.read_bytes()


def test_every_file_that_the_bootstrap_loads_is_in_the_zip(built: Path) -> None:
    names = zipfile.ZipFile(built).namelist()
    listed = re.search(r"FILES = \[(.*?)\]", (PLUGIN / "bootstrap.js").read_text(), re.DOTALL)

    assert listed is not None
    assert {f"content/{name}.js" for name in re.findall(r'"(\w+)"', listed[1])} <= set(names)


def test_a_release_names_its_update_address_and_checksum(tmp_path: Path) -> None:
    target = tmp_path / "plugin.xpi"
    CliRunner().invoke(
        xpi.command, [str(target), "--updates", "https://papers.example/z"], catch_exceptions=False
    )
    manifest = json.loads(zipfile.ZipFile(target).read("manifest.json"))
    updates = json.loads((tmp_path / "plugin.updates.json").read_text())
    (update,) = updates["addons"][manifest["applications"]["zotero"]["id"]]["updates"]

    assert (
        manifest["applications"]["zotero"]["update_url"] == "https://papers.example/z/updates.json"
    )
    assert update["update_link"] == "https://papers.example/z/plugin.xpi"
    assert re.fullmatch(r"sha256:[0-9a-f]{64}", update["update_hash"])


def test_a_plain_http_update_address_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="https"):
        CliRunner().invoke(
            xpi.command,
            [str(tmp_path / "p.xpi"), "--updates", "http://papers.example"],
            catch_exceptions=False,
        )


def test_an_install_without_the_plugin_says_where_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="release"):
        xpi.read_manifest(tmp_path)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language_has_the_same_messages_with_the_same_arguments(locale: str) -> None:
    english, other = messages("en-US"), messages(locale)

    assert list(other) == list(english)
    assert {k: arguments(v) - {"count"} for k, v in other.items()} == {
        k: arguments(v) - {"count"} for k, v in english.items()
    }


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", SHAPES)
def test_messages_of_zoteros_own_parts_have_an_attribute_only(locale: str, name: str) -> None:
    message = messages(locale)[name]

    assert re.match(rf"\n    \.{SHAPES[name]} =\s+\S", message)


def test_every_message_is_used_and_every_message_used_is_there() -> None:
    code = sources(".js", ".xhtml")
    calls = r"(?:say|tell|busy|have|sayText|setAttributes)\((?:[^()]|\([^()]*\))*?"
    before = rf"(?:{calls}| : |l10nID: |L10N = |l10n-id=)"
    used = set(re.findall(rf'{before}"(recommender-[a-z0-9-]+)"', code))
    buttons = {f"recommender-{a}" for a in re.findall(r'this\.button\("(\w+)"', code)}
    chosen = {f"recommender-{name}" for name in CHOSEN}  # by what failed, by how strong

    assert used | buttons | chosen == set(messages("en-US"))


def test_every_setting_that_is_read_has_a_default() -> None:
    defaults = set(re.findall(r'bibRecommender\.(\w+)"', (PLUGIN / "prefs.js").read_text()))
    read = set(re.findall(r'(?:(?<!Prefs)\.get|_text)\("(\w+)"\)', sources(".js")))
    bound = set(
        re.findall(r'preference="extensions\.zotero\.bibRecommender\.(\w+)"', sources(".xhtml"))
    )

    assert read | bound <= defaults


def test_no_script_or_handler_stands_in_the_pages() -> None:
    pages = sources(".xhtml")

    assert not re.search(r"<script(?![^>]*src=)|\son\w+=", pages)


def test_the_plugin_builds_no_html_from_text() -> None:
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", sources(".js")
    )


@pytest.mark.parametrize("tests", ["plugin", "list", "answers", "selection", "faults", "names"])
def test_the_plugin_behaves_in_a_fake_zotero(
    tests: str, need: Callable[[object, str], None]
) -> None:
    need(shutil.which("node"), "node is not installed")
    parser = ROOT / "tests" / "zotero" / "node_modules" / "typescript"
    need(tests != "names" or parser.exists(), "run npm install --prefix tests/zotero")
    ran = subprocess.run(
        ["node", "--test", f"tests/zotero/{tests}.test.js"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert ran.returncode == 0, ran.stdout[-4000:]


def test_the_plugin_fits_the_types_of_zotero(need: Callable[[object, str], None]) -> None:
    compiler = ROOT / "tests" / "zotero" / "node_modules" / ".bin" / "tsc"
    need(compiler.exists(), "zotero-types is not installed: npm install --prefix tests/zotero")
    ran = subprocess.run(
        [str(compiler), "-p", "."],
        cwd=ROOT / "tests" / "zotero",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert ran.returncode == 0, ran.stdout
