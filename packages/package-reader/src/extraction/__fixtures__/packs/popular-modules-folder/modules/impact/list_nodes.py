from impact.utils import any_typ, ByPassTypeTuple


class MakeAnyList:
    @classmethod
    def INPUT_TYPES(s):
        return {"required": {}, "optional": {"value1": (any_typ,)}}

    RETURN_TYPES = (any_typ,)
    OUTPUT_IS_LIST = (True, )
    FUNCTION = "doit"
    CATEGORY = "Pack/List"
    INPUT_IS_LIST = True


class NthItem:
    """Picks the nth item of a list."""

    @classmethod
    def INPUT_TYPES(s):
        return {"required": {"any_list": (any_typ,), "index": ("INT", {"default": 0})}}

    RETURN_TYPES = ByPassTypeTuple((any_typ,))
    RETURN_NAMES = ("item",)
    FUNCTION = "doit"
    CATEGORY = "Pack/List"
    EXPERIMENTAL = True


class Sleep:
    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {"signal": (any_typ,), "seconds": ("FLOAT", {"default": 0.5, "min": 0, "max": 3600})},
        }

    RETURN_TYPES = (any_typ,)
    RETURN_NAMES = None
    FUNCTION = "doit"
    CATEGORY = "Pack/Logic/_for_test"
    DEPRECATED = True


NODE_CLASS_MAPPINGS = {"PackMakeAnyList": MakeAnyList, "PackNthItem": NthItem, "PackSleep": Sleep}
NODE_DISPLAY_NAME_MAPPINGS = {"PackMakeAnyList": "Make List (Any)", "PackNthItem": "Select Nth Item (Any list)"}
