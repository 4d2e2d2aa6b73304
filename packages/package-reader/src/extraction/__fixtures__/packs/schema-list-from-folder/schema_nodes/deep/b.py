from ..a import Shown, io
class Deep(Shown):
    @classmethod
    def define_schema(cls):
        s = super().define_schema()
        s.node_id = 'Deep ' + s.node_id
        s.inputs.append(io.Boolean.Input('flag', default=False))
        return s
