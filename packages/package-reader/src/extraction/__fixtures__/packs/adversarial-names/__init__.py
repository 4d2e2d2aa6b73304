from .real import *
"""
Example:
    NODE_CLASS_MAPPINGS = {"Doc Example": Example}
"""
class Example:
    """NODE_CLASS_MAPPINGS["From docstring"] = X"""
    NODE_CLASS_MAPPINGS = {"Class Attribute": None}
    def register(self):
        NODE_CLASS_MAPPINGS["In Method"] = Example
def helper():
    NODE_CLASS_MAPPINGS = {"Local Variable": Example}
    return NODE_CLASS_MAPPINGS
unused = helper()
copy_of = dict(NODE_CLASS_MAPPINGS)
copy_of["Only in copy"] = Example
if 0:
    NODE_CLASS_MAPPINGS["Zero"] = Example
if not True:
    NODE_CLASS_MAPPINGS["Not true"] = Example
DEBUG = False
if DEBUG:
    NODE_CLASS_MAPPINGS["Debug"] = Example
while False:
    NODE_CLASS_MAPPINGS["While"] = Example
try:
    from .real import Real as R
except Exception:
    NODE_CLASS_MAPPINGS = {"Error Node": Example}
for cls in ():
    NODE_CLASS_MAPPINGS[cls.__name__] = cls
REMOVED = ["Gone"]
for name in REMOVED:
    NODE_CLASS_MAPPINGS.pop(name, None)
NODE_DISPLAY_NAME_MAPPINGS = dict(NODE_DISPLAY_NAME_MAPPINGS, Ghost="Ghost")
