"""What schemathesis leaves out: libraries that break their schema on purpose.

The readers forgive nearly everything, so no schema can tell what they refuse; the formats' own
tests hold that. Parameters and headers of the same operations are still broken on purpose.
"""

import schemathesis
from schemathesis.core.parameters import ParameterLocation


@schemathesis.hook
def filter_case(context, case):
    """Leave out a case whose body is a broken library."""
    broken = case.meta.components.get(ParameterLocation.BODY) if case.meta else None
    takes_library = case.media_type not in (None, "application/json")
    return not (takes_library and broken is not None and broken.mode.is_negative)
