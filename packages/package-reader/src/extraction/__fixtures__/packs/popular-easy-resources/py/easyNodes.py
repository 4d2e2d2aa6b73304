from .config import RESOLUTION_STRINGS, MAX_SEED_NUM, load_styles
import comfy.samplers

STYLES = load_styles()
new_schedulers = ['align_your_steps', 'gits']


class positivePrompt:
    def __init__(self):
        pass

    @classmethod
    def INPUT_TYPES(s):
        return {"required": {
            "positive": ("STRING", {"default": "", "multiline": True, "placeholder": "Positive"}), }
        }

    RETURN_TYPES = ("STRING",)
    RETURN_NAMES = ("positive",)
    FUNCTION = "main"

    CATEGORY = "EasyUse/Prompt"


class stylesPromptSelector:
    @classmethod
    def INPUT_TYPES(s):
        styles = STYLES
        return {
            "required": {
                "styles": (styles, {"default": styles[0]}),
                "select_styles": ("EASY_PROMPT_STYLES", {"default": ""}),
            },
            "hidden": {"prompt": "PROMPT", "extra_pnginfo": "EXTRA_PNGINFO", "my_unique_id": "UNIQUE_ID"},
        }

    RETURN_TYPES = ("STRING", "STRING",)
    RETURN_NAMES = ("positive", "negative",)
    CATEGORY = 'EasyUse/Prompt'
    FUNCTION = 'run'


class easyLoader:
    _resolution = ("resolution", )

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "resolution": (RESOLUTION_STRINGS, {"default": RESOLUTION_STRINGS[1]}),
                "clip_skip": ("INT", {"default": -2, "min": -24, "max": 0, "step": 1}),
                "seed": ("INT", {"default": 0, "min": 0, "max": MAX_SEED_NUM}),
                **cls.extra(),
            },
            "optional": {"optional_lora_stack": ("LORA_STACK",)},
            "hidden": {"prompt": "PROMPT", "my_unique_id": "UNIQUE_ID"}
        }

    @classmethod
    def extra(cls):
        return {}

    RETURN_TYPES = ("PIPE_LINE", "MODEL", "VAE")
    RETURN_NAMES = ("pipe", "model", "vae")
    FUNCTION = "adv_pipeloader"
    CATEGORY = "EasyUse/Loaders"


class fluxLoader(easyLoader):
    @classmethod
    def extra(cls):
        return {"model_override": ("MODEL",), "weight": (["default"] + ["fp8_e4m3fn"] * 1,)}

    FUNCTION = "fluxLoader"
    DEPRECATED = 1


class comfyLoader(fluxLoader):
    @classmethod
    def INPUT_TYPES(cls):
        inputs = super().INPUT_TYPES()
        del inputs["optional"]
        inputs["required"].pop("seed")
        inputs["required"] = {"first": ("STRING",)} | inputs["required"]
        return inputs

    RETURN_TYPES = easyLoader.RETURN_TYPES[:2] + ("CLIP",)
    RETURN_NAMES = [name.upper() for name in ("pipe", "model", "clip")]
    CATEGORY = "/".join(["EasyUse", "Loaders", "comfy"])
    DEPRECATED = False


NODE_CLASS_MAPPINGS = {
    "easy positive": positivePrompt,
    "easy stylesSelector": stylesPromptSelector,
    "easy fullLoader": easyLoader,
    "easy fluxLoader": fluxLoader,
    "easy comfyLoader": comfyLoader,
}
NODE_DISPLAY_NAME_MAPPINGS = {
    "easy positive": "Positive",
    "easy stylesSelector": "Styles Selector",
    "easy fullLoader": "EasyLoader (Full)",
    "easy fluxLoader": "EasyLoader (Flux)",
}
