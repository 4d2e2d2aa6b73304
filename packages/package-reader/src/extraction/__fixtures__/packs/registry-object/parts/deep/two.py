from ...core.registry import registry as reg
@reg.node('R2 [deep]', tags=['x'])
class R2:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)

@reg.node('R3', hidden=True)
class R3:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)
