from comfy_api.latest import io
class _Hidden(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id="Hidden")
class Shown(_Hidden):
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id="Shown", display_name="Shown!", category=f"x/{cls.__name__}", inputs=[io.Image.Input("i"), io.MultiType.Input("m", [io.Int, io.Float])], outputs=[io.Custom("THING").Output("thing", display_name="Thing")])
