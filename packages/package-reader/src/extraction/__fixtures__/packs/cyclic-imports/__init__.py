NODE_CLASS_MAPPINGS = {}
NODE_DISPLAY_NAME_MAPPINGS = {}
from .left import *
from .right import Right
NODE_CLASS_MAPPINGS["Right"] = Right
