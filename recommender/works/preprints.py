"""Preprint servers: by the DOIs that they give, and by the names under which papers are kept there.

The registrants are those of PREreview's list (PreprintId.ts of PREreview/prereview.org, August
2026), of OSF's own services (settings of CenterForOpenScience/osf.io), and of Crossref's members
with posted content. Registrants that publish other works too are told apart by what follows.
"""

from __future__ import annotations

import re

SERVERS = {  # DOI registrant, or registrant and what its preprints begin with -> server
    "10.1101/0-9": "bioRxiv and medRxiv until December 2025; journals have letters there",
    "10.64898/": "bioRxiv and medRxiv (openRxiv) since December 2025",
    "10.48550/": "arXiv",
    "10.2139/ssrn": "SSRN",
    "10.3386/w": "NBER working papers",
    "10.3386/t": "NBER technical working papers",
    "10.21203/": "Research Square",
    "10.20944/preprints": "Preprints.org",
    "10.26434/": "ChemRxiv",
    "10.33774/": "Cambridge Open Engage",
    "10.22541/": "Authorea, and ESS Open Archive there",
    "10.1002/essoar": "ESS Open Archive until 2022",
    "10.36227/techrxiv": "TechRxiv",
    "10.7287/peerj.preprints": "PeerJ Preprints",
    "10.2196/preprints": "JMIR Preprints",
    "10.1590/scielopreprints": "SciELO Preprints",
    "10.12688/verixiv": "VeriXiv",
    "10.14293/pr2199": "ScienceOpen Preprints",
    "10.14293/s2199-1006.1.sor-pp": "ScienceOpen Preprints until 2023",
    "10.23668/psycharchives": "PsychArchives",
    "10.51094/jxiv": "Jxiv",
    "10.12074/": "ChinaXiv",
    "10.21467/preprints": "AIJR Preprints",
    "10.21070/ups": "UMSIDA Preprints",
    "10.3897/arphapreprints": "ARPHA Preprints",
    "10.3762/bxiv": "Beilstein Archives",
    "10.32388/": "Qeios",
    "10.31124/advance": "Advance",
    "10.55458/neurolibre": "NeuroLibre",
    "10.57844/arcadia": "Arcadia Science",
    "10.60763/africarxiv": "AfricArXiv",
    "10.62329/": "Curvenote",
    "10.1149/osf.io": "ECSarXiv",
    "10.31219/": "OSF Preprints",
    "10.31220/": "agriRxiv",
    "10.31221/": "Arabixiv",
    "10.31222/": "MetaArXiv",
    "10.31223/": "EarthArXiv",
    "10.31224/": "engrXiv",
    "10.31225/": "FocUS Archive",
    "10.31226/": "Frenxiv",
    "10.31227/": "INA-Rxiv",
    "10.31228/": "LawArXiv",
    "10.31229/": "LIS Scholarship Archive",
    "10.31230/": "MarXiv",
    "10.31231/": "MindRxiv",
    "10.31232/": "NutriXiv",
    "10.31233/": "PaleorXiv",
    "10.31234/": "PsyArXiv",
    "10.31235/": "SocArXiv",
    "10.31236/": "SportRxiv",
    "10.31237/": "Thesis Commons",
    "10.31730/": "AfricArXiv on OSF",
    "10.32942/": "EcoEvoRxiv",
    "10.33767/": "MediArXiv",
    "10.34055/": "BodoArXiv",
    "10.35542/": "EdArXiv",
    "10.35543/": "IndiaRxiv",
    "10.37044/": "BioHackrXiv",
    "10.1596/1813-9450": "World Bank policy research working papers",
    "10.17016/feds": "Federal Reserve working papers",
    "10.17016/ifdp": "Federal Reserve international finance papers",
    "10.21034/": "Federal Reserve Bank of Minneapolis reports",
}
# Copernicus: acp-2019-12, egusphere-2022-1, and acpd-9-1-2009 until 2015; of the journals whose own
# name ends in d (essd, gmd, esd) only what has one d more.
_COPERNICUS = re.compile(r"10\.5194/(?:[a-z]+-20\d\d-\d+|(?!(?:essd|gmd|esd)-)[a-z]+d-\d+-\d+-\d)")
_BY_DOI = re.compile(
    "|".join(
        re.escape(start).replace("0\\-9", "[0-9]") if start.endswith("0-9") else re.escape(start)
        for start in SERVERS
    )
)
# Archives that hold everything: what is there is published elsewhere, or not.
_ANY_WORK = re.compile(r"10\.(?:5281|6084|17605|13140|17863|17615|7916)/")
# What a version ends in, of works that have one DOI a version: v2, _v1, /v3, and eLife's and
# F1000's numbers.
_VERSION = re.compile(r"(?:[./_-]?v\d{1,2})(?:\.(?:full|abstract|article)\S*)?$")
_NUMBERED = re.compile(
    r"(10\.(?:7554/elife\.\d+|12688/[a-z0-9]+\.\d+|15252/\S+?\.\d{3,}))\.\d{1,2}(?:\.sa\d+)?$"
)
_NAMES = re.compile(
    r"\b(?:[a-z-]*[ar]xiv|jxiv|vixra|corr(?!\.)|ssrn|preprints?|e-?prints?|research square|"
    r"working[ -]papers?|discussion[ -]papers?|national bureau of economic research|nber|"
    r"mpra papers?|repec|authorea|essoar|ess open archive|osf|zenodo|figshare|researchgate|qeios|"
    r"thesis commons|cambridge open engage|hal (?:open science|archives)|"
    r"submitted to|(?:under|in) review)\b",
    re.IGNORECASE,
)

_WHOLE_NAMES = re.compile(  # of words that other venues have in their names too
    r"\s*(?:hal|eccc|electronic colloquium on computational complexity|optimization online"
    r"|research papers in economics|cold spring harbor laboratory(?: press)?)\W*",
    re.IGNORECASE,
)


def is_preprint_doi(doi: str) -> bool:
    """Return whether a preprint server gave a DOI."""
    return _BY_DOI.match(doi) is not None or _COPERNICUS.match(doi) is not None


def is_archive_doi(doi: str) -> bool:
    """Return whether an archive gave a DOI that holds published and unpublished works alike."""
    return _ANY_WORK.match(doi) is not None


def is_preprint_venue(venue: str) -> bool:
    """Return whether a venue is a preprint server, or says that a work is not published yet."""
    return _NAMES.search(venue) is not None or _WHOLE_NAMES.fullmatch(venue) is not None


def without_version(doi: str) -> str:
    """Return the DOI of a work whose versions have one each."""
    if numbered := _NUMBERED.match(doi):
        return numbered[1]
    return _VERSION.sub("", doi) if is_preprint_doi(doi) else doi
