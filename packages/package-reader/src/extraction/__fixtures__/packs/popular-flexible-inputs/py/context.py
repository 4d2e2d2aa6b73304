"""The original Context node."""
from .constants import get_category, get_name

_all_context_input_output_data = {
    "base_ctx": ("base_ctx", "KIT_CONTEXT", "CONTEXT"),
    "model": ("model", "MODEL", "MODEL"),
    "seed": ("seed", "INT", "SEED"),
    "steps": ("steps", "INT", "STEPS"),
    "mask": ("mask", "MASK", "MASK"),
}

force_input_types = ["INT", "STRING", "FLOAT"]
force_input_names = ["sampler", "scheduler", "ckpt_name"]


def _create_context_data(input_list=None):
    """Returns a tuple of context inputs, return types, and return names to use in a node"s def"""
    if input_list is None:
        input_list = _all_context_input_output_data.keys()
    list_ctx_return_types = []
    list_ctx_return_names = []
    ctx_optional_inputs = {}
    for inp in input_list:
        data = _all_context_input_output_data[inp]
        list_ctx_return_types.append(data[1])
        list_ctx_return_names.append(data[2])
        ctx_optional_inputs[data[0]] = tuple([data[1]] + ([{"forceInput": True}] if data[1] in force_input_types or
                                                          data[0] in force_input_names else []))
    ctx_return_types = tuple(list_ctx_return_types)
    ctx_return_names = tuple(list_ctx_return_names)
    return (ctx_optional_inputs, ctx_return_types, ctx_return_names)


ALL_CTX_OPTIONAL_INPUTS, ALL_CTX_RETURN_TYPES, ALL_CTX_RETURN_NAMES = _create_context_data()

_original_ctx_inputs_list = ["base_ctx", "model", "seed"]
ORIG_CTX_OPTIONAL_INPUTS, ORIG_CTX_RETURN_TYPES, ORIG_CTX_RETURN_NAMES = _create_context_data(_original_ctx_inputs_list)


class KitBigContext:
    """The Context Big node."""

    NAME = get_name("Context Big")
    CATEGORY = get_category()
    RETURN_TYPES = ALL_CTX_RETURN_TYPES
    RETURN_NAMES = ALL_CTX_RETURN_NAMES
    FUNCTION = "convert"

    @classmethod
    def INPUT_TYPES(cls):  # pylint: disable = invalid-name,missing-function-docstring
        return {
            "required": {},
            "optional": ALL_CTX_OPTIONAL_INPUTS,
            "hidden": {},
        }


class KitContext:
    """The initial Context node.

  For now, this nodes' outputs will remain as-is, as they are perfect for most 1.5 application, but
  is also backwards compatible with other Context nodes.
  """

    NAME = get_name("Context")
    CATEGORY = get_category()
    RETURN_TYPES = ORIG_CTX_RETURN_TYPES
    RETURN_NAMES = ORIG_CTX_RETURN_NAMES
    FUNCTION = "convert"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {},
            "optional": ORIG_CTX_OPTIONAL_INPUTS,
            "hidden": {"version": "FLOAT"},
        }
