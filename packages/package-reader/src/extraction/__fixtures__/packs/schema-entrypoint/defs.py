from comfy_api.latest import io
PREFIX = "pk"
class Base(io.ComfyNode):
    ID = None
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id=f"{PREFIX}.{cls.ID or cls.__name__}", category=PREFIX, is_experimental=cls.EXP, inputs=[], outputs=[io.AnyType.Output("x")])
    EXP = False
class Blend(Base):
    EXP = True
class Fade(Base):
    ID = "Fade Out"
def helper_list():
    return [Fade]
