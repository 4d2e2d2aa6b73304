from importlib import import_module
from pathlib import Path
import inspect
import pkgutil

from . import modules

NODE_CLASS_MAPPINGS = {}
for info in pkgutil.iter_modules(modules.__path__, modules.__name__ + "."):
    mod = import_module(info.name)
    for name, obj in inspect.getmembers(mod, inspect.isclass):
        if obj.__module__ == mod.__name__ and hasattr(obj, "INPUT_TYPES"):
            NODE_CLASS_MAPPINGS[getattr(obj, "NAME", name)] = obj

for path in sorted((Path(__file__).parent / "more").glob("node_*.py")):
    mod = import_module(f".more.{path.stem}", package=__package__)
    NODE_CLASS_MAPPINGS.update(mod.NODE_CLASS_MAPPINGS)
