CAT = "house"
class Base:
    CATEGORY = CAT
    FUNCTION = "base"
    DESCRIPTION = "From the base."
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}
class Loud(Base):
    CATEGORY = f"{CAT}/loud"
    RETURN_TYPES = tuple(["STRING"] * 2)
    RETURN_NAMES = tuple(f"out_{i}" for i in range(2))
