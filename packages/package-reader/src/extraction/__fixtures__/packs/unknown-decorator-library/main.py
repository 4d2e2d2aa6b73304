import easy_nodes
@easy_nodes.ComfyNode()
def adder(a: int, b: int) -> int:
    return a + b

class Known:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)
