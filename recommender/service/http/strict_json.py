"""JSON from strangers, read strictly: what two readers could read differently is refused."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from recommender.errors import BadRequest
from recommender.text.display import escaped

MAX_DIGITS = 30
LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def loads(body: bytes) -> dict[str, Any]:
    """Return the object in a JSON body; everything else raises BadRequest."""
    try:
        value = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_unique,
            parse_constant=_refuse,
            parse_int=_integer,
            parse_float=_number,
        )
    except UnicodeDecodeError:
        raise BadRequest("The JSON must be UTF-8.") from None
    except RecursionError:
        raise BadRequest("The JSON is nested too deeply.") from None
    except json.JSONDecodeError as error:
        raise BadRequest(f"The JSON is broken at line {error.lineno}: {error.msg}.") from None
    if not isinstance(value, dict):
        raise BadRequest("The JSON must be an object: {…}.")
    if _has_surrogate(value):
        raise BadRequest("The JSON holds half a character (a lone surrogate).")
    return value


def dumps(value: object) -> str:
    """Return strict JSON: no NaN, no infinity."""
    return escaped(json.dumps(value, ensure_ascii=False, allow_nan=False))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadRequest("The JSON names a member twice.")
    return found


def _refuse(name: str) -> NoReturn:
    raise BadRequest(f"The JSON holds {name}, which is no JSON number.")


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise BadRequest(f"The JSON holds a number of more than {MAX_DIGITS} digits.")
    return int(digits)


def _number(digits: str) -> float:
    if len(digits) > 2 * MAX_DIGITS or abs(value := float(digits)) == float("inf"):
        raise BadRequest("The JSON holds a number that is too long or too large.")
    return value


def _has_surrogate(value: Any) -> bool:
    stack = [value]
    while stack:
        found = stack.pop()
        if isinstance(found, str) and LONE_SURROGATE.search(found):
            return True
        if isinstance(found, dict):
            stack += [*found, *found.values()]
        elif isinstance(found, list):
            stack += found
    return False
