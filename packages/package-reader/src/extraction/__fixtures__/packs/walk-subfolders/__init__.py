import importlib, os, sys
ROOT = os.path.dirname(os.path.abspath(__file__))
NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS = {}, {}

def modules(root_dir):
    for folder, dirs, files in os.walk(root_dir):
        dirs[:] = [d for d in dirs if not d.startswith(".")]
        for name in files:
            if name.endswith(".py") and name != "__init__.py":
                rel = os.path.relpath(os.path.join(folder, name), ROOT)
                yield rel[:-3].replace(os.sep, ".")

for dotted in modules(os.path.join(ROOT, "lib")):
    m = importlib.import_module("." + dotted, __name__)
    for attribute in ("NODE_CLASS_MAPPINGS", "NODE_DISPLAY_NAME_MAPPINGS"):
        globals()[attribute].update(getattr(m, attribute, {}) or {})

def _register(module_name, *, required=True):
    full = f"{__name__}.{module_name}"
    try:
        if full not in sys.modules:
            mod = importlib.import_module(full)
        else:
            mod = sys.modules[full]
    except Exception:
        return None
    NODE_CLASS_MAPPINGS.update(vars(mod).get("EXPORTS", {}))
    return mod

for _m in ("solo", "missing_one"):
    _register(_m, required=False)
