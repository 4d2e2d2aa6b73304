from collections import namedtuple
from dataclasses import dataclass, field
from typing import NamedTuple

NODE_CLASS_MAPPINGS = {}


class Node:
    CATEGORY = "rows"


Row = namedtuple("Row", "name node", defaults=[Node])
for name, node in [Row("tuple a"), Row(name="tuple b", node=Node)]:
    NODE_CLASS_MAPPINGS[name] = node


class Typed(NamedTuple):
    name: str
    node: type = Node


for typed in (Typed("typed c"), Typed("typed d", Node)):
    NODE_CLASS_MAPPINGS[typed[0]] = typed.node


@dataclass
class Record:
    name: str
    full: str = field(init=False)

    def __post_init__(self):
        self.full = f"made X-{self.name}"


NODE_CLASS_MAPPINGS[Record("e").full] = Node


class Told:
    def __set_name__(self, owner, name):
        NODE_CLASS_MAPPINGS[f"told {name}"] = owner


class Owner:
    f = Told()


NODE_CLASS_MAPPINGS.__setitem__("Dunder", Node)
pair = {"Popped kept": Node, "gone": Node}
pair.popitem()
NODE_CLASS_MAPPINGS.update(pair)
for key in {"Set kept": 1, "Set gone": 2}.keys() - {"Set gone"}:
    NODE_CLASS_MAPPINGS[key] = Node
for key in {"Set gone"}.intersection({"Set kept"}):
    NODE_CLASS_MAPPINGS[key] = Node
