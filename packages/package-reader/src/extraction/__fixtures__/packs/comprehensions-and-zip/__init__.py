class One:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)

class Two:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)

class Three:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)

_CLASSES = (One, Two, Three)
_names = ["first", "second", "third"]
NODE_CLASS_MAPPINGS = {name: cls for name, cls in zip(_names, _CLASSES) if name != "second"}
NODE_CLASS_MAPPINGS.update({f"{c.__name__.lower()}_{i:02d}": c for i, c in enumerate(_CLASSES, start=1)})
NODE_CLASS_MAPPINGS.update(dict(zip(map(str.upper, _names), _CLASSES)))
NODE_CLASS_MAPPINGS.update(dict((n + "!", c) for n, c in sorted({"b": One, "a": Two}.items())))
NODE_DISPLAY_NAME_MAPPINGS = {k: k.replace("_", " ").title() for k in NODE_CLASS_MAPPINGS}
