import os
from pathlib import Path

HERE = Path(__file__).parent
NODE_CLASS_MAPPINGS = {}
for look in sorted(os.listdir(HERE / "looks")):
    if os.path.isdir(HERE / "looks" / look) and (HERE / "looks" / look / "look.png").exists():
        NODE_CLASS_MAPPINGS[f"Filter {look}"] = type(look, (), {"CATEGORY": "looks"})
