class P1:
    CATEGORY = "mix"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)

class P2:
    FUNCTION = 'x'
NODE_LIST = {"One": P1}
NODE_LIST.update({"Two": P2})
ROWS = [("Row B", P1, "b"), ("Row A", P2, "a"), ("zz_One", P2, "dup")]
