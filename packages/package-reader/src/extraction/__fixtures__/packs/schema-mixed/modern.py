from comfy_api.latest import io as IO
class M(IO.ComfyNode):
    @classmethod
    def define_schema(cls):
        schema = IO.Schema("Modern", category="m")
        schema.display_name = "Modern!"
        return schema
MODERN = [M]
