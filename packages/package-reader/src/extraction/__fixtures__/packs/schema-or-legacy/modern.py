from comfy_api.latest import io
class Modern(io.ComfyNode):
    @classmethod
    def define_schema(cls) -> io.Schema:
        return io.Schema(node_id='Modern only', display_name='M')
