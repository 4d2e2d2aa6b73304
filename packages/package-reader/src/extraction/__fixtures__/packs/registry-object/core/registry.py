import importlib.util
from dataclasses import dataclass, field
from typing import Dict, Optional

@dataclass
class Entry:
    cls: type
    label: str
    tags: list = field(default_factory=list)
    hidden: bool = False

class Registry:
    _instance: Optional["Registry"] = None

    def __init__(self):
        self._entries: Dict[str, Entry] = {}

    def node(self, key, label=None, **options):
        def add(cls):
            self._entries[key] = Entry(cls, label or key, **options)
            return cls
        return add

    def discover(self, folder):
        for path in sorted(folder.rglob("*.py")):
            if path.name.startswith("__") or path.stem in {"skip"}:
                continue
            spec = importlib.util.spec_from_file_location(f"x.{path.stem}", str(path))
            if spec is None or spec.loader is None:
                continue
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)

    def mappings(self):
        visible = {k: e for k, e in self._entries.items() if not e.hidden}
        return ({k: e.cls for k, e in visible.items()}, {k: e.label for k, e in visible.items()})

registry = Registry()
