"""HTTP itself: routes, access, parameters, bodies, answers, the OpenAPI document."""
