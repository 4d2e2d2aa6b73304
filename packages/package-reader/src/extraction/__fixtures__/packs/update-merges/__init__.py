NODE_CLASS_MAPPINGS = {}
NODE_DISPLAY_NAME_MAPPINGS = {}

from .mask import nodes as mask_module
from .latent.core import LATENT_NODES

NODE_CLASS_MAPPINGS.update(mask_module.REGISTERED)
NODE_CLASS_MAPPINGS.update(LATENT_NODES)
NODE_CLASS_MAPPINGS.update({"Extra One": mask_module.Grow}, ExtraTwo=mask_module.Grow)
NODE_CLASS_MAPPINGS.update([("Paired", mask_module.Grow)])
NODE_CLASS_MAPPINGS["Item"] = mask_module.Grow
NODE_CLASS_MAPPINGS.setdefault("Defaulted", mask_module.Grow)
NODE_CLASS_MAPPINGS["Temporary"] = mask_module.Grow
del NODE_CLASS_MAPPINGS["Temporary"]
NODE_CLASS_MAPPINGS.pop("Never", None)
