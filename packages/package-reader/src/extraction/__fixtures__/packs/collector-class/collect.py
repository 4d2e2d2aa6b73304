import sys, inspect, re
class Collector:
    def __init__(self, prefix=""):
        self.prefix = prefix
        self.classes = {}
        self.labels = {}
    def _label(self, name):
        return re.sub(r"(?<!^)(?=[A-Z])", " ", name)
    def add(self, cls):
        if getattr(cls, "_abstract", False) and "_abstract" in vars(cls):
            return
        key = getattr(cls, "ID", None) or "%s_%s" % (self.prefix, cls.__name__)
        self.classes[key] = cls
        self.labels[key] = getattr(cls, "LABEL", self._label(cls.__name__))
    def add_all(self, module_name):
        module = sys.modules[module_name]
        for _, cls in inspect.getmembers(module, lambda m: inspect.isclass(m) and issubclass(m, self.base())):
            self.add(cls)
    @staticmethod
    def base():
        from .items import Base
        return Base
    def __iadd__(self, cls):
        self.add(cls)
        return self
