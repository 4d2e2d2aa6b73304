"""All nodes of the kit."""
import inspect
import textwrap
from inspect import cleandoc


class Example:
    """
    A example node

    Class methods
    -------------
    INPUT_TYPES (dict):
        Tell the main program input parameters of nodes.
	IS_CHANGED:
        optional method to control when the node is re executed.

    """

    def __init__(self):
        pass

    @classmethod
    def INPUT_TYPES(s):
        """
            Return a dictionary which contains config for all input fields.
        """
        return {
            "required": {
                "image": ("Image", {"tooltip": "This is an image"}),
                "int_field": ("INT", {
                    "default": 0,
                    "min": 0,  # Minimum value
                    "max": 4096,  # Maximum value
                    "step": 64,  # Slider's step
                    "display": "number"  # Cosmetic only: display as "number" or "slider"
                }),
                "float_field": ("FLOAT", {
                    "default": 1.0,
                    "min": 0.0,
                    "max": 10.0,
                    "step": 0.01,
                    "round": 0.001,
                    "display": "number"}),
                "print_to_screen": (["enable", "disable"],),
                "string_field": ("STRING", {
                    "multiline": False,
                    "default": "Hello World!"
                }),
            },
        }

    RETURN_TYPES = ("IMAGE",)
    # RETURN_NAMES = ("image_output_name",)
    DESCRIPTION = cleandoc(__doc__)
    FUNCTION = "test"

    # OUTPUT_NODE = False
    # OUTPUT_TOOLTIPS = ("",) # Tooltips for the output node

    CATEGORY = "Example"

    def test(self, image, string_field, int_field, float_field, print_to_screen):
        return (1.0 - image,)

    """
        The node will always be re executed if any of the inputs change.
    """
    # @classmethod
    # def IS_CHANGED(s, image, string_field, int_field, float_field, print_to_screen):
    #    return ""


class Raw:
    '''First line,
        second line.'''
    DESCRIPTION = __doc__
    RETURN_TYPES = ("STRING",)
    FUNCTION = "run"
    CATEGORY = "Example/texts"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


class Quiet(Raw):
    DESCRIPTION = ""
    """Not documentation, as it stands second."""


class Stripped:
    """   Trimmed by hand.   """
    DESCRIPTION = __doc__.strip()
    RETURN_TYPES = ("STRING", "STRING")
    OUTPUT_IS_LIST = [True, False]
    FUNCTION = "run"

    @classmethod
    def INPUT_TYPES(cls):
        return {}


class Undocumented(Stripped):
    RETURN_NAMES = ["first", "second"]
    CATEGORY = "Example/" "texts"


class Late:
    """Given later."""
    RETURN_TYPES = tuple()
    FUNCTION = "run"
    CATEGORY = "Example"

    @classmethod
    def INPUT_TYPES(cls):
        """Inputs of the late one."""
        return dict(required=dict(text=("STRING", dict(default=cls.INPUT_TYPES.__doc__, tooltip=inspect.getdoc(cls)))))


Late.DESCRIPTION = textwrap.dedent("""\
    Spread over
      lines,
    each indented.
""").rstrip()


def with_description(text):
    def mark(cls):
        cls.DESCRIPTION = f"{cls.__doc__} {text}"
        return cls
    return mark


@with_description("And decorated.")
class Decorated:
    """Documented."""
    RETURN_TYPES = ("INT",)
    FUNCTION = "run"
    CATEGORY = "Example"
    INPUT_TYPES = classmethod(lambda cls: {"required": {"a": ("INT", {"default": 1})}})


NODE_CLASS_MAPPINGS = {
    "Example": Example, "Raw": Raw, "Quiet": Quiet, "Stripped": Stripped,
    "Undocumented": Undocumented, "Late": Late, "Decorated": Decorated,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "Example": "Example Node"
}
