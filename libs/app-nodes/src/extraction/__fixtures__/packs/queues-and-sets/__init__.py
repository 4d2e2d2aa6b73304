from collections import deque


def reach(start, links):
    seen, order = set(), []
    queue = deque([start])
    while queue:
        name = queue.popleft()
        if name in seen:
            continue
        seen.add(name)
        order.append(name)
        queue.extend(other for other in links.get(name, ()) if other not in seen)
    return order


def drained(queue):
    items = []
    while True:
        try:
            items.append(queue.popleft())
        except IndexError:
            break
    return items


LINKS = {"a": ["b", "c"], "b": ["d", "a"], "c": ["d"], "d": ["e"]}
NUMBERS = {n: [m for m in (2 * n + 1, 2 * n + 2) if m < 3000] for n in range(3000)}
ends = deque("xyz", maxlen=4)
ends.appendleft("w")
ends.append("v")
ends.rotate(1)
ends.extendleft(["u"])
last = ends.pop()
left = {"p", "q", "r"}
left -= {"q"}
left &= {"p", "r", "s"}
left.discard("s")
left.symmetric_difference_update({"t"})


class Walk:
    CATEGORY = f"{len(reach(0, NUMBERS))} of {len(NUMBERS)}"
    DESCRIPTION = f"{len(ends)} {ends.maxlen} {ends[0]} {ends[-1]} {last} {'u' in ends}"
    FUNCTION = "walk"
    RETURN_TYPES = tuple(sorted(left | {"a"}))
    DEPRECATED = left <= {"p", "r", "t"} and left >= {"p"} and not left.isdisjoint({"t"})

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"order": (reach("a", LINKS),), "rest": (drained(deque(ends)),)}}


NODE_CLASS_MAPPINGS = {f"Walk {name}": Walk for name in reach("b", LINKS)}
