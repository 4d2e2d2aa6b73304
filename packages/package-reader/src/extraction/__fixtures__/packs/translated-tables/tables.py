class TA:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)

class TB:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)
LANGS = ["en", "zh"]
def T(labels, *, sep=" / "):
    return sep.join(labels[l] for l in LANGS if l in labels)
CLASSES = {
    "模型加载器 ": (TA, {"en": "Loader", "zh": "加载器"}),
    "Ωmega\tNode": (TB, {"en": "Omega"}),
}
