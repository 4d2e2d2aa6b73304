from collections import OrderedDict, defaultdict
from itertools import chain
from .parts import ALL, GROUPS

by_group = defaultdict(dict)
for group, key, cls in GROUPS:
    by_group[group][key] = cls

NODE_CLASS_MAPPINGS = OrderedDict(sorted(ALL.items(), key=lambda kv: kv[0]))
NODE_CLASS_MAPPINGS.update(chain.from_iterable(d.items() for d in by_group.values()))
NODE_CLASS_MAPPINGS = dict(filter(lambda kv: not kv[0].startswith("_"), NODE_CLASS_MAPPINGS.items()))
