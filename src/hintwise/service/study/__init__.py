"""Studies on the web: `participations` for those who take part, `research` for those who run one.

Both answer with plain documents; the routes are in `service.api`.
"""
