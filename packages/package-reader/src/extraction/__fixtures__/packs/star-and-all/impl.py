class Visible:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)

class _Private:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)
_secret = {"Secret": _Private}
__all__ = ["NODE_CLASS_MAPPINGS"]
NODE_CLASS_MAPPINGS = {"Visible": Visible}
NODE_DISPLAY_NAME_MAPPINGS = {"Visible": "Not exported"}
