def reach(start, links):
    seen, order, queue = set(), [], [start]
    while queue:
        name = queue.pop(0)
        if name in seen:
            continue
        seen.add(name)
        order.append(name)
        queue.extend(other for other in links.get(name, ()) if other not in seen)
    return order


LINKS = {"a": ["b", "c"], "b": ["d", "a"], "c": ["d"], "d": ["e"]}
left = {"p", "q", "r"}
left -= {"q"}
left &= {"p", "r", "s"}
left.discard("s")


class Walk:
    CATEGORY = f"{len(reach('a', LINKS))} of {len(LINKS)}"
    RETURN_TYPES = tuple(sorted(left | {"a"}))


NODE_CLASS_MAPPINGS = {f"Walk {name}": Walk for name in reach("b", LINKS)}
