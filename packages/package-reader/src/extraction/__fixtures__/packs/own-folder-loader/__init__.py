import importlib.util
import sys
from pathlib import Path
from typing import Dict

NODE_CLASS_MAPPINGS: Dict[str, type] = {}
NODE_DISPLAY_NAME_MAPPINGS: Dict[str, str] = {}

def load_module(path: Path, name: str) -> None:
    try:
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        if hasattr(module, "NODE_CLASS_MAPPINGS"):
            NODE_CLASS_MAPPINGS.update(module.NODE_CLASS_MAPPINGS)
        if hasattr(module, "NODE_DISPLAY_NAME_MAPPINGS"):
            NODE_DISPLAY_NAME_MAPPINGS.update(module.NODE_DISPLAY_NAME_MAPPINGS)
    except Exception:
        pass

def load_folder(folder: Path) -> None:
    if not folder.exists() or not folder.is_dir():
        return
    for path in folder.glob("*.py"):
        if path.name != "__init__.py":
            load_module(path, path.stem)

def sort_all() -> None:
    global NODE_CLASS_MAPPINGS
    NODE_CLASS_MAPPINGS = dict(sorted(NODE_CLASS_MAPPINGS.items(), key=lambda x: NODE_DISPLAY_NAME_MAPPINGS.get(x[0], x[0])))

here = Path(__file__).parent
sys.path.insert(0, str(here))
load_folder(here)
load_folder(here / "py")
load_folder(here / "nowhere")
sort_all()
