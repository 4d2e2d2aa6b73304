from nodes import MAX_RESOLUTION
from ..utility.utility import CATEGORY_ROOT

class GrowMaskWithBlur:
    """
    # GrowMaskWithBlur
    - mask: Input mask or mask batch
    - expand: Expand or contract mask by a given amount
        - per frame
    """
    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "mask": ("MASK",),
                "expand": ("INT", {"default": 0, "min": -MAX_RESOLUTION, "max": MAX_RESOLUTION, "step": 1}),
                "incremental_expandrate": ("FLOAT", {"default": 0.0, "min": 0.0, "max": 100.0, "step": 0.1}),
                "tapered_corners": ("BOOLEAN", {"default": True}),
            },
        }

    CATEGORY = f"{CATEGORY_ROOT}/masking"
    RETURN_TYPES = ("MASK", "MASK",)
    RETURN_NAMES = ("mask", "mask_inverted",)
    FUNCTION = "expand_mask"


class RoundMask:
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"mask": ("MASK",)}}

    CATEGORY = f"{CATEGORY_ROOT}/masking"
    RETURN_TYPES = ("MASK",)
    FUNCTION = "round"
    DESCRIPTION = "Rounds the mask or batch of masks to a binary mask."
