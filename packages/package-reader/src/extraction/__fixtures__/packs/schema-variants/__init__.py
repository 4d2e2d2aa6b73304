from __future__ import annotations
import asyncio
from comfy_api.latest import ComfyExtension as _Ext, io as comfy_io
from .schemas import NODE_CLASSES, Spec, make_node

GENERATED = [make_node(Spec("Gen One", kind="Image")), make_node(Spec(name="Gen Two", kind="Latent"))]

class Base(_Ext):
    nodes = list(NODE_CLASSES)
    async def get_node_list(self):
        result = list(self.nodes)
        result.extend(GENERATED)
        if await self.has_gpu():
            result.append(GpuOnly)
        return result
    async def has_gpu(self):
        import torch
        return torch.cuda.is_available()

class GpuOnly(comfy_io.ComfyNode):
    define_schema = classmethod(lambda cls: comfy_io.Schema(node_id="GPU/only", display_name="Gpu", category="gpu"))

class Ext(Base):
    async def on_load(self):
        pass

def _make():
    async def entry() -> Ext:
        return Ext()
    return entry

comfy_entrypoint = _make()
