import os
import torch
import folder_paths

from ..utility.utility import tensor2pil, CATEGORY_ROOT

script_directory = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class BOOLConstant:
    @classmethod
    def INPUT_TYPES(s):
        return {"required": {
            "value": ("BOOLEAN", {"default": True}),
        },
        }
    RETURN_TYPES = ("BOOLEAN",)
    RETURN_NAMES = ("value",)
    FUNCTION = "get_value"
    CATEGORY = f"{CATEGORY_ROOT}/constants"

    def get_value(self, value):
        return (value,)


class INTConstant:
    @classmethod
    def INPUT_TYPES(s):
        return {"required": {
            "value": ("INT", {"default": 0, "min": -0xffffffffffffffff, "max": 0xffffffffffffffff}),
        },
        }
    RETURN_TYPES = ("INT",)
    RETURN_NAMES = ("value",)
    FUNCTION = "get_value"
    CATEGORY = f"{CATEGORY_ROOT}/constants"


class AddLabel:
    @classmethod
    def INPUT_TYPES(s):
        return {"required": {
            "image": ("IMAGE",),
            "text_x": ("INT", {"default": 10, "min": 0, "max": 4096, "step": 1}),
            "font_color": ("STRING", {"default": "white"}),
            "font": (folder_paths.get_filename_list("kjnodes_fonts"), ),
            "text": ("STRING", {"default": "Text"}),
            "direction": (
                [
                    'up',
                    'down',
                    'overlay'
                ],
                {
                "default": 'up'
                }),
            },
            "optional": {
                "caption": ("STRING", {"default": "", "forceInput": True}),
            }
        }
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "addlabel"
    CATEGORY = "KitNodes/text"
    DESCRIPTION = """
Creates a new with the given text, and concatenates it to
either above or below the input image.
Note that this changes the input image's height!
Fonts are loaded from this folder:
ComfyUI/custom_nodes/KitNodes/fonts
"""

    def addlabel(self, image, **kwargs):
        return (image,)


class ImageBatchMulti:
    @classmethod
    def INPUT_TYPES(s):
        return {
            "required": {
                "inputcount": ("INT", {"default": 2, "min": 2, "max": 1000, "step": 1}),
                "image_1": ("IMAGE", ),
            },
            "optional": {
                **{f"image_{i}": ("IMAGE", ) for i in range(2, 5)},
            },
        }

    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("images",)
    FUNCTION = "combine"
    CATEGORY = f"{CATEGORY_ROOT}/image"
    DESCRIPTION = "Creates an image batch from multiple images.  \nYou can set how many inputs the node has,  \nwith the **inputcount** and clicking update.\n"
