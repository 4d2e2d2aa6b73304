import os
import sys
import importlib

modules_path = os.path.join(os.path.dirname(__file__), "modules")
sys.path.append(modules_path)

from impact.core_nodes import *
from impact import list_nodes, config

NODE_CLASS_MAPPINGS = {
    "PackDetailer": Detailer,
    "PackDetailerPipe": DetailerForEachPipe,
    "PackPreviewBridge": PreviewBridge,
}
NODE_DISPLAY_NAME_MAPPINGS = {
    "PackDetailer": "Detailer (SEGS)",
    "PackDetailerPipe": "Detailer (pipe)",
}
NODE_CLASS_MAPPINGS.update(list_nodes.NODE_CLASS_MAPPINGS)
NODE_DISPLAY_NAME_MAPPINGS.update(list_nodes.NODE_DISPLAY_NAME_MAPPINGS)

print(f"### Loading: Pack (V{config.version})")
