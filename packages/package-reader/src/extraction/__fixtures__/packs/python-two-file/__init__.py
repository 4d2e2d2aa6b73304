NODE_CLASS_MAPPINGS = {}
for name in ("old", "new"):
    try:
        module = __import__(f"{__name__}.{name}", fromlist=["NODES"])
        NODE_CLASS_MAPPINGS.update(module.NODES)
    except SyntaxError as error:
        print(error)
