import json, os
from .maker import create
HERE = os.path.dirname(__file__)
NODE_CLASS_MAPPINGS = {}
def load(folder):
    out = {}
    for name in os.listdir(os.path.join(HERE, folder)):
        if name.endswith(".json"):
            with open(os.path.join(HERE, folder, name)) as f:
                data = json.load(f)
            out[data["name"]] = create(data)
    return out
_cache = None
def get():
    global _cache
    if _cache is None:
        _cache = load("schemas")
    return _cache
NODE_CLASS_MAPPINGS = get()
NODE_CLASS_MAPPINGS["Static"] = create({"name": "Static"})
