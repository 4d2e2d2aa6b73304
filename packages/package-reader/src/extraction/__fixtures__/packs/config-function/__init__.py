class Load:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)

class Save:
    CATEGORY = "demo"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)

CONFIG = {
    "io_load": {"class": Load, "name": "Load it"},
    "io_save": {"class": Save},
    "io_off": {"class": Save, "enabled": False},
}

def build(config):
    classes, labels = {}, {}
    for key, info in config.items():
        if not info.get("enabled", True):
            continue
        classes[key] = info["class"]
        labels[key] = info.get("name", info["class"].__name__)
    return classes, labels

NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS = build(CONFIG)
