NODE_CLASS_MAPPINGS: dict[str, type] = {}
NODE_DISPLAY_NAME_MAPPINGS: dict[str, str] = {}

def _load(what, importer):
    try:
        classes, labels = importer()
        NODE_CLASS_MAPPINGS.update(classes)
        NODE_DISPLAY_NAME_MAPPINGS.update(labels)
    except Exception as error:
        print(what, error)

def _text():
    from .providers.text import NODE_CLASS_MAPPINGS as c, NODE_DISPLAY_NAME_MAPPINGS as d
    return c, d

def _broken():
    from .providers.absent import NODE_CLASS_MAPPINGS as c
    return c, {"Never": "never"}

_load("text", _text)
_load("broken", _broken)
_load("image", lambda: (__import__(__name__ + ".providers.image", fromlist=["x"]).MAP, {}))
