from .color import NODE_CLASS_MAPPINGS as color_nodes, NODE_DISPLAY_NAME_MAPPINGS as color_labels
from .shape import MAP as shape_nodes
from . import extra

NODE_CLASS_MAPPINGS = {**color_nodes, **shape_nodes, "Inline": extra.Inline}
NODE_DISPLAY_NAME_MAPPINGS = {**color_labels, "Inline": "In line"}
__all__ = ["NODE_CLASS_MAPPINGS", "NODE_DISPLAY_NAME_MAPPINGS"]
