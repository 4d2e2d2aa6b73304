from .lists import NODE_LIST, ROWS
PREFIX = "zz_"
WEB_DIRECTORY, NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS = "./js", {}, {}

def generate(config):
    classes, labels = {}, {}
    for name, cls in config.items():
        full = f"{PREFIX}{name}"
        classes[full] = cls
        labels[full] = full
        cls.CATEGORY = "Addon" if not getattr(cls, "CATEGORY", "") else f"Addon/{cls.CATEGORY}"
    return classes, labels

a, b = generate(NODE_LIST)
NODE_CLASS_MAPPINGS.update(a); NODE_DISPLAY_NAME_MAPPINGS.update(b)
for key, cls, label in sorted(ROWS, key=lambda row: row[2]):
    if key not in NODE_CLASS_MAPPINGS:
        NODE_CLASS_MAPPINGS[key] = cls
        NODE_DISPLAY_NAME_MAPPINGS[key] = label
