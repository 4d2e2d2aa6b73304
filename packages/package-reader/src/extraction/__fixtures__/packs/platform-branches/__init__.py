import os, platform, sys
from packaging import version
import torch
if platform.system() == "Windows":
    from .win import NODE_CLASS_MAPPINGS
elif platform.system() == "Darwin":
    from .mac import NODE_CLASS_MAPPINGS
else:
    from .linux import NODE_CLASS_MAPPINGS
match sys.version_info[:2]:
    case (3, 8):
        NODE_CLASS_MAPPINGS["Py38"] = NODE_CLASS_MAPPINGS.get("Shared")
    case _:
        NODE_CLASS_MAPPINGS["PyNew"] = NODE_CLASS_MAPPINGS.get("Shared")
if version.parse(torch.__version__) < version.parse("2.0"):
    raise RuntimeError("torch too old")
NAME = "Fixed" if os.environ.get("X") else "Fixed"
NODE_CLASS_MAPPINGS[NAME] = NODE_CLASS_MAPPINGS["Shared"]
MODE = "a" if os.environ.get("MODE") else "b"
for mode in ("a", "b"):
    if mode == MODE:
        NODE_CLASS_MAPPINGS["Mode " + mode] = NODE_CLASS_MAPPINGS["Shared"]
