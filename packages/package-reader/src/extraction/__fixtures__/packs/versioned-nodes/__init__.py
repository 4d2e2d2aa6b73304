from .v import v1, v2
from .meta import VERSION, NAMESPACE
_MODULES = [v1, v2]
NODE_CLASS_MAPPINGS = {}
for index, module in enumerate(_MODULES, 1):
    for base_name, cls in module.NODES.items():
        NODE_CLASS_MAPPINGS[f"{NAMESPACE}{base_name}{'' if index == 1 else f'_v{index}'}"] = cls
NODE_CLASS_MAPPINGS |= {f"{NAMESPACE}Alias{i:>2}|{VERSION!s}": v1.Base for i in range(1, 3)}
NODE_DISPLAY_NAME_MAPPINGS = {name: name.removeprefix(NAMESPACE).replace("_", " ") for name in NODE_CLASS_MAPPINGS}
