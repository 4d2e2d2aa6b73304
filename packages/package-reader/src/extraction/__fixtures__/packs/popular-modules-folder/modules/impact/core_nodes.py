import nodes
import comfy
from nodes import MAX_RESOLUTION
from impact import config
import impact.utils as utils

SCHEDULERS = ["simple", "karras"] + ["AYS SDXL", "AYS SD1"]


class Detailer:
    @classmethod
    def INPUT_TYPES(s):
        return {"required": {
                    "image": ("IMAGE", ),
                    "segs": ("SEGS", ),
                    "guide_size": ("FLOAT", {"default": 512, "min": 64, "max": 8192, "step": 8}),
                    "guide_size_for": ("BOOLEAN", {"default": True, "label_on": "bbox", "label_off": "crop_region", "tooltip": "What is measured."}),
                    "seed": ("INT", {"default": 0, "min": 0, "max": 0xffffffffffffffff}),
                    "scheduler": (SCHEDULERS,),
                    "denoise": ("FLOAT", {"default": 0.5, "min": 0.0001, "max": 1.0, "step": 0.01}),
                    "feather": ("INT", {"default": 5, "min": 0, "max": 100, "step": 1}),
                },
                "optional": {"detailer_hook": ("DETAILER_HOOK",), "scheduler_func_opt": ("SCHEDULER_FUNC",), },
                }

    RETURN_TYPES = ("IMAGE", )
    FUNCTION = "doit"

    CATEGORY = "Pack/Detailer"
    DESCRIPTION = ("It enhances details by inpainting each region within the detected area bundle "
                   "(SEGS) after enlarging it based on the guide size.")

    @staticmethod
    def do_detail(image):
        return image


class DetailerForEachPipe(Detailer):
    @classmethod
    def INPUT_TYPES(s):
        base = Detailer.INPUT_TYPES()
        required = {k: v for k, v in base["required"].items() if k not in ("seed", "denoise")}
        required["basic_pipe"] = ("BASIC_PIPE", {"tooltip": "If the detailer is used."})
        return {"required": required, "hidden": {"unique_id": "UNIQUE_ID"}}

    RETURN_TYPES = ("IMAGE", "SEGS", "BASIC_PIPE", "IMAGE")
    RETURN_NAMES = ("image", "segs", "basic_pipe", "cnet_images")
    OUTPUT_IS_LIST = (False, False, False, True)
    CATEGORY = Detailer.CATEGORY + "/__for_pipe"


class PreviewBridge:
    @classmethod
    def INPUT_TYPES(s):
        return {"required": {
                    "images": ("IMAGE",),
                    "image": ("STRING", {"default": ""}),
                    "width": ("INT", {"default": 512, "max": MAX_RESOLUTION}),
                    },
                "hidden": {"unique_id": "UNIQUE_ID", "extra_pnginfo": "EXTRA_PNGINFO"},
                }

    RETURN_TYPES = ("IMAGE", "MASK", )
    FUNCTION = "doit"
    OUTPUT_NODE = True
    CATEGORY = "Pack/Util"
    DESCRIPTION = """
    Preview an image and pass it on.

    A mask drawn on it is kept.
    """

    def __init__(self):
        super().__init__()
        self.prev_hash = None
