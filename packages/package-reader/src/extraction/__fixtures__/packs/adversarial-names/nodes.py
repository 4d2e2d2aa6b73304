NODE_CLASS_MAPPINGS = {"Not imported": 1}
