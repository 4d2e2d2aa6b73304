import sys
import nodes
from .basic import BASIC
NODE_CLASS_MAPPINGS = dict(BASIC)

if "Other Pack Node" in nodes.NODE_CLASS_MAPPINGS:
    from .bridge import BRIDGE
    NODE_CLASS_MAPPINGS.update(BRIDGE)
else:
    print("bridge off")

try:
    import onnxruntime
    from .onnx_nodes import OnnxDetect
    NODE_CLASS_MAPPINGS["Onnx Detect"] = OnnxDetect
except ImportError:
    print("no onnx")

try:
    import insight_whatever
    HAS = True
except ImportError:
    HAS = False
if HAS:
    from .onnx_nodes import FaceFind
    NODE_CLASS_MAPPINGS["Face Find"] = FaceFind

try:
    from .basic import NOT_THERE
    NODE_CLASS_MAPPINGS["Broken"] = NOT_THERE
except ImportError:
    pass

if sys.platform == "win32":
    NODE_CLASS_MAPPINGS.update({"Win Only": BASIC["Basic"]})
if False:
    NODE_CLASS_MAPPINGS["Dead"] = None
if __name__ == "__main__":
    NODE_CLASS_MAPPINGS["Main Only"] = BASIC["Basic"]
