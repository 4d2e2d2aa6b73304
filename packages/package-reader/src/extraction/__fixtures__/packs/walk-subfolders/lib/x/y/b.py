class WB:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)
NODE_CLASS_MAPPINGS = {"walk b": WB}
NODE_DISPLAY_NAME_MAPPINGS = {"walk b": "B"}
