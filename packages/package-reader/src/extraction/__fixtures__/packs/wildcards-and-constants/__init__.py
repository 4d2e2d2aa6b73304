import sys
import folder_paths
from .types_ import ANY, SIZES, category
class Any:
    CATEGORY = category("any")
    FUNCTION = "go"
    RETURN_TYPES = (ANY, "INT") + (ANY,)
    RETURN_NAMES = ("*", *SIZES)
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"in": (ANY, {}), "ckpt": (folder_paths.get_filename_list("checkpoints"),), "size": (SIZES,), "seed": ("INT", {"max": 0xffffffffffffffff, "min": -(2 ** 63), "step": sys.maxsize})}}
NODE_CLASS_MAPPINGS = {"Any": Any}
