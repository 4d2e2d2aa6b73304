__version__ = "1.3.4"

import yaml
import json
import os
import folder_paths
import importlib
from pathlib import Path

node_list = [
    "server",
    "api",
    "easyNodes",
    "image",
    "logic"
]

NODE_CLASS_MAPPINGS = {}
NODE_DISPLAY_NAME_MAPPINGS = {}

for module_name in node_list:
    try:
        imported_module = importlib.import_module(".py.{}".format(module_name), __name__)
        NODE_CLASS_MAPPINGS = {**NODE_CLASS_MAPPINGS, **imported_module.NODE_CLASS_MAPPINGS}
        NODE_DISPLAY_NAME_MAPPINGS = {**NODE_DISPLAY_NAME_MAPPINGS, **imported_module.NODE_DISPLAY_NAME_MAPPINGS}
    except AttributeError:
        pass

cwd_path = os.path.dirname(os.path.realpath(__file__))
comfy_path = folder_paths.base_path
WEB_DIRECTORY = "./web_version/v1"
