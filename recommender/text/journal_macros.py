"""Journals by the commands of the American Astronomical Society's AASTeX, which ADS writes."""

from __future__ import annotations

JOURNALS = {
    **{"aj": "Astronomical Journal", "actaa": "Acta Astronomica", "apj": "Astrophysical Journal"},
    **{
        "araa": "Annual Review of Astronomy and Astrophysics",
        "apss": "Astrophysics and Space Science",
    },
    **{"apjl": "Astrophysical Journal Letters", "apjlett": "Astrophysical Journal Letters"},
    **{"apjs": "Astrophysical Journal Supplement Series", "ao": "Applied Optics"},
    **{"apjsupp": "Astrophysical Journal Supplement Series", "aap": "Astronomy and Astrophysics"},
    **{"aapr": "Astronomy and Astrophysics Review", "azh": "Astronomicheskii Zhurnal"},
    **{"aaps": "Astronomy and Astrophysics Supplement Series", "icarus": "Icarus"},
    **{"baas": "Bulletin of the American Astronomical Society", "nat": "Nature"},
    **{"bain": "Bulletin of the Astronomical Institutes of the Netherlands"},
    **{
        "jcap": "Journal of Cosmology and Astroparticle Physics",
        "maps": "Meteoritics and Planetary Science",
    },
    **{"jrasc": "Journal of the Royal Astronomical Society of Canada", "na": "New Astronomy"},
    **{
        "mnras": "Monthly Notices of the Royal Astronomical Society",
        "nar": "New Astronomy Reviews",
    },
    **{"memras": "Memoirs of the Royal Astronomical Society", "zap": "Zeitschrift für Astrophysik"},
    **{f"pr{c}": f"Physical Review {c.upper()}" for c in "abcde"},
    **{
        "prl": "Physical Review Letters",
        "physrep": "Physics Reports",
        "physscr": "Physica Scripta",
    },
    **{
        "pasa": "Publications of the Astronomical Society of Australia",
        "skytel": "Sky and Telescope",
    },
    **{
        "pasp": "Publications of the Astronomical Society of the Pacific",
        "ssr": "Space Science Reviews",
    },
    **{"pasj": "Publications of the Astronomical Society of Japan", "solphys": "Solar Physics"},
    **{
        "qjras": "Quarterly Journal of the Royal Astronomical Society",
        "sovast": "Soviet Astronomy",
    },
    **{
        "iaucirc": "IAU Circulars",
        "aplett": "Astrophysical Letters",
        "grl": "Geophysical Research Letters",
    },
    **{"gca": "Geochimica et Cosmochimica Acta", "jcp": "Journal of Chemical Physics"},
    **{"jgr": "Journal of Geophysical Research", "planss": "Planetary and Space Science"},
    **{"jqsrt": "Journal of Quantitative Spectroscopy and Radiative Transfer"},
    **{"memsai": "Memorie della Società Astronomica Italiana", "nphysa": "Nuclear Physics A"},
    **{"procspie": "Proceedings of the SPIE", "psj": "Planetary Science Journal"},
    **{"rmxaa": "Revista Mexicana de Astronomía y Astrofísica"},
}
