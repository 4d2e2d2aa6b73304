import easy_nodes
easy_nodes.initialize(default_category="lib")
from . import main
NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS = easy_nodes.get_node_mappings()
NODE_CLASS_MAPPINGS["Known Too"] = main.Known
