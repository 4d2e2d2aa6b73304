"""One file with everything in it."""
import os
import json
import torch
import numpy as np
import folder_paths as comfy_paths
import comfy.samplers

TEXT_TYPE = "STRING"
MODELS_DIR = comfy_paths.models_dir
ALLOWED_EXT = (".jpeg", ".jpg", ".png")
MODES = {"add": 0, "multiply": 1, "screen": 2}
NUMBERS = [f"slot_{i:02d}" for i in range(1, 4)]


class cstr(str):
    class color:
        END = "\33[0m"
        BOLD = "\33[1m"

    def __new__(cls, text):
        return super().__new__(cls, text)

    def print(self, **kwargs):
        print(self, **kwargs)


cstr("ready").print()


# BLEND

class Suite_Blend:
    def __init__(self):
        pass

    @classmethod
    def INPUT_TYPES(s):
        return {
            "required": {
                "image_a": ("IMAGE",),
                "image_b": ("IMAGE",),
                "mode": (list(MODES.keys()),),
                "blend_percentage": ("FLOAT", {"default": 0.5, "min": 0.0, "max": 1.0, "step": 0.01}),
            },
            "optional": {"mask": ("MASK",)},
        }

    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("image",)
    FUNCTION = "image_blend"

    CATEGORY = "Suite/Image"

    def image_blend(self, image_a, image_b, mode, blend_percentage, mask=None):
        return (torch.lerp(image_a, image_b, blend_percentage),)


# TEXT

class Suite_Text_Multiline:
    @classmethod
    def INPUT_TYPES(s):
        return {"required": {"text": ("STRING", {"default": '', "multiline": True, "dynamicPrompts": False})}}

    RETURN_TYPES = (TEXT_TYPE,)
    FUNCTION = "text_multiline"
    CATEGORY = "Suite/Text"


class Suite_Text_Concatenate:
    @classmethod
    def INPUT_TYPES(s):
        types = {"required": {"delimiter": ("STRING", {"default": ", "}), "clean": (["true", "false"],)}, "optional": {}}
        for name in NUMBERS:
            types["optional"][name] = (TEXT_TYPE, {"forceInput": (True if TEXT_TYPE == "STRING" else False)})
        return types

    RETURN_TYPES = (TEXT_TYPE, "INT")
    FUNCTION = "join"
    CATEGORY = "Suite/Text"


class Suite_Sampler:
    @classmethod
    def INPUT_TYPES(s):
        return {
            "required": {
                "model": ("MODEL",),
                "seed": ("SEED", {"default": 0, "min": 0, "max": 0xffffffffffffffff}),
                "sampler_name": (comfy.samplers.KSampler.SAMPLERS,),
                "lora": (["None"] + comfy_paths.get_filename_list("loras"),),
                "cfg": ("FLOAT", {"default": 8.0, "min": 0.0, "max": 100.0}),
            },
            "hidden": {"prompt": "PROMPT", "extra_pnginfo": "EXTRA_PNGINFO"},
        }

    RETURN_TYPES = ("LATENT",)
    FUNCTION = "sample"
    CATEGORY = "Suite/Sampling"


class Suite_Save_Text:
    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "text": (TEXT_TYPE, {"forceInput": True}),
                "path": (TEXT_TYPE, {"default": './output/[time(%Y-%m-%d)]', "multiline": False}),
                "file_extension": (sorted([e.lstrip('.') for e in ALLOWED_EXT]),),
            }
        }

    OUTPUT_NODE = True
    RETURN_TYPES = ()
    FUNCTION = "save"
    CATEGORY = "Suite/IO"


class Suite_Random_Number:
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {
            "number_type": (["integer", "float", "bool"],),
            "minimum": ("FLOAT", {"default": 0, "min": -18446744073709551615, "max": 18446744073709551615}),
            "seed": ("INT", {"default": 0, "min": 0, "max": 2 ** 64 - 1}),
        }}

    RETURN_TYPES = ("NUMBER", "FLOAT", "INT")
    FUNCTION = "return_randm_number"
    CATEGORY = "Suite/Number"

    @classmethod
    def IS_CHANGED(cls, seed, **kwargs):
        return seed


NODE_CLASS_MAPPINGS = {
    "Image Blend by Mode": Suite_Blend,
    "Text Multiline": Suite_Text_Multiline,
    "Text Concatenate": Suite_Text_Concatenate,
    "KSampler (Suite)": Suite_Sampler,
    "Save Text File": Suite_Save_Text,
    "Random Number": Suite_Random_Number,
}

NODE_DISPLAY_NAME_MAPPINGS = {k: v for k, v in {"Image Blend by Mode": "Blend 🖼"}.items()}

if os.path.exists(os.path.join(MODELS_DIR, "gone")):
    print("a folder that may be there")
