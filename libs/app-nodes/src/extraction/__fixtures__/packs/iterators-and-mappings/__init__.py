import asyncio
import itertools
import sys
import types
from collections.abc import MutableMapping
from concurrent.futures import ThreadPoolExecutor, as_completed

NODE_CLASS_MAPPINGS = {}


class Outer:
    class Inner:
        pass


numbers = itertools.count(1)
for node in (Outer, Outer.Inner):
    NODE_CLASS_MAPPINGS[f"n{next(numbers)}"] = node
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


def load(name):
    return name, Outer


with ThreadPoolExecutor() as pool:
    for future in as_completed([pool.submit(load, "from pool")]):
        key, node = future.result()
        NODE_CLASS_MAPPINGS[key] = node


async def load_later():
    return await asyncio.gather(*[asyncio.to_thread(load, "never")] * 0, *[load("gathered")])


NODE_CLASS_MAPPINGS.update(asyncio.run(load_later()))
