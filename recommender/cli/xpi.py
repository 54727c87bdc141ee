"""`recommender zotero-plugin`: the plugin's folder as an .xpi, which is a zip."""

from __future__ import annotations

import hashlib
import json
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import click

from recommender.errors import BadRequest, UnreadableInput

FOLDER = Path(__file__).parents[2] / "adapters" / "zotero"  # in a checkout; in no wheel
LEFT_OUT = frozenset({".md", ".png"})  # for readers, not for Zotero
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # zip's first day: the same files give the same bytes


@click.command("zotero-plugin")
@click.argument("target", metavar="OUT.xpi", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--updates",
    metavar="URL",
    help="Where this release is served (https): goes into the plugin, and OUT.updates.json "
    "beside it tells Zotero of the new version.",
)
def command(target: Path, updates: str | None) -> None:
    """Zip the Zotero plugin into OUT.xpi, to be dropped on Zotero's plugin window."""
    if updates and not updates.startswith("https://"):
        raise BadRequest("Zotero takes updates from https addresses only: give one.")
    manifest = read_manifest(FOLDER)
    if updates:
        manifest["applications"]["zotero"]["update_url"] = f"{updates.rstrip('/')}/updates.json"
    target.write_bytes(packed := pack(FOLDER, manifest))
    click.echo(f"{target}: {manifest['name']} {manifest['version']}, {len(packed):,} bytes")
    if updates:
        beside = target.with_suffix(".updates.json")
        link = f"{updates.rstrip('/')}/{target.name}"
        beside.write_text(json.dumps(update_manifest(manifest, link, packed), indent=2) + "\n")
        click.echo(str(beside))


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the plugin's manifest; raises UnreadableInput where the folder is not there."""
    try:
        manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_bytes())
    except FileNotFoundError as error:
        raise UnreadableInput(
            "The plugin's files are not in this install: take the .xpi from the release, "
            "or run this in a checkout of the project."
        ) from error
    return manifest


def pack(folder: Path, manifest: dict[str, Any]) -> bytes:
    """Return the folder as a zip, the manifest first; equal input gives equal bytes."""
    files = sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix not in LEFT_OUT)
    whole = BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        _put(archive, "manifest.json", (json.dumps(manifest, indent=2) + "\n").encode())
        for path in files:
            name = path.relative_to(folder).as_posix()
            if name != "manifest.json":
                _put(archive, name, path.read_bytes())
    return whole.getvalue()


def update_manifest(manifest: dict[str, Any], link: str, packed: bytes) -> dict[str, Any]:
    """Return what Zotero reads at the update address: this version, where, and its checksum."""
    zotero = manifest["applications"]["zotero"]
    versions = {k: zotero[k] for k in ("strict_min_version", "strict_max_version")}
    update = {
        "version": manifest["version"],
        "update_link": link,
        "update_hash": f"sha256:{hashlib.sha256(packed).hexdigest()}",
        "applications": {"zotero": versions},
    }
    return {"addons": {zotero["id"]: {"updates": [update]}}}


def _put(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, LONG_AGO)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, content)
