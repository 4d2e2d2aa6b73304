def make_class(name, kind, category="made"):
    def run(self, value):
        return (value,)
    return type(f"{name}Node", (object,), {
        "INPUT_TYPES": classmethod(lambda cls: {"required": {"value": (kind,)}}),
        "RETURN_TYPES": (kind,),
        "FUNCTION": "run",
        "CATEGORY": f"{category}/{kind.lower()}",
        "run": run,
    })

NODE_CLASS_MAPPINGS = {}
for kind in ("INT", "FLOAT"):
    cls = make_class(kind.title(), kind)
    NODE_CLASS_MAPPINGS["Const " + kind] = cls
    def closure(k=kind):
        class Switch:
            CATEGORY = "switch"
            RETURN_TYPES = (k,)
            INPUT_TYPES = lambda: {"required": {"a": (k,)}}
        return Switch
    NODE_CLASS_MAPPINGS[f"Switch[{kind}]"] = closure()
