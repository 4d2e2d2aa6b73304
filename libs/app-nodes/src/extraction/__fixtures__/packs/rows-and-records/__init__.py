import operator
import string
from collections import namedtuple
from dataclasses import dataclass, field
from itertools import groupby, islice, starmap
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


for key, members in groupby(["g", "g"]):
    NODE_CLASS_MAPPINGS[f"group {key}"] = list(members) and Node
NODE_CLASS_MAPPINGS.update(starmap(lambda key, node: (f"star {key}", node), [("h", Node), ("i", Node)]))
rows = [{"name": "picked j"}]
for row in islice(rows, 1):
    NODE_CLASS_MAPPINGS[operator.itemgetter("name")(row)] = Node
NODE_CLASS_MAPPINGS[[*map(operator.attrgetter("name"), (Row("first"), Row("last")))][-1]] = Node
NODE_CLASS_MAPPINGS.__setitem__("Dunder", Node)
NODE_CLASS_MAPPINGS.__ior__({"Or": Node})
pair = {"Popped kept": Node, "gone": Node}
pair.popitem()
NODE_CLASS_MAPPINGS.update(pair)
for key in {"Set kept": 1, "Set gone": 2}.keys() - {"Set gone"}:
    NODE_CLASS_MAPPINGS[key] = Node
for key in {"Set gone"}.intersection({"Set kept"}):
    NODE_CLASS_MAPPINGS[key] = Node
NODE_CLASS_MAPPINGS[string.capwords("capital words")] = Node
