import glob
import importlib.util
import os
import sys

def load_all(folder):
    mappings, labels = {}, {}
    for path in glob.glob(os.path.join(os.path.dirname(__file__), folder, "*.py")):
        name = os.path.basename(path)[:-3]
        if name == "__init__":
            continue
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        if hasattr(module, "NODE_CLASS_MAPPINGS") and getattr(module, "NODE_CLASS_MAPPINGS") is not None:
            mappings.update(module.NODE_CLASS_MAPPINGS)
            if hasattr(module, "NODE_DISPLAY_NAME_MAPPINGS"):
                labels.update(module.NODE_DISPLAY_NAME_MAPPINGS)
    return mappings, labels

NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS = load_all("py")
