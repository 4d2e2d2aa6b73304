import inspect
from . import tools
from .tools import *
found = {name: cls for name, cls in tools.__dict__.items() if inspect.isclass(cls) and name.startswith("TK_")}
NODE_CLASS_MAPPINGS = found
for attr in dir(tools):
    value = getattr(tools, attr)
    if isinstance(value, type) and attr.endswith("Extra") and attr not in NODE_CLASS_MAPPINGS:
        NODE_CLASS_MAPPINGS[attr] = value
NODE_DISPLAY_NAME_MAPPINGS = {n: getattr(c, "DISPLAY_NAME", n) for n, c in found.items()}
