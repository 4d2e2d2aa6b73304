from pathlib import Path
from .core.registry import registry
registry.discover(Path(__file__).resolve().parent / "parts")
NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS = registry.mappings()
