import itertools
from collections import ChainMap, deque
from concurrent.futures import ThreadPoolExecutor


class Plain:
    pass


PARTS = [{"Pooled": Plain}, {"Mapped": Plain}]
NODE_CLASS_MAPPINGS = {"Plain": Plain}
# Which names come out of these only running the code tells; none is guessed.
with ThreadPoolExecutor() as pool:
    for part in pool.map(dict, PARTS):
        NODE_CLASS_MAPPINGS.update(part)
NODE_CLASS_MAPPINGS.update(ChainMap(*PARTS))
queue = deque(["Queued"])
while queue:
    NODE_CLASS_MAPPINGS[queue.popleft()] = Plain
for number, part in zip(itertools.count(), PARTS):
    NODE_CLASS_MAPPINGS[f"Counted {number}"] = Plain
NODE_CLASS_MAPPINGS["made up".center(9)] = Plain
