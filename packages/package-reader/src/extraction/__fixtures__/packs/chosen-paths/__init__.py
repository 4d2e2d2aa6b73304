import os
import sys


class Node:
    CATEGORY = "paths"


NODE_CLASS_MAPPINGS = {f"local {name}": value for name, value in locals().items() if type(value) is type}


def case(value):
    match value:
        case 1:
            return "one"
        case 2 | 3:
            return "two"
        case ("pair", number):
            return f"pair {number}"
        case _:
            return "other"


NODE_CLASS_MAPPINGS[f"case {case(2)}"] = Node
NODE_CLASS_MAPPINGS[f"case {case(('pair', 1))}"] = Node
if sys.version_info >= (3, 8):
    NODE_CLASS_MAPPINGS["newer"] = Node
else:
    NODE_CLASS_MAPPINGS["older"] = Node
try:
    unicode
    NODE_CLASS_MAPPINGS["python 2"] = Node
except NameError:
    NODE_CLASS_MAPPINGS["no python 2"] = Node
try:
    REGISTERED
except NameError:
    REGISTERED = {"first": Node}
NODE_CLASS_MAPPINGS.update(REGISTERED)
for folder, folders, files in os.walk(os.path.dirname(__file__)):
    folders[:] = [name for name in folders if name != "drafts"]
    for file in files:
        if file.startswith("w_"):
            NODE_CLASS_MAPPINGS[file[2:-3]] = Node


class Registry:
    only = None

    def __new__(cls):
        if cls.only is None:
            cls.only = super().__new__(cls)
            cls.only.nodes = {}
        return cls.only

    def __enter__(self):
        return self.nodes

    def __exit__(self, *error):
        self.nodes["left the block"] = Node


Registry().nodes["one of a kind"] = Node
with Registry() as table:
    table["in the block"] = Node
NODE_CLASS_MAPPINGS.update(Registry().nodes)
