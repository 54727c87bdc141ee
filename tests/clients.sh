#!/bin/sh
# Do the programs that people use read what we write?  Runs each one that is here on the seeds and
# on 200 made-up records, and says which were not found.  It installs nothing.
#
#   tests/clients.sh            PYTHON=... names another interpreter than the project's
set -u
cd "$(dirname "$0")/.." || exit 1
python=${PYTHON:-.venv/bin/python}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
HOME=$work/home        # JabRef and biber keep settings and caches there
BSTINPUTS=$work:${BSTINPUTS:-}
BIBINPUTS=$work:
export HOME BSTINPUTS BIBINPUTS
mkdir "$HOME"

"$python" tests/clients/records.py "$work" || exit 1

failed=0
say() { printf '%-8s %-28s %s\n' "$1" "$2" "$3"; }

try() {  # client, set, command...: run the command, then compare what it made
    client=$1 name=$2
    shift 2
    if (cd "$work" && "$@") >"$work/log" 2>&1 \
        && found=$("$python" tests/clients/compare.py "$work" "$client" "$name" 2>>"$work/log"); then
        say "$client" "$name" "$found"
    else
        say "$client" "$name" "FAILED"
        tail -n 15 "$work/log"
        failed=1
    fi
}

with_bibtex() {  # set, style
    printf '\\relax\n\\citation{*}\n\\bibstyle{%s}\n\\bibdata{%s}\n' "$2" "$1" >"$1.aux"
    bibtex "$1.aux"
}

with_jabref() {  # file, format, output, its format
    rm -f "$3" && timeout 120 jabref --nogui --import "$1,$2" --output "$3$4" && test -s "$3"
}

here() { command -v "$1" >/dev/null 2>&1 || { say "$1" "-" "not found"; return 1; }; }

for set in seeds generated; do
    try pybtex "$set" true
done
if here bibtex; then
    cp tests/clients/*.bst "$work"
    for set in seeds generated; do try bibtex "$set" with_bibtex "$set" fields; done
    if (cd "$work" && kpsewhich plain.bst) >/dev/null 2>&1; then
        for set in seeds generated; do try plain.bst "$set" with_bibtex "$set" plain; done
    else
        say plain.bst - "not found"
    fi
fi
if here biber; then
    for set in seeds generated; do
        try biber "$set" biber --tool -O "$set.out" "$set.bib"
        try biber "$set-biblatex" \
            biber --tool --validate-datamodel -O "$set-biblatex.out" "$set-biblatex.bib"
    done
fi
if here pandoc; then
    for set in seeds generated; do
        try pandoc "$set" pandoc -f bibtex -t csljson -o "$set.csl" "$set.bib"
        try pandoc "$set-biblatex" \
            pandoc -f biblatex -t csljson -o "$set-biblatex.csl" "$set-biblatex.bib"
        try pandoc "$set-json" pandoc -f csljson -t csljson -o "$set-json.csl" "$set.json"
    done
fi
if here jabref; then
    for set in seeds generated; do
        try jabref "$set" with_jabref "$set.bib" bibtex "$set.xml" ,bibtexml
        try jabref "$set-ris" with_jabref "$set.ris" ris "$set-ris.xml" ""
    done
fi
exit $failed
