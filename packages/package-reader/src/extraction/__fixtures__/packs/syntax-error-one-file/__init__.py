NODE_CLASS_MAPPINGS = {}
for name in ("good", "broken"):
    try:
        NODE_CLASS_MAPPINGS.update(__import__(f"{__name__}.{name}", fromlist=["*"]).NODE_CLASS_MAPPINGS)
    except Exception as error:
        print(error)
