from comfy_api.latest import ComfyExtension, io
class Inside(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id="Inside", category="in")
FLAGS = [Inside]
class E(ComfyExtension):
    async def get_node_list(self): return [*FLAGS] if FLAGS else []
async def comfy_entrypoint(): return E()
