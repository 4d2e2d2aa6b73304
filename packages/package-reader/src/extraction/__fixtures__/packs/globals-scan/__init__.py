from nodes import LoraLoader
from PIL import Image
import torch.nn as nn

class ScanA:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)

class ScanB:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)

class Plain:
    pass
NODE_CLASS_MAPPINGS = {}
for _name, _obj in list(globals().items()):
    if isinstance(_obj, type) and hasattr(_obj, "INPUT_TYPES") and hasattr(_obj, "FUNCTION"):
        NODE_CLASS_MAPPINGS[_name] = _obj
