"""What TeX commands stand for: accents, letters, symbols; and which have arguments to leave out."""

from __future__ import annotations

ACCENTS = {  # command -> (combining mark, what it prints over nothing)
    "`": ("\u0300", "`"),
    "'": ("\u0301", "'"),
    "^": ("\u0302", "^"),
    "~": ("\u0303", "~"),
    "=": ("\u0304", ""),
    "u": ("\u0306", ""),
    ".": ("\u0307", ""),
    '"': ("\u0308", '"'),
    "h": ("\u0309", ""),
    "r": ("\u030a", ""),
    "H": ("\u030b", ""),
    "v": ("\u030c", ""),
    "G": ("\u030f", ""),
    "U": ("\u030e", ""),
    "d": ("\u0323", ""),
    "c": ("\u0327", ""),
    "k": ("\u0328", ""),
    "b": ("\u0331", ""),
    "t": ("\u0361", ""),
    # the same in formulas
    "grave": ("\u0300", ""),
    "acute": ("\u0301", ""),
    "hat": ("\u0302", "^"),
    "widehat": ("\u0302", ""),
    "tilde": ("\u0303", "~"),
    "widetilde": ("\u0303", ""),
    "bar": ("\u0304", ""),
    "breve": ("\u0306", ""),
    "dot": ("\u0307", ""),
    "ddot": ("\u0308", ""),
    "mathring": ("\u030a", ""),
    "check": ("\u030c", ""),
    "vec": ("\u20d7", ""),
    "textcommabelow": ("\u0326", ""),
    "not": ("\u0338", ""),  # struck through
}

