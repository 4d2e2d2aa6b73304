import importlib as _importlib
import os as _os, sys as _sys
_HERE = _os.path.dirname(_os.path.abspath(__file__))
if _HERE not in _sys.path:
    _sys.path.insert(0, _HERE)
QUARANTINE = []
SPECS = [("qs_core", "QsCore"), ("qs_art", ("QsArt", "QsMissing")), ("qs_nowhere", "QsNowhere"), ("qs_core", ["QsNotAClass"])]

def load_node_classes(specs=SPECS, quarantine=None):
    if quarantine is None:
        quarantine = QUARANTINE
    loaded = {}
    for module_name, class_names in specs:
        names = (class_names,) if isinstance(class_names, str) else tuple(class_names)
        try:
            mod = _importlib.import_module(module_name)
        except Exception as e:
            for n in names:
                quarantine.append({"target": f"{module_name}.{n}", "error": repr(e)})
            continue
        for n in names:
            cls = getattr(mod, n, None)
            if not isinstance(cls, type):
                quarantine.append({"target": n})
                continue
            loaded[n] = cls
    return loaded

NODE_CLASS_MAPPINGS = load_node_classes()
_ALL = {"QsCore": "🎬 Core", "QsArt": "🎨 Art", "QsNowhere": "gone"}
NODE_DISPLAY_NAME_MAPPINGS = {k: v for k, v in _ALL.items() if k in NODE_CLASS_MAPPINGS}
