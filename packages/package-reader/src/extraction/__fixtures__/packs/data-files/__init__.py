import json
import os
from pathlib import Path

HERE = Path(__file__).parent
NODE_CLASS_MAPPINGS = {}


def make(name, **attributes):
    return type(name, (), {"CATEGORY": "data", **attributes})


with open(os.path.join(os.path.dirname(__file__), "presets.json"), encoding="utf-8") as file:
    for preset in json.load(file)["presets"]:
        NODE_CLASS_MAPPINGS[f"Preset/{preset['name']}"] = make(preset["name"], DESCRIPTION=preset["about"])
for count in (HERE / "counts.txt").read_text().replace(" ", "").split(","):
    NODE_CLASS_MAPPINGS[f"Stack {int(count)}"] = make("Stack")
with (HERE / "lines.txt").open() as lines:
    for line in lines:
        if line.strip() and not line.startswith("#"):
            NODE_CLASS_MAPPINGS["Lines: " + line.strip()] = make("Line")
for found in sorted(HERE.glob("listed/*.json")):
    NODE_CLASS_MAPPINGS[f"Listed {json.loads(found.read_text())['id']}"] = make("Listed")
