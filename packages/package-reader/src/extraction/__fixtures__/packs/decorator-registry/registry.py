CLASSES = {}
LABELS = {}

def register(name=None, *, label=None):
    def wrap(cls):
        key = name or cls.__name__
        CLASSES[key] = cls
        LABELS[key] = label or key
        return cls
    return wrap

def simple(cls):
    CLASSES[cls.__name__] = cls
    cls.CATEGORY = "simple"
    return cls
