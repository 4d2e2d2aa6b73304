from typing_extensions import override
from comfy_api.latest import ComfyExtension, io
from .defs import Blend, helper_list

class Resize(io.ComfyNode):
    @classmethod
    def define_schema(cls) -> io.Schema:
        return io.Schema(
            node_id="Resize (schema)",
            display_name="Resize",
            category="image/transform",
            description="Changes the size.",
            inputs=[
                io.Image.Input("image", tooltip="Any picture"),
                io.Int.Input("width", default=512, min=1, max=8192),
                io.Combo.Input("method", options=["nearest", "area"], optional=True),
                io.Custom("MY_TYPE").Input("mine", optional=True),
            ],
            outputs=[io.Image.Output(display_name="resized"), io.Mask.Output(is_output_list=True)],
            hidden=[io.Hidden.unique_id],
            is_deprecated=True,
        )

    @classmethod
    def execute(cls, **kwargs) -> io.NodeOutput:
        return io.NodeOutput(None)

class NotListed(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id="NotListed")

class PackExtension(ComfyExtension):
    @override
    async def get_node_list(self) -> list[type[io.ComfyNode]]:
        return [Resize, Blend, *helper_list()]

async def comfy_entrypoint() -> PackExtension:
    return PackExtension()
