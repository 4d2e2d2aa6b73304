from comfy_api.latest import io


class Wide(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id="Wide", inputs=[], outputs=[])


class Tall(Wide):
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id="Tall", inputs=[], outputs=[])


NODES = [Wide, Tall]
