from .v1 import Base as _B
class Base(_B):
    DEPRECATED = not False
    EXPERIMENTAL = bool(1)
NODES = dict([(Base.__name__, Base)])
