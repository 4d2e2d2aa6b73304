from .legacy import _LEGACY, make_id
try:
    from comfy_api.latest import ComfyExtension, io
    API = True
except Exception:
    API = False
    ComfyExtension = object

if API:
    from .modern import Modern
    class Kit(ComfyExtension):
        async def get_node_list(self):
            if API and Modern is not None:
                return [Modern]
            return []
    async def comfy_entrypoint():
        return Kit()
    NODE_CLASS_MAPPINGS = None
    NODE_DISPLAY_NAME_MAPPINGS = None
else:
    NODE_CLASS_MAPPINGS = dict(_LEGACY)
    NODE_CLASS_MAPPINGS[make_id("Old")] = _LEGACY["L"]
    comfy_entrypoint = None
