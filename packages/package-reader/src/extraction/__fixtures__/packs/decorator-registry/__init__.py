from . import registry
from . import drawing, text
NODE_CLASS_MAPPINGS = registry.CLASSES
NODE_DISPLAY_NAME_MAPPINGS = registry.LABELS
