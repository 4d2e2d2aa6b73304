from comfy_api.latest import ComfyExtension

from . import legacy, shapes
from .rounds import found


class Kit(ComfyExtension):
    async def get_node_list(self):
        return [*shapes.NODES, *found()["all"]]


async def comfy_entrypoint():
    return Kit()


NODE_CLASS_MAPPINGS = {node.__name__: node for node in [*legacy.table.values()]}
