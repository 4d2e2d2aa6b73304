from .base import Base, Loud, CAT
class Mixin:
    RETURN_TYPES = ("LATENT",)
    OUTPUT_IS_LIST = [True]
class Child(Mixin, Base):
    FUNCTION = "child"
class Deep(Child):
    CATEGORY = Base.CATEGORY + "/deep"
    RETURN_TYPES = Mixin.RETURN_TYPES + ("INT",)
    @classmethod
    def INPUT_TYPES(cls):
        types = super().INPUT_TYPES()
        types["required"]["extra"] = ("STRING", {"multiline": True})
        types.setdefault("optional", {}).update({"more": ("FLOAT", cls.range())})
        return types
    @staticmethod
    def range():
        return {"min": -1, "max": 1e3}
NODE_CLASS_MAPPINGS = {"Child": Child, "Deep": Deep, "Loud": Loud}
