import sys
import types
from collections.abc import MutableMapping

NODE_CLASS_MAPPINGS = {}


class Outer:
    class Inner:
        pass


words = iter(["first", "second"])
NODE_CLASS_MAPPINGS[next(words)] = Outer
NODE_CLASS_MAPPINGS[next(words)] = Outer
for word in ["even", "odd"][::2]:
    NODE_CLASS_MAPPINGS[word] = Outer
NODE_CLASS_MAPPINGS[Outer.Inner.__qualname__] = Outer.Inner


class Table(MutableMapping):
    def __init__(self):
        self.held = {}

    def __getitem__(self, key):
        return self.held[key]

    def __setitem__(self, key, value):
        self.held[key] = value

    def __delitem__(self, key):
        del self.held[key]

    def __iter__(self):
        return iter(self.held)

    def __len__(self):
        return len(self.held)


table = Table()
table["mapped"] = Outer
table.update({"updated": Outer})
NODE_CLASS_MAPPINGS = {**NODE_CLASS_MAPPINGS, **table}
made = types.ModuleType("made_module")
made.NODES = {"module node": Outer}
sys.modules["made_module"] = made
import made_module

NODE_CLASS_MAPPINGS.update(made_module.NODES)
