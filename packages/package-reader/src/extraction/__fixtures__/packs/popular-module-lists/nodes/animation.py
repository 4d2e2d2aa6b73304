from ..log import nodify
from typing import TypedDict, Literal

EASINGS = ["Linear", *(f"{kind} {way}" for kind in ("Sine", "Quart") for way in ("In", "Out"))]

class MTB_BatchFloat:
    """Generates a batch of float values with interpolation"""

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "mode": (
                    ["Single", "Steps"],
                    {"default": "Steps"},
                ),
                "count": ("INT", {"default": 2}),
                "min": ("FLOAT", {"default": 0.0, "step": 0.001}),
                "easing": (EASINGS, {"default": "Linear"}),
            }
        }

    FUNCTION = "set_floats"
    RETURN_TYPES = ("FLOATS",)
    CATEGORY = "mtb/batch"


class MTB_AnimationBuilder:
    """Convenient way to manage basic animation maths at the core of many of my workflows"""

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "total_frames": ("INT", {"default": 100, "min": 0}),
                "scale_float": ("FLOAT", {"default": 1.0}),
                "raw_iteration": ("INT", {"default": 0}),
            },
        }

    RETURN_TYPES = ("INT", "FLOAT", "INT", "BOOLEAN")
    RETURN_NAMES = ("frame", "0-1 (scaled)", "count", "loop_ended")
    CATEGORY = "mtb/animation"
    FUNCTION = "build_animation"

    DESCRIPTION = """# Hello
- one
"""


__nodes__ = [MTB_BatchFloat, MTB_AnimationBuilder]
