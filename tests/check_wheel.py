"""Check what a wheel installs: one import name, the seeds inside it, no adapter."""

import sys
import zipfile
from pathlib import PurePosixPath


def main(wheel: str) -> None:
    """Exit with a sentence where the wheel holds too much or too little."""
    names = [PurePosixPath(name) for name in zipfile.ZipFile(wheel).namelist()]
    tops = {name.parts[0] for name in names if not name.parts[0].endswith(".dist-info")}
    if tops != {"recommender"}:
        sys.exit(f"the wheel installs more than the package: {sorted(tops)}")
    seeds = {name.name for name in names if name.parts[:2] == ("recommender", "seeds")}
    missing = {"iclr-2025.bib", "icml-2025.bib", "library.bib"} - seeds
    if missing:
        sys.exit(f"the wheel lacks the seeds {sorted(missing)}")


main(sys.argv[1])
