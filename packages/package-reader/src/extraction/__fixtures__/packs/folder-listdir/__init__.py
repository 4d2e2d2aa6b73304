import importlib
import os
import traceback

NODE_CLASS_MAPPINGS = {}
NODE_DISPLAY_NAME_MAPPINGS = {}
HERE = os.path.dirname(os.path.realpath(__file__))
NODES = os.path.join(HERE, "nodes")

for file_name in os.listdir(NODES):
    if not file_name.endswith(".py") or file_name.startswith("_"):
        continue
    try:
        module = importlib.import_module(f".nodes.{os.path.splitext(file_name)[0]}", package=__name__)
        NODE_CLASS_MAPPINGS.update(getattr(module, "NODE_CLASS_MAPPINGS", {}))
        NODE_DISPLAY_NAME_MAPPINGS.update(getattr(module, "NODE_DISPLAY_NAME_MAPPINGS", {}))
    except Exception:
        traceback.print_exc()
