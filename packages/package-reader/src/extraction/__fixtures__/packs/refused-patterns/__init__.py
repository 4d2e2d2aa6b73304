import re

class Plain:
    pass

NODE_CLASS_MAPPINGS = {"Plain": Plain}
# Patterns without an equal, or with exponentially many ways, are not tried.
for pattern in (r"(a+)+$", r"(?i:x)", r"(?>a)", r"\Gx", "("):
    for name in re.findall(pattern, "a" * 40 + "b"):
        NODE_CLASS_MAPPINGS[name] = Plain
