import importlib
import importlib.util
import os
import pkgutil
import runpy
import types
from importlib.machinery import SourceFileLoader

HERE = os.path.dirname(os.path.abspath(__file__))
NODE_CLASS_MAPPINGS = {}
for info in pkgutil.iter_modules([os.path.join(HERE, "found")]):
    specification = info.module_finder.find_spec(info.name)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    NODE_CLASS_MAPPINGS |= module.NODES

loader = SourceFileLoader("own", os.path.join(HERE, "parts", "own.py"))
own = types.ModuleType(loader.name)
loader.exec_module(own)
NODE_CLASS_MAPPINGS["Own Module"] = own.Own
NODE_CLASS_MAPPINGS["Run Path"] = runpy.run_path(os.path.join(HERE, "parts", "own.py"))["Own"]
if importlib.util.find_spec("torch") is not None:
    NODE_CLASS_MAPPINGS["Present"] = own.Own
for part in (".parts.optional", ".parts.gone"):
    if importlib.util.find_spec(part, package=__name__) is not None:
        NODE_CLASS_MAPPINGS.update(importlib.import_module(part, __name__).NODES)
if importlib.util.find_spec(".parts.gone", __package__):
    NODE_CLASS_MAPPINGS["Gone"] = own.Own
