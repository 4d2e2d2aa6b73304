class Node:
    pass


NODE_CLASS_MAPPINGS = {}
width = 4
for name in (
    "%(letter)s/%(digit)d" % {"letter": "x", "digit": 1},
    f"{3:0{3}d}",
    f"{'q'!r:<{width}}|",
    "{0!r}".format("it's")[1:-1],
    f'"n": {[1, "two"]}',
):
    NODE_CLASS_MAPPINGS[name] = Node
# The name of a character is not resolved, so this one is not known.
NODE_CLASS_MAPPINGS["\N{BULLET} bullet"] = Node
