NODE_CLASS_MAPPINGS = {"Test Only": object}
