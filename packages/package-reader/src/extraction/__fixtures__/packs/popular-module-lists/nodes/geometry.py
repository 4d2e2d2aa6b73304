import abc

class _Shape(abc.ABC):
    """Base of all shapes, not a node."""
    CATEGORY = "mtb/geometry"
    FUNCTION = "make"
    RETURN_TYPES = ("GEOMETRY",)
    SIDES: int = 0

    @classmethod
    def INPUT_TYPES(cls):
        types = {"required": {"uid": ("STRING", {"default": cls.__name__.lower()})}}
        if cls.SIDES > 4:
            types["optional"] = {"sides": ("INT", {"default": cls.SIDES, "min": 3, "max": cls.SIDES * 2})}
        return types


class MTB_Plane(_Shape):
    SIDES = 4


class MTB_HexagonPrism(_Shape):
    """
    A prism of six sides.
    """
    SIDES = 6
    OUTPUT_IS_LIST = tuple(bool(n % 2) for n in range(1, 2))


def make(name, sides):
    return type(f"MTB_{name}", (_Shape,), {"SIDES": sides, "__doc__": f"A {name.lower()} with {sides} sides.", "RETURN_NAMES": (name,)})


__nodes__ = [MTB_Plane, MTB_HexagonPrism, *[make(n, s) for n, s in zip(["Octagon", "Decagon"], [8, 10])]]
