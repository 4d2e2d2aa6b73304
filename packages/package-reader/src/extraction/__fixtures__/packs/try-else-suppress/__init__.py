import contextlib
import sys
try:
    import comfy.utils
except ImportError:
    pass
else:
    NODE_CLASS_MAPPINGS = {}
    from .nodes.simple import NODE_CLASS_MAPPINGS as Simple
    NODE_CLASS_MAPPINGS.update(Simple)
    with contextlib.suppress(ImportError):
        from .nodes.absent import NODE_CLASS_MAPPINGS as Absent
        NODE_CLASS_MAPPINGS.update(Absent)
    from .nodes import late as _late
    if (extra := getattr(_late, "EXTRA", None)) is not None:
        NODE_CLASS_MAPPINGS.update(extra)
    try:
        NODE_CLASS_MAPPINGS.update(_late.OPTIONAL_MAPPING)
    except AttributeError:
        pass
    finally:
        NODE_CLASS_MAPPINGS["Finally"] = Simple["Simple"]
    setattr(sys.modules[__name__], "NODE_DISPLAY_NAME_MAPPINGS", {k: v.TITLE for k, v in Simple.items()})
