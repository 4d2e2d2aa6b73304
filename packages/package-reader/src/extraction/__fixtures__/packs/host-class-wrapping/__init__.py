import copy
from nodes import NODE_CLASS_MAPPINGS as HOST, VAELoader
import folder_paths

def override(cls):
    class Override(cls):
        CATEGORY = "wrapped"
        @classmethod
        def INPUT_TYPES(s):
            types = copy.deepcopy(cls.INPUT_TYPES())
            types["required"]["device"] = (["cpu"],)
            return types
    return Override

NODE_CLASS_MAPPINGS = {"Own": override(VAELoader)}
if "UNETLoader" in HOST:
    NODE_CLASS_MAPPINGS["UNETLoaderX"] = override(HOST["UNETLoader"])
WRAPPED = ["CLIPLoader", "DualCLIPLoader"]
for name in WRAPPED:
    if name in HOST:
        NODE_CLASS_MAPPINGS[f"{name}X"] = override(HOST[name])
for name, cls in HOST.items():
    print(name)
if hasattr(folder_paths, "whatever") and len(HOST) > 3:
    NODE_CLASS_MAPPINGS |= {"Late": override(HOST["Late"])}
