import importlib
import logging
import re
from .log import nodify

NODE_CLASS_MAPPINGS = {}
NODE_DISPLAY_NAME_MAPPINGS = {}
NODE_CLASS_MAPPINGS_DEBUG = {}


def extract_nodes_from_source(filename):
    return [filename]


def load_nodes():
    errors = []
    nodes = []
    for module in ("animation", "geometry", "broken"):
        try:
            imported = importlib.import_module(f".nodes.{module}", package=__package__)
            _nodes = getattr(imported, "__nodes__")
            nodes.extend(_nodes)
        except AttributeError:
            pass
        except Exception as exc:
            errors.append(exc)
    return nodes


for class_module in load_nodes():
    name = class_module.__name__
    node_label = f"{name.replace('MTB_', '').strip()} (mtb)"
    node_name = nodify(name)
    NODE_CLASS_MAPPINGS[node_label] = class_module
    NODE_DISPLAY_NAME_MAPPINGS[node_label] = f"{node_name} (mtb)"
    NODE_CLASS_MAPPINGS_DEBUG[node_label] = class_module.__doc__
