from comfy_api.latest import io


class Round(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id="Round", inputs=[], outputs=[])


def found():
    return {"all": [*filter(None, (Round, None))]}
