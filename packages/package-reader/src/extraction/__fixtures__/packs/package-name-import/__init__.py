import os, sys
sys.path.append(os.path.join(os.path.dirname(__file__), "src"))
try:
    from .nodes.upscale import NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS
except ImportError:
    from nodes.upscale import NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS
try:
    from .missing_spelling import EXTRA
except ImportError:
    from custom_nodes.my_pack.spelled import EXTRA
from engine.core import ENGINE
NODE_CLASS_MAPPINGS = {**NODE_CLASS_MAPPINGS, **EXTRA, **ENGINE}
