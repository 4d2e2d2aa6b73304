from .props import classproperty, Meta
class A(metaclass=Meta):
    prefix = "A"
    @classproperty
    def RETURN_TYPES(cls):
        return (cls.__name__.upper(),)
    @property
    def unused(self):
        return 1
    def INPUT_TYPES():
        return {"required": {}}
    INPUT_TYPES = staticmethod(INPUT_TYPES)
class Registry(dict):
    def add(self, cls, key=None):
        self[key or cls.KEY] = cls
        return cls
NODES = Registry()
NODES.add(A)
NODES.add(A, key="explicit")
@NODES.add
class B:
    KEY = "B key"
    RETURN_TYPES = ("X",) if True else ("Y",)
    CATEGORY = "/".join(["one", "two"])
    DESCRIPTION = """Multi
    line"""
NODE_CLASS_MAPPINGS = NODES
