from .videohelpersuite.nodes import NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS
import folder_paths
from .videohelpersuite import documentation

documentation.format_descriptions(NODE_CLASS_MAPPINGS)
WEB_DIRECTORY = "./web"
