import re
from pathlib import Path

NODE_CLASS_MAPPINGS = {}
HUMPS = re.compile(r"(?:^|[A-Z])[a-z]*")


def label(name):
    if name.startswith("PN_"):
        name = name[3:]
    return " ".join(HUMPS.findall(name)).strip()


class SoftBlur:
    pass


class PN_EdgeFind:
    pass


for node in (SoftBlur, PN_EdgeFind):
    NODE_CLASS_MAPPINGS[f"{label(node.__name__)} (pn)"] = node
found = re.match(r"tool_(?P<version>v\d+)", "tool_v2_final")
if found:
    NODE_CLASS_MAPPINGS[found.group("version")] = SoftBlur
if re.search(r"^never", "tool_v2"):
    NODE_CLASS_MAPPINGS["not this"] = SoftBlur
NODE_CLASS_MAPPINGS[re.sub(r"[-_]+", " ", "depth__map")] = SoftBlur
NODE_CLASS_MAPPINGS[re.sub(r"(?<!^)(?=[A-Z])", " ", "TwoWords")] = SoftBlur
NODE_CLASS_MAPPINGS[re.sub("(url)", lambda m: m[1].upper(), "urlReader", flags=re.I)] = SoftBlur
for path in Path(__file__).parent.iterdir():
    name = re.fullmatch(r"node-(.*)\.py", path.name)
    if name is not None:
        NODE_CLASS_MAPPINGS[name[1]] = SoftBlur
