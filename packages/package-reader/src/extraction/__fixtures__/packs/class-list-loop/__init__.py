class Add:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)

class Subtract:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)

class Divide:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)

class Hidden:
    pass

NODE_CLASS_MAPPINGS = {}
NODE_DISPLAY_NAME_MAPPINGS = {}
PREFIX = "calc"

def pretty(text):
    out = text[0]
    for letter in text[1:]:
        out += " " + letter if letter.isupper() else letter
    return out

Add.TITLE = "Sum"
for cls in [Add, Subtract, Divide]:
    key = f"{PREFIX}.{cls.__name__}"
    NODE_CLASS_MAPPINGS[key] = cls
    NODE_DISPLAY_NAME_MAPPINGS[key] = getattr(cls, "TITLE", None) or pretty(cls.__name__)
