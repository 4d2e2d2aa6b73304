from .modern import IO
class L(IO.ComfyNode):
    @classmethod
    def define_schema(cls):
        return IO.Schema(node_id='Late', display_name='Late node')
LATE = [L]
