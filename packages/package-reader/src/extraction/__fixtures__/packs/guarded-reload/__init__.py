import importlib
import logging
import traceback
logger = logging.getLogger(__name__)
MODULES = {
    "core": {"required": True},
    "audio": {"required": False, "enabled": lambda: True},
    "lab": {"required": False, "enabled": lambda: False},
}
NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS, FAILED = {}, {}, []

def attempt(name, spec):
    if not spec.get("enabled", lambda: True)():
        return False
    try:
        module = importlib.import_module("..{}".format(name), package="{}.inner".format(__name__))
        importlib.reload(module)
    except Exception:
        FAILED.append(name)
        logger.warning(traceback.format_exc())
        if spec["required"]:
            raise
        return False
    for target, attribute in ((NODE_CLASS_MAPPINGS, "NODE_CLASS_MAPPINGS"), (NODE_DISPLAY_NAME_MAPPINGS, "NODE_DISPLAY_NAME_MAPPINGS")):
        found = getattr(module, attribute, None)
        if isinstance(found, dict):
            duplicates = set(target) & set(found)
            if duplicates:
                logger.warning("dup %s", duplicates)
            target.update({k: v for k, v in found.items() if k not in duplicates})
    return True

results = [attempt(n, s) for n, s in MODULES.items()]
assert any(results)
