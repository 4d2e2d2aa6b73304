from typing import Iterator, List, Tuple, Dict, Any, Union, Optional
from .config import AlwaysEqualProxy

any_type = AlwaysEqualProxy("*")
DEFAULT_FLOW_NUM = 2
MAX_FLOW_NUM = 5
COMPARE_FUNCTIONS = {
    "a == b": lambda a, b: a == b,
    "a != b": lambda a, b: a != b,
    "a < b": lambda a, b: a < b,
}

class Compare:
    @classmethod
    def INPUT_TYPES(s):
        compare_functions = list(COMPARE_FUNCTIONS.keys())
        return {
            "required": {
                "a": (any_type, {"default": 0}),
                "b": (any_type, {"default": 0}),
                "comparison": (compare_functions, {"default": "a == b"}),
            },
        }

    RETURN_TYPES = ("BOOLEAN",)
    RETURN_NAMES = ("boolean",)
    FUNCTION = "compare"
    CATEGORY = "EasyUse/Logic/Math"

class forLoopStart:
    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {"total": ("INT", {"default": 1, "min": 1, "max": 100000, "step": 1})},
            "optional": {"initial_value%d" % i: (any_type,) for i in range(1, MAX_FLOW_NUM)},
            "hidden": {"initial_value0": (any_type,), "unique_id": "UNIQUE_ID"},
        }

    RETURN_TYPES = tuple(["FLOW_CONTROL", "INT"] + [any_type] * (MAX_FLOW_NUM - 1))
    RETURN_NAMES = tuple(["flow", "index"] + [f"value{i}" for i in range(1, MAX_FLOW_NUM)])
    FUNCTION = "for_loop_start"
    CATEGORY = "EasyUse/Logic/For Loop"

class clearCache:
    @classmethod
    def INPUT_TYPES(s):
        return {
            "required": {"anything": (any_type, {}), },
            "optional": {},
            "hidden": {"unique_id": "UNIQUE_ID", "extra_pnginfo": "EXTRA_PNGINFO", }
        }

    RETURN_TYPES = (any_type,)
    RETURN_NAMES = ("output",)
    OUTPUT_NODE = True
    FUNCTION = "empty_cache"
    CATEGORY = "EasyUse/Logic"
    EXPERIMENTAL = True

NODE_CLASS_MAPPINGS = {cls_name: cls for cls_name, cls in [("easy compare", Compare), ("easy forLoopStart", forLoopStart), ("easy clearCacheAll", clearCache)]}
NODE_DISPLAY_NAME_MAPPINGS = {"easy compare": "Compare", "easy forLoopStart": "For Loop Start", "easy clearCacheAll": "Clear Cache All"}
