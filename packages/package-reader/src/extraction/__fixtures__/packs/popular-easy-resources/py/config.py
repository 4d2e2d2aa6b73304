import os
import json

RESOURCES_DIR = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "resources")
BASE_RESOLUTIONS = [
    ("自定义", "自定义"),
    (512, 512),
    (512, 768),
    (1024, 1024),
]
MAX_SEED_NUM = 1125899906842624
RESOLUTION_STRINGS = [f"{width} x {height} (custom)" if width == '自定义' and height == '自定义' else f"{width} x {height}" for width, height in BASE_RESOLUTIONS]


def load_styles():
    with open(os.path.join(RESOURCES_DIR, "styles.json"), encoding="utf-8") as f:
        return [style["name"] for style in json.load(f)]


class AlwaysEqualProxy(str):
    def __eq__(self, _):
        return True

    def __ne__(self, _):
        return False

    def __hash__(self):
        return hash(str(self))
