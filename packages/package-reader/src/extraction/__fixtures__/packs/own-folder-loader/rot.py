from helpers_mod import H

class Rot:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)
NODE_CLASS_MAPPINGS = {"Rot": Rot, H: Rot}
NODE_DISPLAY_NAME_MAPPINGS = {"Rot": "z last"}
