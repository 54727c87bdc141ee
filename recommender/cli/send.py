"""`recommender send`: papers of a corpus into a running Zotero or JabRef."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from recommender.cli.options import corpus_option
from recommender.cli.setup import Setup
from recommender.errors import ManagerError
from recommender.managers.send import MANAGERS, send
from recommender.managers.sent import Sent
from recommender.managers.zotero import ADDRESS, Zotero, writing
from recommender.papers import Paper

KEY_FILE = "zotero-key"  # in the data folder: the consent that Zotero's user gave for good


@click.command("send")
@click.argument("manager", type=click.Choice(list(MANAGERS)))
@click.argument("keys", nargs=-1, required=True, metavar="KEY...")
@click.option("--collection", metavar="NAME", help="Zotero's collection, or JabRef's group.")
@click.option("--consent", is_flag=True, help="Zotero 10: ask there, keep keys and types.")
@click.option("--address", default="", metavar="URL", help="Where the manager listens.")
@corpus_option
@click.pass_obj
def command(
    setup: Setup,
    /,
    manager: str,
    keys: tuple[str, ...],
    corpus: tuple[str, ...],
    consent: bool,
    **place: Any,
) -> None:
    """Add papers of a corpus, by their keys, to what you have open in a manager."""
    if consent and manager != "zotero":
        raise click.UsageError("--consent is for Zotero only.")
    found = setup.corpus(*corpus)
    papers = [found.papers[found.number(key)] for key in keys]
    sent = _consented(setup, papers, **place) if consent else send(manager, papers, **place)
    _tell(setup, sent)


def _consented(setup: Setup, papers: list[Paper], *, address: str, collection: str | None) -> Sent:
    kept = setup.folder / KEY_FILE
    consent = writing.Consent(kept.read_text().strip() if kept.exists() else "")
    zotero = Zotero(address or ADDRESS)
    setup.say("Zotero may ask you in a window of its own: answer there.")
    sent = writing.add(zotero, papers, consent, collection)
    if consent.lasting:
        _keep(kept, consent.key)
    return sent


def _keep(path: Path, key: str) -> None:
    """Write the key so that only its owner can read it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(key + "\n")


def _tell(setup: Setup, sent: Sent) -> None:
    for warning in sent.warnings:
        setup.say(warning)
    for paper in sent.added:
        click.echo(f"added to {sent.place}: {paper.label}")
    for paper in sent.already:
        click.echo(f"already there: {paper.label}")
    for paper, why in sent.failed:
        setup.say(f"not added: {paper.label}: {why}")
    if sent.failed:
        raise ManagerError("Not every paper was added: send the others again.")
