"""
NODE_CLASS_MAPPINGS = {"In A Docstring": None}
"""
from .table import LABELS
NODE_DISPLAY_NAME_MAPPINGS = {"Label A": "a", "Label B": "b"}
CATEGORY_MAPPINGS = {"Cat": "x"}
NODE_CLASS_MAPPINGS_OLD = {"Old": object}
EXAMPLE = 'NODE_CLASS_MAPPINGS = {"In A String": X}'
#NODE_CLASS_MAPPINGS["Commented"] = object
def never_called():
    NODE_CLASS_MAPPINGS["Not Called"] = object
NODE_CLASS_MAPPINGS = {}
WEB_DIRECTORY = "./web"
