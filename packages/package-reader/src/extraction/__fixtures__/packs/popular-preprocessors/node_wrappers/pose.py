from ..utils import create_node_input_types, INPUT, define_preprocessor_inputs
from functools import partialmethod
import json

BBOX = ["None"] + ["yolox_l.torchscript.pt", "yolox_l.onnx"]

class Dwpose_Preprocessor:
    @classmethod
    def INPUT_TYPES(s):
        return create_node_input_types(
            detect_hand=(["enable", "disable"], {"default": "enable"}),
            bbox_detector=(BBOX, {"default": BBOX[-1]}),
        )

    RETURN_TYPES = ("IMAGE", "POSE_KEYPOINT")
    FUNCTION = "estimate_pose"
    CATEGORY = "ControlNet Preprocessors/Faces and Poses Estimators"
    OUTPUT_IS_LIST = ()

class Scribble(Dwpose_Preprocessor):
    """Rough lines."""
    INPUT_TYPES = classmethod(lambda s: define_preprocessor_inputs(threshold=INPUT.FLOAT(.5), text=INPUT.STRING("x", True), seed=INPUT.SEED()))
    RETURN_TYPES = ("IMAGE")
    FUNCTION = "execute"

NODE_CLASS_MAPPINGS = dict(DWPreprocessor=Dwpose_Preprocessor, ScribblePreprocessor=Scribble)
