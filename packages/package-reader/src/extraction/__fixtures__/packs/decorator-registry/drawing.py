from .registry import register, simple

@register('Draw / Circle', label='Circle')
class Circle:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)

@register()
class Square:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)

@simple
class Line:
    RETURN_TYPES = ()
