from .classic import NODE_CLASS_MAPPINGS
try:
    from comfy_api.latest import ComfyExtension
    from .modern import MODERN
    class Ext(ComfyExtension):
        async def get_node_list(self):
            from .late import LATE
            return MODERN + LATE
    def comfy_entrypoint():
        return Ext()
except ImportError:
    pass
NODE_CLASS_MAPPINGS.update({cls.define_schema().node_id + " (v1)": cls for cls in MODERN})
