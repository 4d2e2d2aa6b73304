COLLECTED = {}
META = {}
class Node:
    CATEGORY = "hook"
    def __init_subclass__(cls, key=None, **kwargs):
        super().__init_subclass__(**kwargs)
        COLLECTED[key or cls.__name__] = cls
class Meta(type):
    def __new__(mcs, name, bases, attrs):
        cls = super().__new__(mcs, name, bases, attrs)
        if bases:
            META["meta:" + name] = cls
        return cls
class MetaNode(metaclass=Meta):
    CATEGORY = "meta"
