"""What is printed has nothing that a terminal obeys; what is written as JSON says the same."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from recommender.text.display import escaped

CONTROLS = {chr(code) for code in (*range(32), *range(0x7F, 0xA0))}


@given(st.text(st.one_of(st.sampled_from(sorted(CONTROLS)), st.characters(codec="utf-8"))))
def test_json_has_no_raw_control_and_says_the_same(text: str) -> None:
    written = escaped(json.dumps({text: text}, ensure_ascii=False))

    assert not CONTROLS & set(written)
    assert json.loads(written) == {text: text}
