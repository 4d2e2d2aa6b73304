"""Top-level package for my_kit."""

__all__ = [
    "NODE_CLASS_MAPPINGS",
    "NODE_DISPLAY_NAME_MAPPINGS",
    "WEB_DIRECTORY",
]

__author__ = """A Person"""
__version__ = "0.0.1"

from .src.my_kit.nodes import NODE_CLASS_MAPPINGS
from .src.my_kit.nodes import NODE_DISPLAY_NAME_MAPPINGS

WEB_DIRECTORY = "./web"
