class FilmGrain:
    """Adds grain."""
    DESCRIPTION = ("Adds grain "
                   "to a picture.")
    CATEGORY = "film/grain"
    FUNCTION = "apply"
    RETURN_TYPES = ("IMAGE", "MASK")
    RETURN_NAMES = ("image", "grain")
    OUTPUT_IS_LIST = (False, True)
    DEPRECATED = True

    @classmethod
    def INPUT_TYPES(s):
        return {
            "required": {"image": ("IMAGE",), "amount": ("FLOAT", {"default": 0.5, "min": 0.0, "max": 1.0, "step": 0.01})},
            "optional": {"mode": (["soft", "hard"], {"default": "soft"})},
            "hidden": {"id": "UNIQUE_ID"},
        }

    def apply(self, image, amount, mode="soft", id=None):
        return image, None


class Vignette:
    CATEGORY = "film"
    FUNCTION = "apply"
    RETURN_TYPES = ()
    OUTPUT_NODE = True
    EXPERIMENTAL = True

    @classmethod
    def INPUT_TYPES(s):
        return {"required": {}}
