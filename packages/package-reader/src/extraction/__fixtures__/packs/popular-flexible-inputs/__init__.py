"""
@title: Kit Comfy
@nickname: kit
@description: Making things easier.
"""
import glob
import json
import os
import shutil

from .py.context import KitContext, KitBigContext
from .py.power import KitPowerLoraLoader, KitPowerPrompt
from .py.random_seed import KitSeed
from .py.config import get_config_value

NODE_CLASS_MAPPINGS = {
    KitBigContext.NAME: KitBigContext,
    KitContext.NAME: KitContext,
    KitPowerLoraLoader.NAME: KitPowerLoraLoader,
    KitPowerPrompt.NAME: KitPowerPrompt,
    KitSeed.NAME: KitSeed,
}

if get_config_value("unreleased.dynamic_context.enabled") is True:
    from .py.dynamic import Dynamic
    NODE_CLASS_MAPPINGS[Dynamic.NAME] = Dynamic

WEB_DIRECTORY = "./web/comfyui"
