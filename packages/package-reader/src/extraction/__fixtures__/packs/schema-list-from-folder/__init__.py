from comfy_api.latest import ComfyExtension, io
import importlib, inspect, pkgutil
from . import schema_nodes as pkg

def _is_node(obj):
    return inspect.isclass(obj) and issubclass(obj, io.ComfyNode) and obj is not io.ComfyNode

def discover():
    seen = []
    for _finder, name, is_pkg in pkgutil.walk_packages(pkg.__path__, f"{pkg.__name__}."):
        if is_pkg:
            continue
        module = importlib.import_module(name)
        for _name, obj in sorted(vars(module).items()):
            if _is_node(obj) and obj.__module__ == module.__name__ and not _name.startswith("_"):
                seen.append(obj)
    return seen

class Ext(ComfyExtension):
    def __init__(self):
        self.nodes = discover()
    async def get_node_list(self):
        return self.nodes

async def comfy_entrypoint():
    ext = Ext()
    return ext
