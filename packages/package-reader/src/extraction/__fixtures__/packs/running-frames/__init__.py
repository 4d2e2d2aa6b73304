import importlib
import inspect
from pathlib import Path

HERE = Path(__file__).parent
NODE_CLASS_MAPPINGS = {}


def own_name():
    return inspect.getmodule(inspect.currentframe()).__name__


def load(path):
    route = str(path).replace("\\", "/")
    route = route.split(f"{own_name()}/tools/")[1].split(".")[0].replace("/", ".")
    return importlib.import_module(f"{own_name()}.tools.{route}")


for path in HERE.glob("tools/**/*.py"):
    module = load(path)
    for _, found in inspect.getmembers(module, inspect.isclass):
        if Path(inspect.getfile(found)).stem == path.stem and hasattr(found, "NAME"):
            NODE_CLASS_MAPPINGS[found.NAME] = found
