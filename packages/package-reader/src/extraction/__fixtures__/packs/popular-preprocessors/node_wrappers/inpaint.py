import torch
from ..utils import INPUT

class InpaintPreprocessor:
    @classmethod
    def INPUT_TYPES(s):
        return dict(
            required=dict(image=INPUT.IMAGE(), mask=INPUT.MASK()),
            optional=dict(black_pixel_for_xinsir_cn=INPUT.BOOLEAN(False))
        )
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "preprocess"

    CATEGORY = "ControlNet Preprocessors/others"

NODE_CLASS_MAPPINGS = {
    "InpaintPreprocessor": InpaintPreprocessor
}
NODE_DISPLAY_NAME_MAPPINGS = {
    "InpaintPreprocessor": "Inpaint Preprocessor"
}
