import importlib as _importlib
import importlib.util
import inspect
import sys
from pathlib import Path as _P
ROOT = _P(__file__).resolve().parent

def _internal():
    name = f"{__name__}._inner"
    existing = sys.modules.get(name)
    if existing is not None:
        return existing
    folder = ROOT / "custom_nodes" / "Inner-Pack"
    spec = importlib.util.spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=[str(folder)])
    if spec is None or spec.loader is None:
        raise ImportError(folder)
    package = importlib.util.module_from_spec(spec)
    sys.modules[name] = package
    try:
        spec.loader.exec_module(package)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return package

async def comfy_entrypoint():
    extension = _internal().comfy_entrypoint()
    if inspect.isawaitable(extension):
        extension = await extension
    return extension
