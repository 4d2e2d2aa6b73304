from typing import NamedTuple
from comfy_api.latest import io
COMMON = dict(category="var", is_experimental=True)
class Spec(NamedTuple):
    name: str
    kind: str = "Image"
    label: str = ""
def make_node(spec):
    class Made(io.ComfyNode):
        @classmethod
        def define_schema(cls):
            port = getattr(io, spec.kind)
            return io.Schema(node_id=spec.name, display_name=spec.label or spec.name.upper(), inputs=[port.Input("x")], outputs=[port.Output()], **COMMON)
    Made.__name__ = spec.name.replace(" ", "")
    return Made
class Kid(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        inputs = [io.String.Input("text", multiline=True)]
        inputs += [io.Float.Input(f"w{i}", default=1.0, optional=True) for i in range(2)]
        schema = io.Schema("Kid", "The kid", "var/kid", inputs=inputs)
        return schema
class GrandKid(Kid):
    @classmethod
    def define_schema(cls):
        schema = super().define_schema()
        schema.node_id = "GrandKid"
        schema.is_deprecated = True
        return schema
NODE_CLASSES = (Kid, GrandKid)
