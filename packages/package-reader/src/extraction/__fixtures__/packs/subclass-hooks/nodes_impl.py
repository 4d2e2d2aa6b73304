from .base import Node, MetaNode
class Plain(Node):
    RETURN_TYPES = ('INT',)
class Keyed(Node, key='Keyed / one'):
    pass
class M1(MetaNode):
    FUNCTION = 'm'
