from . import NODE_CLASS_MAPPINGS as REG, NODE_DISPLAY_NAME_MAPPINGS
from .right import helper
def base(cls):
    cls.CATEGORY = "cyc"
    if "RETURN_TYPES" not in cls.__dict__:
        cls.RETURN_TYPES = ("STRING",)
    REG[cls.__name__] = cls
    return cls
@base
class Left:
    pass