LETTERS = {
    **{"ss": "ß", "SS": "SS", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ"},
    **{"oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð"},
    **{"th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ", "ij": "ĳ", "IJ": "Ĳ"},
    **{"imath": "ı", "jmath": "ȷ", "oldstylenums": "", "cyrchar": ""},
}

ESCAPED = {c: c for c in "&%$#_{}"}
ESCAPED |= dict.fromkeys(",;: >\n\t\r\\", " ") | dict.fromkeys("-/!@*", "")
ESCAPED["|"] = "‖"

GREEK = {
    **{"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ"},
    **{"eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν"},
    **{"xi": "ξ", "omicron": "ο", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ"},
    **{"upsilon": "υ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "varepsilon": "ε"},
    **{"vartheta": "ϑ", "varpi": "ϖ", "varrho": "ϱ", "varsigma": "ς", "varphi": "φ"},
    **{"Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π"},
    **{"Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "ell": "ℓ"},
    **{"hbar": "ℏ", "partial": "∂", "nabla": "∇", "aleph": "ℵ"},
}
GREEK |= {f"var{name}": c for name, c in GREEK.items() if name[0].isupper()}
GREEK |= {f"{form}{name}": c for name, c in GREEK.items() for form in ("text", "up")}

SYMBOLS = {
    **{
        "textendash": "–",
        "textemdash": "—",
        "Dash": "—",
        "dash": "–",
        "textquoteleft": "‘",
        "textquoteright": "’",
    },
    **{"textquotedblleft": "“", "textquotedblright": "”", "textquotesingle": "'"},
    **{"textquotedbl": '"', "quotedblbase": "„", "quotesinglbase": "‚", "glqq": "„", "grqq": "“"},
    **{"guillemotleft": "«", "guillemotright": "»", "guilsinglleft": "‹", "guilsinglright": "›"},
    **{"flqq": "«", "frqq": "»", "lq": "‘", "rq": "’", "textbackslash": "\\", "textless": "<"},
    **{"textgreater": ">", "textbar": "|", "textasciitilde": "~", "textasciicircum": "^"},
    **{"textunderscore": "_", "textdollar": "$", "textbraceleft": "{", "textbraceright": "}"},
    **{"lbrace": "{", "rbrace": "}", "textasciigrave": "`", "textasteriskcentered": "*"},
    **{"textdegree": "°", "textcelsius": "℃", "degree": "°", "micro": "µ"},
    **{"textregistered": "®", "texttrademark": "™", "textcopyright": "©", "copyright": "©"},
    **{"pounds": "£", "textsterling": "£", "euro": "€", "texteuro": "€", "textyen": "¥"},
    **{"textcent": "¢", "S": "§", "P": "¶", "textsection": "§", "textparagraph": "¶"},
    **{"dag": "†", "ddag": "‡", "dagger": "†", "ddagger": "‡", "textdagger": "†"},
    **{"ldots": "…", "dots": "…", "textellipsis": "…", "cdots": "⋯", "dotsc": "…", "dotsb": "…"},
    **{"textbullet": "•", "bullet": "•", "textperiodcentered": "·", "cdot": "·", "textpm": "±"},
    **{"textonehalf": "½", "textonequarter": "¼", "textthreequarters": "¾", "texttimes": "×"},
    **{"textordfeminine": "ª", "textordmasculine": "º", "textexclamdown": "¡"},
    **{"textquestiondown": "¿", "textnumero": "№", "textperthousand": "‰", "slash": "/"},
    **{"times": "×", "div": "÷", "pm": "±", "mp": "∓", "ast": "*", "star": "⋆", "circ": "∘"},
    **{"leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "ll": "≪", "gg": "≫"},
    **{"lt": "<", "gt": ">", "leqslant": "≤", "geqslant": "≥", "lesssim": "≲", "gtrsim": "≳"},
    **{"approx": "≈", "sim": "∼", "simeq": "≃", "equiv": "≡", "cong": "≅", "propto": "∝"},
    **{"infty": "∞", "sum": "∑", "prod": "∏", "int": "∫", "in": "∈", "notin": "∉", "ni": "∋"},
    **{"subset": "⊂", "subseteq": "⊆", "supset": "⊃", "cup": "∪", "cap": "∩", "emptyset": "∅"},
    **{"varnothing": "∅", "setminus": "∖", "forall": "∀", "exists": "∃", "neg": "¬", "lnot": "¬"},
    **{"land": "∧", "wedge": "∧", "lor": "∨", "vee": "∨", "oplus": "⊕", "otimes": "⊗"},
    **{"to": "→", "rightarrow": "→", "leftarrow": "←", "leftrightarrow": "↔", "mapsto": "↦"},
    **{"Rightarrow": "⇒", "Leftarrow": "⇐", "Leftrightarrow": "⇔", "implies": "⇒", "iff": "⇔"},
    **{"longrightarrow": "→", "uparrow": "↑", "downarrow": "↓", "textrightarrow": "→"},
    **{"prime": "′", "perp": "⊥", "parallel": "∥", "mid": "|", "vert": "|", "Vert": "‖"},
    **{"langle": "⟨", "rangle": "⟩", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉"},
    **{"top": "⊤", "bot": "⊥", "vdash": "⊢", "models": "⊨", "angle": "∠", "triangle": "△"},
    **{"square": "□", "Box": "□", "checkmark": "✓", "sharp": "♯", "flat": "♭", "natural": "♮"},
    **{"heartsuit": "♥", "colon": ":", "backslash": "\\", "Re": "ℜ", "Im": "ℑ", "wp": "℘"},
    **{"And": "&", "quad": " ", "qquad": " ", "space": " ", "par": " ", "newline": " "},
    **{"hyphen": "-", "hyp": "-", "texthyphen": "-", "nbhyphen": "-", "textminus": "−"},
    **{"Diamond": "◇", "lozenge": "◊", "ud": " "},  # the last of repositories: a line break
    **{"linebreak": " ", "item": " ", "nobreakspace": " ", "enspace": " ", "thinspace": " "},
}

_FUNCTIONS = (
    "log ln exp sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth det dim ker deg"
    " gcd hom inf sup lim liminf limsup max min arg Pr"
)
NAMES = {
    **{"TeX": "TeX", "LaTeX": "LaTeX", "LaTeXe": "LaTeX2e", "BibTeX": "BibTeX", "XeTeX": "XeTeX"},
    **{"BibLaTeX": "BibLaTeX", "LuaTeX": "LuaTeX", "XeLaTeX": "XeLaTeX", "ConTeXt": "ConTeXt"},
    **{"pdfTeX": "pdfTeX", "pdfLaTeX": "pdfLaTeX", "AmS": "AMS", "AmSTeX": "AMSTeX"},
    **{"psq": " f.", "psqq": " ff."},  # biblatex: and the page, the pages that follow
    **{"etal": "et al.", "eg": "e.g.", "ie": "i.e.", "etc": "etc."},
    **{"MF": "METAFONT", "eTeX": "eTeX", "LuaLaTeX": "LuaLaTeX", "PiCTeX": "PiCTeX"},
    **{word: word for word in _FUNCTIONS.split()},
    **{"argmax": "argmax", "argmin": "argmin", "bmod": "mod", "mod": "mod", "lg": "lg"},
}

# Switches and spacing: nothing is printed, and the blank behind them ends their name.
_SILENT = (
    "relax protect rm it bf em sc tt sl sf cal upshape itshape slshape scshape bfseries mdseries"
    " ttfamily rmfamily sffamily normalfont normalsize small footnotesize scriptsize tiny large"
    " Large LARGE huge Huge noindent allowbreak nobreak break xspace centering left right big Big"
    " bigl bigr Bigl Bigr bigg Bigg biggl biggr Biggl Biggr limits nolimits displaystyle textstyle"
    " boldmath unboldmath leavevmode ignorespaces selectfont null mathstrut strut frenchspacing"
    " nocorr hfill hfil bgroup egroup begingroup endgroup sloppy sortnoop unskip smallskip medskip"
    " bigskip newpage clearpage raggedright raggedleft indent normalcolor cyr cyrillic slshape"
    " textup scriptstyle scriptscriptstyle hfuzz vfill medspace negthinspace nonumber"
    " nobreakdash"
)
SILENT = frozenset(_SILENT.split())

# How many arguments of a command are not for the reader; what follows them is.
HIDDEN_ARGUMENTS = {
    **{"noopsort": 1, "NOOP": 1, "noop": 1, "SortNoop": 1, "sortkey": 1, "hspace": 1, "vspace": 1},
    **{"label": 1, "cite": 1, "citep": 1, "citet": 1, "ref": 1, "footnote": 1, "thanks": 1},
    **{"index": 1, "textcolor": 1, "color": 1, "foreignlanguage": 1, "selectlanguage": 1},
    **{"href": 1, "hyperref": 0, "raisebox": 1, "colorbox": 1, "scalebox": 1, "rotatebox": 1},
    **{"begin": 1, "end": 1, "kern": 0, "fontsize": 2, "fontencoding": 1, "fontfamily": 1},
    **{"footnotemark": 0, "bibinfo": 1, "texorpdfstring": 1, "parbox": 1, "resizebox": 2},
    **{"phantom": 1, "hphantom": 1, "vphantom": 1},
    **{"documentclass": 1, "usepackage": 1, "setlength": 2},  # of publishers' formulas
}
PHANTOMS = frozenset({"phantom", "hphantom", "vphantom"})  # their argument may be a bare sign

MATHBB = dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True))
SUPERSCRIPTS = dict(zip("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ", strict=True))
RAISED_LETTERS = dict(zip("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True))
SUBSCRIPTS = dict(zip("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎", strict=True))
