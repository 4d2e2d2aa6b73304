from comfy_api.latest import ComfyExtension, io


class A(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id="Keyed A", display_name="The A", inputs=[], outputs=[])


class B(A):
    @classmethod
    def define_schema(cls):
        schema = super().define_schema()
        schema.node_id = "Keyed B"
        return schema


NODE_CLASS_MAPPINGS = {node.GET_SCHEMA().node_id: node for node in (A, B)}
NODE_DISPLAY_NAME_MAPPINGS = {key: node.GET_SCHEMA().display_name for key, node in NODE_CLASS_MAPPINGS.items()}


class Kit(ComfyExtension):
    async def get_node_list(self):
        return list(NODE_CLASS_MAPPINGS.values())


async def comfy_entrypoint():
    return Kit()
