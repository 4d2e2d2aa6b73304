import nodes
from comfy_api.latest import ComfyExtension, io


class Old:
    FUNCTION = "run"


class Schema(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id="Schema One", inputs=[], outputs=[])


class Kit(ComfyExtension):
    async def on_load(self):
        nodes.NODE_CLASS_MAPPINGS.update({"Entered On Load": Old})

    async def get_node_list(self):
        return [Schema]


async def comfy_entrypoint():
    return Kit()


NODE_CLASS_MAPPINGS = None
nodes.NODE_CLASS_MAPPINGS["Entered At Once"] = Old
from nodes import NODE_CLASS_MAPPINGS as HOST

setattr(Old, "NAME", "Entered By Name")
HOST[Old.NAME] = Old
HOST["Loader of the host"] = HOST["Loader of the host"]
for name in list(HOST):
    HOST[name] = HOST[name]
