import folder_paths
from nodes import LoraLoader
from .constants import get_category, get_name
from .utils import FlexibleOptionalInputType, any_type


class KitPowerLoraLoader:
    """ The Power Lora Loader is a powerful, flexible node to add multiple loras to a model/clip."""

    NAME = get_name('Power Lora Loader')
    CATEGORY = get_category()

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
            },
            # Since we will pass any number of loras in from the UI, this needs to always allow an
            "optional": FlexibleOptionalInputType(type=any_type, data={
                "model": ("MODEL",),
                "clip": ("CLIP",),
            }),
            "hidden": {},
        }

    RETURN_TYPES = ("MODEL", "CLIP")
    RETURN_NAMES = ("MODEL", "CLIP")
    FUNCTION = "load_loras"


class KitPowerPrompt:

    NAME = get_name('Power Prompt')
    CATEGORY = get_category(['prompt', 'power'])

    @classmethod
    def INPUT_TYPES(cls):
        SAVED_PROMPTS_FILES = folder_paths.get_filename_list('saved_prompts')
        return {
            'required': {
                'prompt': ('STRING', {'multiline': True, 'dynamicPrompts': True}),
            },
            'optional': {
                'opt_model': ('MODEL',),
                'insert_lora': (['CHOOSE', 'DISABLE LORAS'] +
                                [f for f in ['a.safetensors', 'b.safetensors']],),
                'insert_saved': (['CHOOSE',] + SAVED_PROMPTS_FILES,),
            },
            'hidden': {'values_insert_saved': (['CHOOSE'] + SAVED_PROMPTS_FILES,)},
        }

    RETURN_TYPES = ('CONDITIONING', 'MODEL', 'CLIP', 'STRING',)
    RETURN_NAMES = ('CONDITIONING', 'MODEL', 'CLIP', 'TEXT',)
    FUNCTION = 'main'
