import functools
import operator
from collections import ChainMap, OrderedDict, defaultdict
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from importlib import import_module
from .parts import ALL, GROUPS

by_group = defaultdict(dict)
for group, key, cls in GROUPS:
    by_group[group][key] = cls

def load(name):
    return import_module("." + name, __package__).M

with ThreadPoolExecutor(max_workers=4) as pool:
    threaded = list(pool.map(load, ["t_one", "t_two"]))

NODE_CLASS_MAPPINGS = functools.reduce(operator.or_, threaded, {})
NODE_CLASS_MAPPINGS = OrderedDict(sorted({**NODE_CLASS_MAPPINGS, **ChainMap(*ALL)}.items(), key=lambda kv: kv[0]))
NODE_CLASS_MAPPINGS.update(chain.from_iterable(d.items() for d in by_group.values()))
NODE_CLASS_MAPPINGS = dict(filter(lambda kv: not kv[0].startswith("_"), NODE_CLASS_MAPPINGS.items()))
