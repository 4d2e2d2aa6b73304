class Node:
    pass


NODE_CLASS_MAPPINGS = {}
width = 4
for name in (
    "a b".translate(str.maketrans(" ", "-")),
    "{left} of {right[key]}".format_map({"left": "x", "right": {"key": "y"}}),
    "%(letter)s/%(digit)d" % {"letter": "x", "digit": 1},
    f"{3:0{3}d}",
    f"{'q'!r:<{width}}|",
    "m".center(3, "-"),
    "{0!r}".format("it's")[1:-1],
    f'"n": {[1, "two"]}',
    "p{0.suffix}".format(type("T", (), {"suffix": "q"})),
):
    NODE_CLASS_MAPPINGS[name] = Node
# The name of a character is not resolved, so this one is not known.
NODE_CLASS_MAPPINGS["\N{BULLET} bullet"] = Node
